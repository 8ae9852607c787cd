// Watch `add it up`: it computes the total of the cart, and no continuation asks
// for the number. Either the work is not needed, or a continuation is missing: the
// badge shows how many things are in the cart, but no price.

import BoltsFacade

extension Flow {
  /// A continuation whose result is not used.
  static let lostResult = Flow.tasks { scene in
    let cart = scene.work("load cart", seconds: 3, ending: Result<[Int], any Error>.success([20, 30, 9]))

    _ = cart.continueOnSuccessWith { prices in prices.reduce(0, +) }.named("add it up", in: scene)

    return cart.continueOnSuccessWith { prices in scene.note("\(prices.count) things") }.named("show badge", in: scene)
  }
}
