// Watch for `fetch`: while it is pending, its observers wait in a list, and an
// object that it keeps alive waits with them. Settled, it tells them in the
// order of their `then`s; the one for errors is passed by. An observer that
// comes later is told as well, in a turn of its own, never within the call.

import PromiseScope

extension Flow {
  /// One promise, observers of every kind, and one who comes late.
  static let googleObservers = Flow { scene in
    let fetch = scene.work("fetch", seconds: 2, giving: "42 degrees")

    // Nothing else holds this object: it goes when the promise has settled.
    fetch.addPendingObject(Thermometer(scene))

    for name in ["first", "second", "third"] {
      fetch.then { heard in scene.note("\(name) hears \(heard)") }.named("\(name) observer", in: scene)
    }
    fetch.catch { _ in scene.note("never said") }.named("errors only", in: scene)
    fetch.always { scene.note("settled, either way") }.named("either way", in: scene)

    // Still pending, so a test that asks now is told no; it would wait with `waitForPromises(timeout:)`.
    scene.note("pending: \(fetch.isPending)")

    return scene.work("a second later", seconds: 3, giving: ())
      .then { _ -> Promise<String> in
        let late = fetch.then { heard in scene.note("late hears \(heard)") }.named("late observer", in: scene)
        scene.note("registered late, not told yet")
        return late
      }
      .named("come late", in: scene)
  }
}

/// What has to live for as long as the measurement goes on.
private final class Thermometer: Sendable {
  private let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  deinit { scene.note("the thermometer is put away") }
}
