// Watch the numbers: they are the steps of PromiseKit 1. The body of `new:` runs at once
// and keeps two blocks, a fulfiller and a rejecter; `then` finds no result and stores a
// handler; later the fulfiller resolves, and the handlers run. `adopting` is resolved with
// a promise and waits among that one's handlers. The fulfiller takes an NSError, with a
// warning, and its promise is rejected; the rejecter makes an NSError of nil.

import PromiseKitFacade

extension Flow {
  /// The steps of a chain, a promise as a result, and two calls with the wrong argument.
  static let promiseKit1 = Flow.promises { scene in
    let page = OldestPromise("page", in: scene) { fulfill, _ in
      scene.afterWork("fetch page", 1.2) { _ in fulfill(.value("a page")) }
    }
    page.then("show page") { page in scene.note("(11) show \(page)") }

    OldestPromise("adopting", in: scene) { fulfill, _ in fulfill(.promise(page)) }
      .then("show it, too") { page in scene.note("(11) show \(page), too") }

    OldestPromise("wrong fulfill", in: scene) { fulfill, _ in
      scene.after(2) { _ in fulfill(.error("NSError")) }
    }
    .then("never runs") { _ in scene.note("never") }

    OldestPromise("reject with nil", in: scene) { _, reject in
      scene.after(2.4) { _ in reject(nil) }
    }
    .then("never runs either") { _ in scene.note("never") }
    scene.at(2.8) { page.then("late") { page in scene.note("(11) late gets \(page)") } }
    return scene.work("look at the page", seconds: 3.4, giving: ())
  }
}
