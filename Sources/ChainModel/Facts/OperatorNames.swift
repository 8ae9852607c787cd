// The names of operators that mean something to the history, to a rule, or to a sentence, in all vocabularies and runtimes. Any other name is an
// ordinary operator.

/// What the name of an operator says.
package enum OperatorNames {
  /// Those that wait for a time to pass: ours, PromiseKit's and Bolts', Node's, and asyncio's.
  package static let timers = ["delay", "after", "withDelay", "setTimeout", "sleep"]

  package static func isTimer(_ name: String) -> Bool { timers.contains(name) }

  /// Whether it is the call of an async function, as the adapters name it.
  ///
  /// Its call site is that of the call, not of the body.
  package static func isCall(_ name: String) -> Bool { name == "async function" || name == "coroutine" }

  // MARK: Combinators

  /// Whether a single input can settle it.
  package static func isRace(_ name: String) -> Bool { ["race", "any", "whenAny"].contains(name) }

  /// Whether it waits for all of its inputs, and combines them.
  package static func needsAll(_ name: String) -> Bool {
    ["all", "allSettled", "when", "whenAll", "whenAllResult", "join"].contains(name)
  }

  // MARK: Steps

  /// Whether it ends a chain on purpose, or hands an outcome on unchanged.
  package static func isEnding(_ name: String) -> Bool {
    ["catch", "always", "done", "finally", "ensure", "ensureThen", "tap", "get", "cauterize"].contains(name)
  }

  /// Whether its handler does something beside the chain, so that the next step is not meant to wait for what it starts.
  package static func isAside(_ name: String) -> Bool { ["tap", "get", "ensure", "always", "finally"].contains(name) }

  // MARK: Node

  /// Whether the program's own code makes such a promise.
  ///
  /// Any other name is that of a call of Node or of a package.
  package static func isOfNodeProgram(_ name: String) -> Bool { nodeProgram.contains(name) || name.hasPrefix("new ") }

  private static let nodeProgram: Set = [
    "all", "allSettled", "any", "async callback", "async function", "catch", "finally", "module", "promise", "race",
    "reject", "resolve", "setTimeout", "then", "thenable", "try", "withResolvers",
  ]

  /// Whether it is a pause, as between two attempts.
  package static func isNodePause(_ name: String) -> Bool {
    ["setImmediate", "setTimeout", "setInterval", "wait", "yield"].contains(name)
  }

  /// Whether such calls have to follow one another: those on a file, a stream, or events, and `Promise.resolve`, which only wraps a value.
  package static func takesTurnsInNode(_ name: String) -> Bool {
    ["appendFile", "once", "read", "readv", "resolve", "write", "writev"].contains(name)
  }

  /// Whether it waits for an event that may never come, such as a signal.
  package static func isListener(_ name: String) -> Bool { name == "once" }

  /// Whether it waits for a person's answer, or for the next element of a stream or of events.
  package static func isInput(_ name: String) -> Bool { ["next", "question"].contains(name) }

  // MARK: asyncio

  /// Whether the program's own code makes such a future.
  package static func isOfAsyncioProgram(_ name: String) -> Bool {
    ["future", "gather", "task", "timeout"].contains(name)
  }

  /// Whether such calls have to follow one another: those on a queue, a lock, or a stream.
  package static func takesTurnsInAsyncio(_ name: String) -> Bool { asyncioTurns.contains(name) }

  private static let asyncioTurns: Set = [
    "BoundedSemaphore", "Condition", "Lock", "Semaphore", "acquire", "drain", "get", "put", "read", "readexactly",
    "readline", "readuntil", "wait", "wait_for",
  ]
}
