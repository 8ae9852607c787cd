// What `import PromiseScope` brings: the operators of this module, the core's types and the tracer.

@_exported import PromiseCore
@_exported import PromiseTrace
