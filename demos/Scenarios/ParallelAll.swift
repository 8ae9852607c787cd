// Watch three promises pending side by side, and `all` waiting on them: it
// fulfills when the slowest has, not after the sum of their times, and its
// values keep the order of its inputs, whichever settled first.

import PromiseScope

extension Flow {
  /// Three requests at once.
  static let parallelAll = Flow { scene in

    // All three have started before anything waits for them.
    let requests = [
      scene.work("fetch news", seconds: 1.5, giving: "12 articles"),
      scene.work("fetch weather", seconds: 3, giving: "sunny"),
      scene.work("fetch trains", seconds: 2.2, giving: "2 delays"),
    ]

    return all(requests)
      .named("all three", in: scene)
      .then { answers in scene.note(answers.joined(separator: ", ")) }
      .named("show the page", in: scene)
  }
}
