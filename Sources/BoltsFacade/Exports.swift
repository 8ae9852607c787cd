// The modules that `import BoltsFacade` exports: the core and the tracer. A name that both the facade and the core declare
// (`Executor`) refers to the facade's type.

@_exported import PromiseCore
@_exported import PromiseTrace
