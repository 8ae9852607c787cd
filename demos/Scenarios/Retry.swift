// Watch `load news`: the first two attempts fail, each attempt is a promise of its
// own, and the third succeeds. `load news` is one promise with one outcome. `load
// diary` is not retried at all: its condition says that a missing page will still
// be missing a second later.

import PromiseScope
import Synchronization

extension Flow {
  /// An operation that is repeated until it succeeds, and one that is not.
  static let retrying = Flow { scene in
    let server = BusyServer(scene)

    retry(attempts: 3, delay: scene.paced(0.5), condition: { _, error in error is ServerBusy }) { server.diary() }
      .named("load diary", in: scene)
      .catch { error in scene.note("no diary: \(error)") }
      .named("show why", in: scene)

    return retry(attempts: 3, delay: scene.paced(0.5), condition: { _, error in error is ServerBusy }) { server.news() }
      .named("load news", in: scene)
      .then { news in scene.note(news) }
      .named("show news", in: scene)
  }
}

/// A server that is busy at first.
private final class BusyServer: Sendable {
  private let scene: Scene
  private let attempts = Mutex(0)

  init(_ scene: Scene) { self.scene = scene }

  func news() -> Promise<String> {
    let attempt = attempts.withLock { attempts in
      attempts += 1
      return attempts
    }
    guard attempt == 3 else { return scene.work("attempt \(attempt)", seconds: 0.7, failingWith: ServerBusy()) }
    return scene.work("attempt \(attempt)", seconds: 0.7, giving: "12 articles")
  }

  func diary() -> Promise<String> {
    scene.work("the only attempt", seconds: 1, failingWith: NoSuchPage())
  }
}

/// An error that passes.
private struct ServerBusy: Error, CustomStringConvertible {
  var description: String { "the server is busy" }
}

/// An error that does not.
private struct NoSuchPage: Error, CustomStringConvertible {
  var description: String { "no such page" }
}
