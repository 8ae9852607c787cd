// What `import BoltsFacade` brings: the vocabulary of Bolts, and the tracer that shows what its tasks did. The core stays out, so
// that `Executor` has one meaning.

@_exported import PromiseTrace
