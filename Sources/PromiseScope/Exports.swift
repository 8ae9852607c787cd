// Reexports the core types and the tracer, so that `import PromiseScope` is enough.

@_exported import PromiseCore
@_exported import PromiseTrace
