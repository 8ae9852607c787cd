// Watch three ways to stop work that is no longer wanted. The user taps Cancel, and
// the download stops. A deadline passes, and the search stops. A screen closes, and
// its token stops both of its requests at once. Cancellation runs upstream to the
// work, and no error handler below mistakes it for a failure.

import PromiseScope

extension Flow {
  /// The user, a deadline, a screen that closed.
  static let cancel = Flow { scene in
    let desk = Desk(scene)

    // The user cancels the end of the chain; the work at its start is stopped.
    let film = desk.request("film")
      .then { film in scene.note("show the \(film)") }
      .named("show film", in: scene)
      .catch { error in scene.note("film: \(error)") }
      .named("film failed", in: scene)
    scene.at(1) { film.cancel() }

    // A deadline cancels what it waits for. That it has passed is an error, which the handler takes.
    desk.request("search")
      .timeout(scene.paced(2), cancelsSource: true)
      .named("at most 2 s", in: scene)
      .catch { error in scene.note("search: \(error)") }
      .named("search failed", in: scene)

    // A screen closes: one token for all of its requests.
    let screen = CancellationToken()
    for name in ["profile", "avatar"] {
      desk.request(name)
        .then { answer in scene.note("show the \(answer)") }
        .named("show \(name)", in: scene)
        .cancelled(by: screen)
    }
    scene.at(3) { screen.cancel() }

    return scene.work("look at the next screen", seconds: 3.5, giving: ())
  }
}

/// Requests that take long and can be stopped.
private struct Desk: Sendable {
  let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  func request(_ name: String) -> Promise<String> {
    scene.work("load \(name)", seconds: 9, giving: name)
      .cancelling { scene.note("stop loading the \(name)") }
  }
}
