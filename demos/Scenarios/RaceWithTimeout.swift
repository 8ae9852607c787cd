// Watch two races between an answer and a clock. `quick answer` wins: its clock
// rings a second later, and its outcome is discarded. `slow answer` loses:
// the race is rejected with the clock's error while the request is still pending,
// for a race stops nothing. The answer arrives later, and is discarded.

import PromiseScope

extension Flow {
  /// The same race twice: an answer that comes in time, and one that does not.
  static let raceWithTimeout = Flow { scene in
    let quick = race(
      scene.work("quick answer", seconds: 1, giving: "sunny"),
      scene.work("2 s clock", seconds: 2, failingWith: TooLate())
    )
    .named("quick race", in: scene)
    .then { weather in scene.note("it is \(weather)") }
    .named("show weather", in: scene)

    let slow = race(
      scene.work("slow answer", seconds: 3.5, giving: "2 delays"),
      scene.work("2.5 s clock", seconds: 2.5, failingWith: TooLate())
    )
    .named("slow race", in: scene)
    .then { trains in scene.note("trains: \(trains)") }
    .named("show trains", in: scene)
    .catch { error in scene.note("no trains: \(error)") }
    .named("say why", in: scene)

    return any(quick, slow)
      .named("both races", in: scene)
      .then { _ in scene.note("both races are over") }
      .named("done", in: scene)
  }
}

/// The clock's error.
private struct TooLate: Error, CustomStringConvertible {
  var description: String { "too late" }
}
