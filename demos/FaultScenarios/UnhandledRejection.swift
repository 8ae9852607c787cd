// Watch `load inbox`: it is rejected after a second and a half. The error passes
// through `count letters` and `show badge`, which only take values, and then the
// chain ends. No handler takes the error, so the app never shows that the server
// is down.

import PromiseScope
import Scenarios

extension Flow {
  /// A chain without a handler for errors.
  static let unhandledRejection = Flow { scene in
    loadInbox(scene)
      .then { letters in letters.count }
      .named("count letters", in: scene)
      .then { count in scene.note("\(count) new letters") }
      .named("show badge", in: scene)

    return scene.work("look at the badge", seconds: 3, giving: ())
  }
}

/// The server is down.
private func loadInbox(_ scene: Scene) -> Promise<[String]> {
  scene.work("load inbox", seconds: 1.5, failingWith: InboxError.serverIsDown)
}

/// Why there is no inbox.
private enum InboxError: Error { case serverIsDown }
