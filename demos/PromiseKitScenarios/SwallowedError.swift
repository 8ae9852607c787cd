// Watch `or nothing`: the server fails, and `recover` turns the error into an empty
// cart without looking at it. The user sees that the cart is empty, which is not
// true, and no log says why.

import PromiseKitFacade

extension Flow {
  /// A `recover` that hides every error.
  static let swallowedError = Flow.promises { scene in
    loadCart(scene)
      .recover { _ in Promise.value([]).named("empty cart", in: scene) }
      .named("or nothing", in: scene)
      .done { items in scene.note("\(items.count) items in your cart") }
      .named("show cart", in: scene)
  }
}

/// The server fails.
private func loadCart(_ scene: Scene) -> Promise<[String]> {
  scene.work("load cart", seconds: 3, failingWith: CartError.badGateway)
}

/// Why there is no cart.
private enum CartError: Error { case badGateway }
