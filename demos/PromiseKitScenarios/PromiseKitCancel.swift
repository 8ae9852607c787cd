// Watch what one call of `cancel()` stops. PromiseKit only has errors that mean a
// cancellation; here the promise can be canceled, too. Canceling `film` runs
// upstream and stops its request. `ensure` hides the spinner, and `catch` is
// skipped, because nothing failed. Canceling `profile` leaves `log in` alone:
// the settings still wait for it.

import PromiseKitFacade

extension Flow {
  /// A request that is stopped, and a shared one that continues.
  static let promiseKitCancel = Flow.promises { scene in
    let film = scene.work("load film", seconds: 9, giving: "film")
      .cancelling { scene.note("the request stops") }
      .map { film in "the \(film) in color" }
      .named("film", in: scene)
    film
      .done { film in scene.note("show \(film)") }
      .named("show film", in: scene)
      .ensure { scene.note("hide the spinner") }
      .named("spinner", in: scene)
      .catch { error in scene.note("show error: \(error)") }
    scene.at(1) { film.cancel() }

    let user = scene.work("log in", seconds: 3, giving: "Ada")
    let profile = user.then { user in scene.work("load profile", seconds: 1, giving: "profile of \(user)") }
      .named("profile", in: scene)
    user
      .done { user in scene.note("settings of \(user)") }
      .named("show settings", in: scene)
      .cauterize()
    scene.at(2) { profile.cancel() }

    return scene.work("look at the page", seconds: 3.5, giving: ())
  }
}
