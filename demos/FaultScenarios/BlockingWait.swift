// Watch `total`: its handler runs on the main queue and blocks it until `rate` is
// there. But the handler of `rate` needs the main queue, too, and is next in line
// behind the one that waits for it. In many libraries the app now hangs; this one
// sees that the wait could never end, and throws.

import PromiseScope
import Scenarios

extension Flow {
  /// A handler that waits for another handler of the same queue.
  static let blockingWait = Flow { scene in
    scene.work("load cart", seconds: 1, giving: [20, 30])
      .then { prices -> Int in
        let rate = loadRate(scene)
        return prices.reduce(0, +) * (try awaitPromise(rate))
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
