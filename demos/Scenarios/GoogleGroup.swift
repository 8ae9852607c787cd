// Watch the count of the group, with `O`: every FBLPromise enters one dispatch group when it
// is created and leaves it when it settles, and so does every block that waits for its queue.
// A test waits until the count is zero. The observers of `fetch` are dispatched in order,
// also the one without a block for values. `broken` is fulfilled with an error: it is
// rejected, as `reading` below is by this library.

import PromiseScope

extension Flow {
  /// The group and the observers of a model of FBLPromise, and an error as a value.
  static let googleGroup = Flow { scene in
    let group = PromiseGroup(scene)
    let fetch = FBLPromise("fetch", group)
    scene.at(0.4) {
      fetch.chain("first", fulfilled: { scene.note("first hears \($0)") })
      fetch.chain("errors only", rejected: { scene.note("never hears \($0)") })
      fetch.chain("second", fulfilled: { scene.note("second hears \($0)") })
    }
    scene.afterWork("ask the thermometer", 1.2) { ended in
      let answer: any Sendable = ended.error ?? "42 degrees"
      fetch.fulfill(answer)
    }

    let broken = FBLPromise("broken", group)
    broken.chain("show", fulfilled: { scene.note("never shows \($0)") })
      .chain("explain", rejected: { scene.note("explain: \($0)") })
    scene.after(2) { ended in broken.fulfill(ended.error ?? ThermometerError.broken) }

    return scene.work("read it", seconds: 2.6, giving: "broken")
      .then { _ -> any Error in ThermometerError.broken }
      .named("reading", in: scene)
      .then { _ in scene.note("never runs") }
      .named("after the reading", in: scene)
      .recover { error in scene.note("reading: \(error)") }
      .named("say why", in: scene)
  }
}

/// Why there is no temperature.
private enum ThermometerError: Error { case broken }
