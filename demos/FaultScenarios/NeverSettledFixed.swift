// Watch `locate`: after a second, the callback reports an error, and its closure
// rejects the promise. Every path through the closure settles it now, so the chain
// ends, and `hide the spinner` runs in either case.

import PromiseScope
import Scenarios

extension Flow {
  /// The callback of `never-settled`, which settles its promise on both paths.
  static let neverSettledFixed = Flow { scene in
    locate(scene)
      .then { place in scene.note("a map of \(place)") }
      .named("show map", in: scene)
      .catch { error in scene.note("no map: \(error)") }
      .named("show the error", in: scene)
      .always { scene.note("the spinner is hidden") }
      .named("hide the spinner", in: scene)

    return scene.work("look at the map", seconds: 3, giving: ())
  }
}

/// Wraps the callback in a promise.
private func locate(_ scene: Scene) -> Promise<String> {
  Promise { fulfill, reject in
    findPosition(scene) { place, error in
      guard let place else { return reject(error ?? PositionError.noSatellite) }
      fulfill(place)
    }
  }
  .named("locate", in: scene)
}

/// Calls back with a location or with an error; here, with an error.
private func findPosition(_ scene: Scene, _ completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
  scene.after(1) { _ in completion(nil, PositionError.noSatellite) }
}

/// Why there is no location.
private enum PositionError: Error { case noSatellite }
