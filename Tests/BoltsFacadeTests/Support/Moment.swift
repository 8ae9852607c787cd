// Moment: the three moments at which a task can end, relative to adding a continuation. Contains no assertions.

import BoltsFacade
import Dispatch

enum Moment: CaseIterable, Sendable {
  /// Before the continuation is added.
  case already
  /// Immediately after the continuation is added.
  case immediately
  /// After all other scheduled work has run.
  case later

  /// Passes a task that ends at this moment to `test`, then runs all scheduled work.
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

/// The executors that tests run continuations on, inline ones and queues.
let executors: [Executor] = [.default, .immediate, .queue(.global()), .mainThread]
