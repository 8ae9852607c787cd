// Watch when each request starts. `eager map` starts when it is created. `lazy map` is
// only a plan: it exists from the beginning, and starts two seconds later, when `show
// map` waits for it. Without a waiter it would never start.

import PromiseScope

extension Flow {
  /// One promise that starts at once, and one that starts when it is needed.
  static let lazyCreation = Flow { scene in
    Promise { scene.note("the eager map is loading") }
      .named("eager map", in: scene)

    let map = Promise<String>.lazy { () -> Promise<String> in
      scene.note("the lazy map is loading")
      return scene.work("load map", seconds: 1.2, giving: "map of Rome")
    }
    .named("lazy map")

    return scene.work("drive to Rome", seconds: 2, giving: ())
      .then { _ in map.then { map in scene.note("show the \(map)") }.named("show map", in: scene) }
      .named("arrive", in: scene)
  }
}
