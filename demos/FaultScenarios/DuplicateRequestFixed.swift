// Watch the one `profile of Ada`: the page asks for it once, and both views wait for
// the same promise.

import PromiseScope
import Scenarios

extension Flow {
  /// The two views of `duplicate-request`, with one promise for both.
  static let duplicateRequestFixed = Flow { scene in
    let profile = loadProfile(scene)
    let header = profile.then { name in scene.note("hello, \(name)") }.named("draw header", in: scene)
    let sidebar = profile.then { name in scene.note("friends of \(name)") }.named("draw sidebar", in: scene)
    return all(header, sidebar).named("page", in: scene)
  }
}

/// One request per call.
private func loadProfile(_ scene: Scene) -> Promise<String> {
  scene.work("profile of Ada", seconds: 1, giving: "Ada")
}
