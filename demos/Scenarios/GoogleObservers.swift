// Watch `fetch`: while it is pending, its observers wait in a list, and an
// object that it keeps alive waits with them. Once it settles, they are called
// in the order of their `then`s; the one for errors is skipped. A late observer
// is called as well, in a turn of its own and never inside the registering call.

import PromiseScope

extension Flow {
  /// One promise, observers of every kind, and a late one.
  static let googleObservers = Flow { scene in
    let fetch = scene.work("fetch", seconds: 2, giving: "42 degrees")

    // Nothing else retains this object: it is released when the promise has settled.
    fetch.addPendingObject(Thermometer(scene))

    for name in ["first", "second", "third"] {
      fetch.then { heard in scene.note("\(name) hears \(heard)") }.named("\(name) observer", in: scene)
    }
    fetch.catch { _ in scene.note("never said") }.named("errors only", in: scene)
    fetch.always { scene.note("settled, either way") }.named("either way", in: scene)

    // Still pending, so a check at this point returns false; a test would wait with `waitForPromises(timeout:)`.
    scene.note("pending: \(fetch.isPending)")

    return scene.work("a second later", seconds: 3, giving: ())
      .then { _ -> Promise<String> in
        let late = fetch.then { heard in scene.note("late hears \(heard)") }.named("late observer", in: scene)
        scene.note("registered late, not called yet")
        return late
      }
      .named("come late", in: scene)
  }
}

/// An object that has to stay alive while the measurement runs.
private final class Thermometer: Sendable {
  private let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  deinit { scene.note("the thermometer is put away") }
}
