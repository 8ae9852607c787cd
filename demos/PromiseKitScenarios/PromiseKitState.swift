// Watch what PromiseKit keeps inside a promise. In version 4 it is a State: handlers
// while it is unsealed, and a resolution after that. In version 6 it is a Box with the
// same two contents. What version 6 dropped is the token of a rejection: `lost
// letter` has one, no `catch` consumes it, and its end reports the error.

import PromiseKitFacade
import Synchronization

extension Flow {
  /// A State and a Box, filled and sealed at the same times, and a token that reports an error.
  static let promiseKitState = Flow.promises { scene in
    let versions = [Insides("State", scene), Insides("Box", scene)]
    for (index, name) in ["first", "second"].enumerated() {
      scene.at(0.5 * Double(index + 1)) { for version in versions { version.add(name) } }
    }
    for (index, letter) in ["letter", "second letter"].enumerated() {
      scene.after(1.8 + Double(index) / 2) { ended in for version in versions { version.seal(ended.map { letter }) } }
    }
    scene.at(2.8) { for version in versions { version.add("late") } }

    scene.work("lost letter", seconds: 3.2, failingWith: Lost(token: ErrorConsumptionToken(scene)), as: String.self)
      .done { letter in scene.note("read \(letter)") }
      .named("read it", in: scene)
    return scene.work("look at both", seconds: 3.8, giving: ())
  }
}

/// What both versions keep in a promise: handlers while it is pending, and then an outcome in their place.
private final class Insides: Sendable {
  private enum Contents {
    case pending([String])
    case resolved
  }

  private let name: String
  private let scene: Scene
  private let contents = Mutex(Contents.pending([]))
  private let pending = Promise<String>.pending()

  init(_ name: String, _ scene: Scene) {
    (self.name, self.scene) = (name, scene)
    pending.promise.named(name, in: scene)
  }

  func add(_ handler: String) {
    let handlers = contents.withLock { contents -> [String]? in
      guard case .pending(let handlers) = contents else { return nil }
      contents = .pending(handlers + [handler])
      return handlers + [handler]
    }
    scene.note(
      "\(name): " + (handlers.map { "pending, \($0.joined(separator: " and "))" } ?? "resolved, \(handler) can run"))
    pending.promise.done { [scene] letter in scene.note("\(handler) reads \(letter)") }
      .named("\(handler), \(name)", in: scene)
  }

  func seal(_ letter: Swift.Result<String, any Error>) {
    let handlers = contents.withLock { contents -> [String]? in
      defer { contents = .resolved }
      guard case .pending(let handlers) = contents else { return nil }
      return handlers
    }
    scene.note("\(name): " + (handlers.map { "sealed, \($0.count) handlers run in order" } ?? "sealed before, refused"))
    pending.resolver.resolve(letter)
  }
}

/// An error of version 4, which carries its token.
private struct Lost: Error, CustomStringConvertible {
  let token: ErrorConsumptionToken

  var description: String { "lost" }
}

/// Reports an error that no handler has consumed when the last promise that carries it is gone.
private final class ErrorConsumptionToken: Sendable {
  private let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  deinit { scene.note("token: the error was never consumed") }
}
