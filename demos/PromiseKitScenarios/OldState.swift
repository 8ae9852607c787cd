// PromiseKit 4's State: a Seal behind a barrier, and the two functions that everything goes through, `pipe` and `get`. A model of our own.

import Dispatch
import PromiseKitFacade

/// The inside of a promise.
final class State<T: Sendable>: Sendable {
  /// The bodies of the handlers that wait, with their names.
  final class Handlers {
    var bodies: [(name: String, body: (Resolution<T>) -> Void)] = []
  }

  enum Seal {
    case pending(Handlers)
    case resolved(Resolution<T>)
  }

  let name: String
  let scene: Scene
  private let isDrawn: Bool
  private let barrier = DispatchQueue(label: "org.promisekit.barrier", attributes: .concurrent)
  // Only touched under the barrier; a resolved one never changes.
  nonisolated(unsafe) private var seal = Seal.pending(Handlers())
  nonisolated(unsafe) private var settleRow: (Resolution<T>) -> Void = { _ in }

  init(_ name: String, _ scene: Scene, isDrawn: Bool) {
    (self.name, self.scene, self.isDrawn) = (name, scene, isDrawn)
    draw(".pending", "bodies: none")
  }

  var isPending: Bool { barrier.sync { if case .pending = seal { true } else { false } } }

  /// Sets what settles the promise's row.
  func settlesRow(_ body: @escaping (Resolution<T>) -> Void) { settleRow = body }

  /// Appends a body to the handlers, or runs it at once.
  func pipe(_ handler: String, between: () -> Void = {}, _ body: @escaping (Resolution<T>) -> Void) {
    get(handler, between) { seal in
      switch seal {
      case .pending(let handlers):
        handlers.bodies.append((handler, body))
        draw(".pending", "bodies: " + handlers.bodies.map(\.name).joined(separator: ", "))
      case .resolved(let resolution):
        scene.note("pipe: \(name) is .resolved, so the body of \(handler) runs in this call")
        body(resolution)
      }
    }
  }

  /// Passes the seal on, and looks at it twice: what was pending may be resolved before the barrier is closed.
  private func get(_ handler: String, _ between: () -> Void, _ body: (Seal) -> Void) {
    var sealed = !isPending
    scene.note("get for \(handler): the first look finds .\(sealed ? "resolved" : "pending")")
    if !sealed {
      between()
      barrier.sync(flags: .barrier) {
        if case .pending = seal { body(seal) } else { sealed = true }
      }
      if sealed { scene.note("get for \(handler): the second look finds .resolved") }
    }
    // Outside of the barrier, because the body may call this promise.
    if sealed { body(barrier.sync { seal }) }
  }

  /// Resolves it, once, and runs the bodies that waited, in order, outside of the barrier.
  func resolve(_ resolution: Resolution<T>) {
    let handlers = barrier.sync(flags: .barrier) { () -> Handlers? in
      guard case .pending(let handlers) = seal else { return nil }
      seal = .resolved(resolution)
      return handlers
    }
    guard let handlers else { return scene.note("resolve: \(name) is .resolved, so nothing happens") }
    draw(".resolved", resolution.words)
    for handler in handlers.bodies { handler.body(resolution) }
    settleRow(resolution)
  }

  private func draw(_ seal: String, _ contents: String) {
    if isDrawn { scene.box("State of \(name)", seal, contents) }
  }
}
