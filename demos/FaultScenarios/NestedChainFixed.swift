// Watch the chain run straight down: each handler returns the promise of the next
// request, so the next `then` waits for it. One `catch` at the end serves all three.

import PromiseScope
import Scenarios

extension Flow {
  /// The steps of `nested-chain`, one below the other.
  static let nestedChainFixed = Flow { scene in
    let shop = Shop(scene: scene)
    shop.logIn()
      .then { token in shop.user(token) }
      .named("fetch user", in: scene)
      .then { user in shop.orders(user) }
      .named("fetch orders", in: scene)
      .then { orders in scene.note("\(orders.count) orders") }
      .named("show orders", in: scene)
      .then { _ in scene.note("ready") }
      .named("ready", in: scene)
      .catch { error in scene.note("the shop says: \(error)") }
      .named("show error", in: scene)

    return scene.work("look at the shop", seconds: 4, giving: ())
  }
}

/// Three requests, of which the last fails.
private struct Shop: Sendable {
  let scene: Scene

  func logIn() -> Promise<String> { scene.work("log in", seconds: 0.8, giving: "token 7") }

  func user(_ token: String) -> Promise<String> { scene.work("user of \(token)", seconds: 1, giving: "Ada") }

  func orders(_ user: String) -> Promise<[String]> {
    scene.work("orders of \(user)", seconds: 1.2, failingWith: ShopError.closed)
  }
}

/// Why there are no orders.
private enum ShopError: Error { case closed }
