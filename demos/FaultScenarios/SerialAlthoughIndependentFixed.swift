// Watch the four forecasts start together: `all` waits for every one of them and
// takes no longer than the slowest.

import PromiseScope
import Scenarios

extension Flow {
  /// The requests of `serial-although-independent`, all at once.
  static let serialAlthoughIndependentFixed = Flow { scene in
    all(["Oslo", "Rome", "Lima", "Cairo"].map { city in forecast(for: city, scene) })
      .named("all forecasts", in: scene)
      .then { forecasts in scene.note("\(forecasts.count) forecasts") }
      .named("done", in: scene)
  }
}

/// Asks the server and shows its answer.
private func forecast(for city: String, _ scene: Scene) -> Promise<Void> {
  scene.work("forecast for \(city)", seconds: 0.8, giving: "sunny")
    .then { weather in scene.note("\(city): \(weather)") }
    .named("show \(city)", in: scene)
    .asVoid()
    .named("\(city) is done", in: scene)
}
