// Watch `show price`: it continues `add it up` and uses the total.

import BoltsFacade

extension Flow {
  /// The continuation of `lost-result`, whose result is used.
  static let lostResultFixed = Flow.tasks { scene in
    let cart = scene.work("load cart", seconds: 3, ending: Result<[Int], any Error>.success([20, 30, 9]))

    let price =
      cart
      .continueOnSuccessWith { prices in prices.reduce(0, +) }.named("add it up", in: scene)
      .continueOnSuccessWith { total in scene.note("\(total) euros") }.named("show price", in: scene)

    let badge = cart.continueOnSuccessWith { prices in scene.note("\(prices.count) things") }.named(
      "show badge", in: scene)
    return Task.whenAll(price, badge).named("cart is shown", in: scene)
  }
}
