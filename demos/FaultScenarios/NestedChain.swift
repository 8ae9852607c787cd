// Watch the steps move to the right: each `then` is inside the handler of the one
// before, as callbacks were, and no handler returns what it starts. The outer chain
// ends after the login, says that it is ready, and its `catch` never hears that the
// orders could not be loaded.

import PromiseScope
import Scenarios

extension Flow {
  /// A chain written like nested callbacks.
  static let nestedChain = Flow { scene in
    let shop = Shop(scene: scene)
    shop.logIn()
      .then { token in
        scene.note("using \(token)")
        shop.user(token).then { user in
          scene.note("hello, \(user)")
          shop.orders(user).then { orders in
            scene.note("\(orders.count) orders")
          }
          .named("show orders", in: scene)
        }
        .named("fetch orders", in: scene)
      }
      .named("fetch user", in: scene)
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
