// Watch the staircase: four forecasts, one after another, although none needs
// another's value. The loop appends each request to the chain, so the times add
// up to more than three seconds.

import PromiseScope
import Scenarios

extension Flow {
  /// A loop that makes independent requests wait for each other.
  static let serialAlthoughIndependent = Flow { scene in
    var chain = Promise(()).named("start", in: scene)
    for city in ["Oslo", "Rome", "Lima", "Cairo"] {
      chain =
        chain
        .then { _ in forecast(for: city, scene) }
        .named("then \(city)", in: scene)
    }
    return chain
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
