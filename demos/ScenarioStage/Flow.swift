// A scenario's code, behind one type whatever its promises are of, whichever vocabulary it is written in, and whether or not it
// needs parts.
//
// Owns nothing but the way in and the way out: a scene goes in, the last promise's outcome comes out.

import PromiseCore
import PromiseTrace

/// Starts a flow on a scene.
package struct Flow: Sendable {
  /// How to get the parts that the flow needs beside its scene.
  struct PartMakers: Sendable {
    let real: @Sendable (ScenarioOptions) async throws -> any FlowParts
    let scripted: @Sendable (ScenarioOptions, Timeline) -> any FlowParts
  }

  /// Nil where the flow needs a scene only.
  let parts: PartMakers?
  /// Begins, and returns the promise whose outcome is the run's.
  let begin: @Sendable (Scene, (any FlowParts)?, ScenarioOptions) -> PromiseNode

  private init(parts: PartMakers?, begin: @escaping @Sendable (Scene, (any FlowParts)?, ScenarioOptions) -> PromiseNode)
  {
    self.parts = parts
    self.begin = begin
  }

  /// A flow that needs a scene only; a vocabulary with promises of its own gives the core's behind the last one.
  package static func ending(_ body: @escaping @Sendable (Scene) -> PromiseNode) -> Flow {
    Flow(parts: nil) { scene, _, _ in body(scene) }
  }

  /// A flow that needs a scene only.
  package init<Value>(_ body: @escaping @Sendable (Scene) -> Promise<Value>) {
    self.init(parts: nil) { scene, _, _ in body(scene) }
  }

  /// A flow on parts.
  ///
  /// - Parameters:
  ///   - real: Gets the parts of a live run.
  ///   - scripted: Makes the parts of a virtual run.
  ///   - body: Begins.
  package init<Parts: FlowParts, Value>(
    real: @escaping @Sendable (ScenarioOptions) async throws -> Parts,
    scripted: @escaping @Sendable (ScenarioOptions, Timeline) -> Parts,
    _ body: @escaping @Sendable (Scene, Parts, ScenarioOptions) -> Promise<Value>
  ) {
    self.init(parts: PartMakers(real: real, scripted: scripted)) { scene, parts, options in
      guard let parts = parts as? Parts else { preconditionFailure("a flow was begun without its parts") }
      return body(scene, parts, options)
    }
  }
}

/// What a flow stands on beside its scene, for one run: a cache, a server.
package protocol FlowParts: Sendable {
  /// Ends what is in flight.
  func cancel()
  /// Gives back what the parts took.
  func close() async
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
