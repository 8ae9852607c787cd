// The three moments a task can end at, seen from a continuation that waits for it. Owns no assertion.

import BoltsFacade
import Dispatch

/// When a task ends.
enum Moment: CaseIterable, Sendable {
  /// Before anybody looks at it.
  case already
  /// Right after the continuation was added.
  case immediately
  /// Once everything else has come to rest.
  case later

  /// Hands `test` a task that ends at this moment, then runs everything.
  func end<Value>(with end: End<Value>, _ test: (Task<Value>) -> Void) {
    virtually { executor in
      let source = TaskCompletionSource<Value>()
      if self == .already { end.end(source) }
      test(source.task)
      if self == .later { executor.run() }
      if self != .already { end.end(source) }
      executor.run()
    }
  }
}

/// How a task ends.
enum End<Value> {
  case result(Value)
  case error(any Error)
  case cancelled

  func end(_ source: TaskCompletionSource<Value>) {
    switch self {
    case .result(let result): source.set(result: result)
    case .error(let error): source.set(error: error)
    case .cancelled: source.cancel()
    }
  }
}

/// Where continuations run in a test: inside the call that ends their task, and elsewhere.
let places: [Executor] = [.default, .immediate, .queue(.global()), .mainThread]
