// What `import PromiseKitFacade` brings beside its own vocabulary: the tracer, and what a test drives virtual time
// with. The core's promise stays behind: there is one type named `Promise` here, and it is PromiseKit's.

@_exported import protocol PromiseCore.CancellableError
@_exported import class PromiseCore.Executor
@_exported import class PromiseCore.ManualExecutor
@_exported import PromiseTrace
