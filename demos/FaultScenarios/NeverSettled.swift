// Watch `locate`: after a second, the callback reports an error, and its closure
// returns without calling `reject`. With that, the last closure that could settle
// the promise is gone: `locate` is freed while it is pending, and `show map` with
// it. The spinner turns forever.

import PromiseScope
import Scenarios

extension Flow {
  /// A callback that settles its promise on one of two paths.
  static let neverSettled = Flow { scene in
    locate(scene)
      .then { place in scene.note("a map of \(place)") }
      .named("show map")

    return scene.work("look at the spinner", seconds: 3, giving: ())
  }
}

/// Wraps the callback in a promise.
private func locate(_ scene: Scene) -> Promise<String> {
  Promise { fulfill, reject in
    findPosition(scene) { place, error in
      guard let place else { return }
      fulfill(place)
    }
  }
  .named("locate")
}

/// Calls back with a location or with an error; here, with an error.
private func findPosition(_ scene: Scene, _ completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
  scene.after(1) { _ in completion(nil, PositionError.noSatellite) }
}

/// Why there is no location.
private enum PositionError: Error { case noSatellite }
