// The code of a scenario, behind one type: whatever the value type of its promises, whichever vocabulary it uses, and whether or not it
// needs parts.
//
// Owns only the interface: a scene goes in, and the outcome of the last promise comes out.

import PromiseCore
import PromiseTrace

/// Starts a flow on a scene.
package struct Flow: Sendable {
  /// Creates the parts that the flow needs in addition to its scene.
  struct PartMakers: Sendable {
    let real: @Sendable (ScenarioOptions) async throws -> any FlowParts
    let scripted: @Sendable (ScenarioOptions, Timeline) -> any FlowParts
  }

  /// Nil if the flow needs no parts.
  let parts: PartMakers?
  /// Starts the flow and returns the promise whose outcome is that of the run.
  let begin: @Sendable (Scene, (any FlowParts)?, ScenarioOptions) -> PromiseNode

  private init(parts: PartMakers?, begin: @escaping @Sendable (Scene, (any FlowParts)?, ScenarioOptions) -> PromiseNode)
  {
    self.parts = parts
    self.begin = begin
  }

  /// A flow without parts; a vocabulary with promises of its own passes the core promise behind its last one.
  package static func ending(_ body: @escaping @Sendable (Scene) -> PromiseNode) -> Flow {
    Flow(parts: nil) { scene, _, _ in body(scene) }
  }

  /// Several flows without parts, started one after another at the same time; the outcome is that of the last one.
  package static func together(_ flows: [Flow]) -> Flow {
    precondition(!flows.isEmpty && flows.allSatisfy { $0.parts == nil })
    return Flow(parts: nil) { scene, _, options in
      for flow in flows.dropLast() { _ = flow.begin(scene, nil, options) }
      return flows[flows.count - 1].begin(scene, nil, options)
    }
  }

  package init<Value>(_ body: @escaping @Sendable (Scene) -> Promise<Value>) {
    self.init(parts: nil) { scene, _, _ in body(scene) }
  }

  /// A flow without parts that has options.
  package init<Value>(_ body: @escaping @Sendable (Scene, ScenarioOptions) -> Promise<Value>) {
    self.init(parts: nil) { scene, _, options in body(scene, options) }
  }

  /// A flow with parts.
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

/// The parts of one run that a flow needs in addition to its scene: a cache, a server.
package protocol FlowParts: Sendable {
  /// Cancels the work in flight.
  func cancel()
  /// Releases the resources of the parts.
  func close() async
}

extension PromiseNode {
  /// Records in the log that cancellation of this promise was requested.
  func tellCancelRequested() {
    if tracedID != 0 { EventEmitter.cancelRequested(tracedID, by: 0) }
  }
}
