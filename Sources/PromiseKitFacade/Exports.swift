// The declarations that this module exports besides its own: the tracer, and the executor that drives virtual time in
// tests. Does not export the core's `Promise`, so that the name refers to PromiseKit's.

@_exported import PromiseTrace

@_exported import protocol PromiseCore.CancellableError
@_exported import class PromiseCore.Executor
@_exported import class PromiseCore.ManualExecutor
