// Watch the token of the screen. `thumbnail` continued before the user left, so it is
// shown. After that, every continuation with this token is canceled instead of run,
// but the download itself does not stop. `late` continues a task that ended long
// ago: without a token its block runs at once, inside the call; with it, not at all.

import BoltsFacade

extension Flow {
  /// One token for two continuations, and two that come late.
  static let boltsCancellation = Flow.tasks { scene in
    let screen = CancellationTokenSource()
    screen.token.registerCancellationObserver { scene.note("the user leaves the screen") }

    let thumbnail = scene.work("load thumbnail", seconds: 1, ending: .success("thumbnail"))
    thumbnail
      .continueOnSuccessWith(cancellationToken: screen.token) { scene.note("show the \($0)") }
      .named("show thumbnail", in: scene)

    let photo = scene.work("load photo", seconds: 2.4, ending: .success("photo"))
    photo
      .continueOnSuccessWith(cancellationToken: screen.token) { scene.note("show the \($0)") }
      .named("show photo", in: scene)
      .continueWith { task in scene.note("canceled: \(task.cancelled)") }
      .named("tidy up", in: scene)

    scene.at(1.6) { screen.cancel() }

    return scene.work("come back", seconds: 3.2, ending: .success("back"))
      .continueWith { _ in
        scene.note("before late")
        photo.continueOnSuccessWith { scene.note("late gets the \($0)") }.named("late", in: scene)
        scene.note("after late")
        photo.continueOnSuccessWith(cancellationToken: screen.token) { _ in scene.note("never") }
          .named("late with the token", in: scene)
      }
      .named("look again", in: scene)
  }
}
