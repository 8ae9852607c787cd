// What `import BoltsFacade` brings: the vocabulary of Bolts, the core's types and the tracer. Where both the vocabulary and the core
// have a name (`Executor`), it means the vocabulary's.

@_exported import PromiseCore
@_exported import PromiseTrace
