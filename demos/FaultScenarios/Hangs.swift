// Watch three promises that never get a value. `weather` is freed while pending,
// because its callback loses the way to settle it; what waits for it hangs as well.
// `tide` and `moon` wait for each other, which the library notices. `letter` only
// waits long: it is slow, and not a hang.

import PromiseScope
import Scenarios

extension Flow {
  /// A leak, a cycle, and a promise that is merely slow.
  static let hangs = Flow { scene in
    forecast(scene)
      .then { weather in scene.note("weather: \(weather)") }
      .named("show weather")

    // Each is resolved with a promise that needs the other.
    let (tide, tideResolver) = Promise<String>.withResolvers()
    let (moon, moonResolver) = Promise<String>.withResolvers()
    tide.named("tide", in: scene)
    moon.named("moon", in: scene)
    scene.at(1.5) {
      tideResolver.resolve(moon.then { "high with \($0)" }.named("tide from moon", in: scene))
      moonResolver.resolve(tide.then { "full with \($0)" }.named("moon from tide", in: scene))
    }
    tide
      .catch { error in scene.note("no tide: \(error)") }
      .named("say why", in: scene)

    return scene.work("letter", seconds: 4, giving: "Dear Ada")
      .then { letter in scene.note(letter) }
      .named("read the letter", in: scene)
  }
}

/// The station reports that it is closed, and the callback has no line for that.
private func forecast(_ scene: Scene) -> Promise<String> {
  Promise { fulfill, _ in
    scene.after(1) { _ in
      let answer: String? = nil
      if let answer { fulfill(answer) }
    }
  }
  .named("weather")
}
