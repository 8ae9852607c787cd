// Watch `token`: it is resolved with `fetch token`, adopts it, and has the server's
// answer a second later. Requests that ask in the meantime share the same promise.

import PromiseScope
import Scenarios
import Synchronization

extension Flow {
  /// The session of `self-resolution`, which resolves the promise with the server's answer.
  static let selfResolutionFixed = Flow { scene in
    let session = Session(scene)
    scene.work("open the app", seconds: 1, giving: ())
      .then { _ in session.token() }
      .named("sign the request", in: scene)
      .then { token in scene.note("signed with \(token)") }
      .named("send the request", in: scene)
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
    resolver.resolve(fetchToken())
    return promise
  }

  /// Asks the server.
  func fetchToken() -> Promise<String> {
    scene.work("fetch token", seconds: 1, giving: "7f3a")
  }
}
