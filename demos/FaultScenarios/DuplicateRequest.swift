// Watch `profile of Ada` twice: the header and the sidebar each ask for the same
// profile, and the second request starts while the first one is in flight.

import PromiseScope
import Scenarios

extension Flow {
  /// Two views that each load what both need.
  static let duplicateRequest = Flow { scene in
    let header = loadProfile(scene).then { name in scene.note("hello, \(name)") }.named("draw header", in: scene)
    let sidebar = loadProfile(scene).then { name in scene.note("friends of \(name)") }.named("draw sidebar", in: scene)
    return all(header, sidebar).named("page", in: scene)
  }
}

/// One request per call.
private func loadProfile(_ scene: Scene) -> Promise<String> {
  scene.work("profile of Ada", seconds: 1, giving: "Ada")
}
