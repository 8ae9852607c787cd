// A scenario's code, behind one type whatever its promises are of, and whether or not it needs a list's parts.
//
// Owns nothing but the way in and the way out: a scene goes in, the last promise's outcome comes out.

import PromiseCore
import PromiseScope

/// Starts a flow on a scene.
struct Flow: Sendable {
  /// Whether the flow needs a cache and a service.
  let needsParts: Bool
  /// Begins, and returns the promise whose outcome is the run's.
  let begin: @Sendable (Scene, ListPartSet?, ScenarioOptions) -> PromiseNode

  /// A flow that needs a scene only.
  init<Value>(_ body: @escaping @Sendable (Scene) -> Promise<Value>) {
    needsParts = false
    begin = { scene, _, _ in body(scene) }
  }

  /// A flow on a list's parts.
  init<Value>(
    withParts body: @escaping @Sendable (Scene, ListPartSet, ScenarioOptions) -> Promise<Value>
  ) {
    needsParts = true
    begin = { scene, parts, options in
      guard let parts else { preconditionFailure("a flow that needs parts was begun without them") }
      return body(scene, parts, options)
    }
  }
}

extension Flow {
  /// The list loader on its parts.
  static let listLoader = Flow(withParts: { scene, parts, options in
    ListLoader(parts: parts, options: options, scene: scene).load()
  })
}

extension ScenarioOutcome {
  /// How a run whose last promise this is has ended; nil while it is pending.
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

extension PromiseNode {
  /// Tells the log that somebody asked for the end of what this promise waits for.
  func tellCancelRequested() {
    if tracedID != 0 { Trace.cancelRequested(tracedID, by: 0) }
  }
}
