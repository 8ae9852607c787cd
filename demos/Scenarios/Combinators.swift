// Watch one list of three mirrors, and four ways to wait for it. Oslo fails after a
// second, Rome and Lima answer later. `race` takes the first outcome, even an error;
// `Promise.any` the first value; `all` gives up at the first error; `allSettled`
// waits for everyone. None of them stops a mirror that has lost.

import PromiseScope

extension Flow {
  /// The same three inputs for all four combinators of ECMAScript.
  static let combinators = Flow { scene in
    let mirrors: [Promise<String>] = [
      scene.work("Oslo", seconds: 1, failingWith: Closed()),
      scene.work("Rome", seconds: 2, giving: "file from Rome"),
      scene.work("Lima", seconds: 3, giving: "file from Lima"),
    ]

    Promise.race(mirrors)
      .named("race", in: scene)
      .catch { error in scene.note("race: \(error)") }
      .named("race is over", in: scene)

    Promise.any(mirrors)
      .named("any", in: scene)
      .then { file in scene.note("any: \(file)") }
      .named("any is over", in: scene)
      .catch { error in scene.note("any: \(error)") }
      .named("no mirror at all", in: scene)

    Promise.all(mirrors)
      .named("all", in: scene)
      .catch { error in scene.note("all: \(error)") }
      .named("all is over", in: scene)

    return Promise.allSettled(mirrors)
      .named("allSettled", in: scene)
      .then { outcomes in scene.note("allSettled: \(outcomes.count) outcomes") }
      .named("allSettled is over", in: scene)
  }
}

/// Why Oslo has no file.
private struct Closed: Error, CustomStringConvertible {
  var description: String { "Oslo is closed" }
}
