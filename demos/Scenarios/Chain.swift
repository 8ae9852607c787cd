// Watch the same three steps twice. Each `then` returns a new promise for the result
// of its handler. In Ada's chain, values flow down from step to step. Bob's login
// is refused: the rejection flows down instead, no handler for a value runs, and
// the first handler for an error takes it.

import PromiseScope

extension Flow {
  /// A chain of values, and the same chain with an error at its start.
  static let chain = Flow { scene in
    let shop = Shop(scene: scene)
    shop.showOrders(of: "Ada")
    shop.showOrders(of: "Bob")
    return scene.work("look at both pages", seconds: 3.5, giving: ())
  }
}

/// A shop with two customers, one of whom has forgotten the password.
private struct Shop: Sendable {
  let scene: Scene

  func showOrders(of name: String) {
    logIn(name)
      .then { token in fetchOrders(token) }
      .named("\(name)'s orders", in: scene)
      .then { orders in orders.count }
      .named("count \(name)'s", in: scene)
      .then { count in scene.note("\(name) has \(count) orders") }
      .named("show \(name)'s", in: scene)
      .catch { error in scene.note("\(name) sees: \(error)") }
      .named("\(name)'s errors", in: scene)
  }

  private func logIn(_ name: String) -> Promise<String> {
    if name == "Ada" { return scene.work("log in Ada", seconds: 1, giving: "token 7") }
    return scene.work("log in Bob", seconds: 1.5, failingWith: LoginError.wrongPassword)
  }

  private func fetchOrders(_ token: String) -> Promise<[String]> {
    scene.work("fetch orders with \(token)", seconds: 1.2, giving: ["tea", "ink", "paper"])
  }
}

/// Why a login fails.
private enum LoginError: Error { case wrongPassword }
