// Watch `token`: it is resolved with itself. To ask the server only once, `token()`
// returns the promise of a refresh that is already running. It stores its own
// promise first and then calls itself instead of the server, and so it receives
// the promise that it is about to resolve. That could never settle, so it rejects.

import PromiseScope
import Scenarios
import Synchronization

extension Flow {
  /// A function that resolves a promise with the same promise.
  static let selfResolution = Flow { scene in
    let session = Session(scene)
    scene.work("open the app", seconds: 1, giving: ())
      .then { _ in session.token() }
      .named("sign the request", in: scene)
      .catch { error in scene.note("not signed: \(error)") }
      .named("show the error", in: scene)

    return scene.work("look at the screen", seconds: 3, giving: ())
  }
}

/// Shares one refresh of the token among all requests.
private final class Session: Sendable {
  private let running = Mutex<Promise<String>?>(nil)
  private let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  func token() -> Promise<String> {
    if let promise = running.withLock({ $0 }) { return promise }
    let (promise, resolver) = Promise<String>.withResolvers()
    running.withLock { $0 = promise.named("token", in: scene) }
    resolver.resolve(token())
    return promise
  }

  /// Asks the server; the line above should call this function.
  func fetchToken() -> Promise<String> {
    scene.work("fetch token", seconds: 1, giving: "7f3a")
  }
}
