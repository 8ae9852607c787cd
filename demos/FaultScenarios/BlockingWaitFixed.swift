// Watch `total`: its handler returns a promise instead of waiting for one, so the
// main queue stays free, and the handler of `rate` runs as soon as the bank has
// answered.

import PromiseScope
import Scenarios

extension Flow {
  /// The total of `blocking-wait`, without blocking a queue.
  static let blockingWaitFixed = Flow { scene in
    scene.work("load cart", seconds: 1, giving: [20, 30])
      .then { prices in
        loadRate(scene)
          .then { rate in prices.reduce(0, +) * rate }
          .named("multiply", in: scene)
      }
      .named("total", in: scene)
      .then { total in scene.note("total: \(total)") }
      .named("show total", in: scene)
      .catch { error in scene.note("no total: \(error)") }
      .named("show the error", in: scene)

    return scene.work("look at the cart", seconds: 3.5, giving: ())
  }
}

/// Asks the bank, and reads its answer on the main queue.
private func loadRate(_ scene: Scene) -> Promise<Int> {
  scene.work("ask the bank", seconds: 1.5, giving: "2")
    .then { text in Int(text) ?? 1 }
    .named("rate", in: scene)
}
