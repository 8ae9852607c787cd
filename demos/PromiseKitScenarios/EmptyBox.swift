// PromiseKit 6's EmptyBox: a Sealant behind a barrier. A model of our own that notes each step; the real handlers are those of the
// promise beside it.

import Dispatch

/// A box that is sealed later.
final class EmptyBox: Sendable {
  enum Sealant {
    case pending(handlers: [String])
    case resolved(String)
  }

  private let name: String
  private let scene: Scene
  private let barrier = DispatchQueue(label: "org.promisekit.barrier", attributes: .concurrent)
  // Only touched in blocks of the barrier.
  nonisolated(unsafe) private var sealant = Sealant.pending(handlers: [])

  init(_ name: String, _ scene: Scene) {
    (self.name, self.scene) = (name, scene)
    scene.box(name, ".pending", "handlers: none")
  }

  /// `pipe`: inspects the box without the barrier first, since that is cheaper, and again under it to append.
  func append(_ handler: String) {
    if case .pending = barrier.sync(execute: { sealant }) {
      scene.note("inspect for \(handler): .pending, so inspect again under the barrier")
      let handlers = barrier.sync(flags: .barrier) { () -> [String]? in
        guard case .pending(let handlers) = sealant else { return nil }
        sealant = .pending(handlers: handlers + [handler])
        return handlers + [handler]
      }
      if let handlers { return scene.box(name, ".pending", "handlers: " + handlers.joined(separator: ", ")) }
    }
    scene.note("inspect for \(handler): .resolved, so pipe calls its body at once")
  }

  /// Seals it, once; the handlers that waited are called in order.
  func seal(_ value: String) {
    let handlers = barrier.sync(flags: .barrier) { () -> [String]? in
      guard case .pending(let handlers) = sealant else { return nil }
      sealant = .resolved(value)
      return handlers
    }
    guard let handlers else { return scene.note("seal: sealed before, so \(value) is refused") }
    scene.box(name, ".resolved: \(value)", "handlers to call, in order: \(handlers.count)")
  }
}
