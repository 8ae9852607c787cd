// Watch what PromiseKit keeps inside a promise. In version 4 it is a State, which holds
// a Seal: pending, with the bodies of the handlers, or resolved, with a Resolution. In
// version 6 it is a Box, which holds a Sealant with the same two cases. What version 6
// dropped is the token of a rejection: the `catch` of `returned letter` consumes its
// token; nothing consumes that of `lost letter`, and its end reports the error.

import Dispatch
import PromiseKitFacade
import Synchronization

extension Flow {
  /// A State and a Box, filled and sealed at the same times, and two tokens, of which one reports its error.
  static let promiseKitState = Flow.promises { scene in
    let insides: [any Inside] = [State(scene), EmptyBox(scene)]
    for (index, name) in ["first", "second"].enumerated() {
      scene.at(0.5 * Double(index + 1)) { for inside in insides { inside.add(name) } }
    }
    for (index, letter) in ["letter", "second letter"].enumerated() {
      scene.after(1.8 + Double(index) / 2) { ended in for inside in insides { inside.settle(ended.map { letter }) } }
    }
    scene.at(2.8) { for inside in insides { inside.add("late") } }

    scene.work("returned letter", seconds: 3, failingWith: Undelivered("returned letter", scene), as: String.self)
      .catch { error in (error as? Undelivered)?.token.consume() }
    scene.work("lost letter", seconds: 3.2, failingWith: Undelivered("lost letter", scene), as: String.self)
      .done { letter in scene.note("read \(letter)") }
      .named("read it", in: scene)
    return scene.work("look at both", seconds: 3.8, giving: ())
  }
}

/// What is inside a promise, with the promise that it belongs to.
private protocol Inside: Sendable {
  func add(_ handler: String)
  func settle(_ result: Swift.Result<String, any Error>)
}

/// Version 4.
private final class State: Inside {
  enum Resolution {
    case fulfilled(String)
    case rejected(any Error)
  }
  enum Seal {
    case pending(bodies: [String])
    case resolved(Resolution)
  }

  private let scene: Scene
  private let barrier = DispatchQueue(label: "org.promisekit.barrier", attributes: .concurrent)
  nonisolated(unsafe) private var seal = Seal.pending(bodies: [])
  private let pending = Promise<String>.pending()

  init(_ scene: Scene) {
    self.scene = scene
    pending.promise.named("State", in: scene)
  }

  /// `pipe`: looks without the barrier first, and again under it, since the promise may be resolved in between.
  func add(_ handler: String) {
    if case .pending = get() {
      scene.note("State: get() finds .pending, so pipe looks again under the barrier")
      let bodies = barrier.sync(flags: .barrier) { () -> [String]? in
        guard case .pending(let bodies) = seal else { return nil }
        seal = .pending(bodies: bodies + [handler])
        return bodies + [handler]
      }
      if let bodies { scene.note("State: .pending, bodies: \(bodies.joined(separator: ", "))") }
    }
    if case .resolved = get() { scene.note("State: get() finds .resolved, so \(handler) can run") }
    scene.read(handler, pending.promise, "State")
  }

  func settle(_ result: Swift.Result<String, any Error>) {
    let bodies = barrier.sync(flags: .barrier) { () -> [String]? in
      guard case .pending(let bodies) = seal else { return nil }
      switch result {
      case .success(let letter): seal = .resolved(.fulfilled(letter))
      case .failure(let error): seal = .resolved(.rejected(error))
      }
      return bodies
    }
    scene.note("State: " + (bodies.map { ".resolved, \($0.count) bodies run in order" } ?? "resolved before, refused"))
    pending.resolver.resolve(result)
  }

  private func get() -> Seal { barrier.sync { seal } }
}

/// Version 6.
private final class EmptyBox: Inside {
  enum Sealant {
    case pending(handlers: [String])
    case resolved(Swift.Result<String, any Error>)
  }

  private let scene: Scene
  private let sealant = Mutex(Sealant.pending(handlers: []))
  private let pending = Promise<String>.pending()

  init(_ scene: Scene) {
    self.scene = scene
    pending.promise.named("Box", in: scene)
  }

  /// `pipe`: inspects twice, too, and the second time with a closure that may change the sealant.
  func add(_ handler: String) {
    if case .pending = inspect({ _ in }) {
      scene.note("Box: inspect() finds .pending, so pipe inspects again to append")
      let sealant = inspect { sealant in
        if case .pending(let handlers) = sealant { sealant = .pending(handlers: handlers + [handler]) }
      }
      if case .pending(let handlers) = sealant {
        scene.note("Box: .pending, handlers: \(handlers.joined(separator: ", "))")
      }
    }
    if case .resolved = inspect({ _ in }) { scene.note("Box: inspect() finds .resolved, so \(handler) can run") }
    scene.read(handler, pending.promise, "Box")
  }

  func settle(_ result: Swift.Result<String, any Error>) {
    let handlers = sealant.withLock { sealant -> [String]? in
      guard case .pending(let handlers) = sealant else { return nil }
      sealant = .resolved(result)
      return handlers
    }
    scene.note("Box: " + (handlers.map { ".resolved, \($0.count) handlers run in order" } ?? "sealed before, refused"))
    pending.resolver.resolve(result)
  }

  private func inspect(_ body: (inout Sealant) -> Void) -> Sealant {
    sealant.withLock { sealant in
      body(&sealant)
      return sealant
    }
  }
}

extension Scene {
  /// Registers a handler that reads the letter.
  fileprivate func read(_ handler: String, _ promise: Promise<String>, _ inside: String) {
    promise.done { letter in self.note("\(handler) reads \(letter)") }.named("\(handler), \(inside)", in: self)
  }
}

/// An error of version 4, whose Resolution carries its token.
private struct Undelivered: Error, CustomStringConvertible {
  let description: String
  let token: ErrorConsumptionToken

  init(_ letter: String, _ scene: Scene) {
    (description, token) = (letter, ErrorConsumptionToken(letter, scene))
  }
}

/// Reports an error that no handler has consumed when the last promise that carries it is gone.
private final class ErrorConsumptionToken: Sendable {
  private let letter: String
  private let scene: Scene
  private let consumed = Mutex(false)

  init(_ letter: String, _ scene: Scene) { (self.letter, self.scene) = (letter, scene) }

  func consume() {
    consumed.withLock { $0 = true }
    scene.note("token of \(letter): consumed = true")
  }

  deinit {
    if !consumed.withLock({ $0 }) { scene.note("token of \(letter): the error was never consumed") }
  }
}
