// Names of operators that mean something to the history, in all vocabularies and runtimes. Any other name is an ordinary operator.

/// The operators that wait for a time to pass.
package enum TimerNames {
  /// Ours, PromiseKit's and Bolts', Node's, and asyncio's.
  package static let all = ["delay", "after", "withDelay", "setTimeout", "sleep"]

  package static func contain(_ operation: String) -> Bool {
    all.contains(operation)
  }
}

/// The operators that are calls of a function, whose call site is that of the call, not of the body.
package enum CallNames {
  package static func contain(_ operation: String) -> Bool {
    operation == "async function" || operation == "coroutine"
  }
}

/// What the adapter for Node calls the promises that the program's own code makes.
///
/// Any other name is that of a call of Node or of a package.
package enum ProgramNames {
  private static let all: Set<String> = [
    "all", "allSettled", "any", "async callback", "async function", "catch", "finally", "module", "promise", "race",
    "reject",
    "resolve", "setTimeout", "then", "thenable", "try", "withResolvers",
  ]

  package static func contain(_ operation: String) -> Bool { all.contains(operation) || operation.hasPrefix("new ") }
}

/// The combinators that a single input can settle.
package enum RaceNames {
  package static func contain(_ operation: String) -> Bool { ["race", "any", "whenAny"].contains(operation) }
}
