// Watch `search`: after a second, its time is up and its result is no longer used.
// The search still takes another two seconds.

import PromiseScope
import Scenarios

extension Flow {
  /// A time limit that does not stop the work.
  static let uncanceledSource = Flow { scene in
    scene.work("search", seconds: 3, giving: ["a map", "a globe"])
      .timeout(scene.paced(1))
      .named("search in time", in: scene)
      .then { found in scene.note("\(found.count) results") }
      .named("show results", in: scene)
      .catch { error in scene.note("no results: \(error)") }
      .named("show the error", in: scene)

    return scene.work("look at the page", seconds: 4, giving: ())
  }
}
