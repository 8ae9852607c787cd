// How a run of a scenario ended.

import PromiseCore
import PromiseTrace

/// The outcome of a run.
public enum ScenarioOutcome: Sendable, Equatable {
  /// The flow fulfilled.
  case succeeded
  /// The flow was canceled on request.
  case cancelled
  /// The flow was rejected, or its parts could not be started.
  ///
  /// `reason` is one line of text for people.
  case failed(reason: String)
}

extension ScenarioOutcome {
  /// The outcome of a run whose last promise is this one; nil while it is pending.
  init?(of promise: PromiseNode) {
    if promise.isFulfilled {
      self = .succeeded
    } else if promise.isRejected {
      let rejection = promise.rejection
      self = rejection.isCancelled ? .cancelled : .failed(reason: Preview.line(String(describing: rejection.error)))
    } else {
      return nil
    }
  }
}
