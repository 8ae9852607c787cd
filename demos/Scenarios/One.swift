// Watch one promise: `fetch weather` is pending for two seconds, then
// fulfilled. Its handler, `show it`, was registered before anything happened,
// and runs only once the value exists. A promise is settled; it never "runs".

import PromiseScope

extension Flow {
  /// One step that takes time, and a handler for its value.
  static let one = Flow { scene in

    // Pending: the server settles it, two seconds from now.
    let weather = scene.work("fetch weather", seconds: 2, giving: "sunny, 21 degrees")

    // `then` returns at once, with a *new* promise that derives from the first.
    return
      weather
      .then { weather in scene.note("today: \(weather)") }
      .named("show it", in: scene)
  }
}
