// Watch `search` end with its time limit: nothing needs its result any more, so the
// time limit cancels it.

import PromiseScope
import Scenarios

extension Flow {
  /// The search of `uncanceled-source`, which the time limit cancels.
  static let uncanceledSourceFixed = Flow { scene in
    scene.work("search", seconds: 3, giving: ["a map", "a globe"])
      .timeout(scene.paced(1), cancelsSource: true)
      .named("search in time", in: scene)
      .then { found in scene.note("\(found.count) results") }
      .named("show results", in: scene)
      .catch { error in scene.note("no results: \(error)") }
      .named("show the error", in: scene)

    return scene.work("look at the page", seconds: 4, giving: ())
  }
}
