// Watch the end of the chain: `load inbox` is rejected as before, the error skips
// the two steps that only take values, and `show the error` takes it. One handler
// at the end serves the whole chain.

import PromiseScope
import Scenarios

extension Flow {
  /// The chain of `unhandled-rejection`, with a handler for errors at its end.
  static let unhandledRejectionFixed = Flow { scene in
    loadInbox(scene)
      .then { letters in letters.count }
      .named("count letters", in: scene)
      .then { count in scene.note("\(count) new letters") }
      .named("show badge", in: scene)
      .catch { error in scene.note("no letters: \(error)") }
      .named("show the error", in: scene)

    return scene.work("look at the badge", seconds: 3, giving: ())
  }
}

/// The server is down.
private func loadInbox(_ scene: Scene) -> Promise<[String]> {
  scene.work("load inbox", seconds: 1.5, failingWith: InboxError.serverIsDown)
}

/// Why there is no inbox.
private enum InboxError: Error { case serverIsDown }
