// Watch `show cart`: the error skips it and reaches `catch`, which shows what has
// happened. A value is shown only if there is one.

import PromiseKitFacade

extension Flow {
  /// The chain of `swallowed-error`, which shows the error.
  static let swallowedErrorFixed = Flow.promises { scene in
    loadCart(scene)
      .done { items in scene.note("\(items.count) items in your cart") }
      .named("show cart", in: scene)
      .catch { error in scene.note("the cart could not be loaded: \(error)") }

    return scene.work("look at the cart", seconds: 3.5, giving: ())
  }
}

/// The server fails.
private func loadCart(_ scene: Scene) -> Promise<[String]> {
  scene.work("load cart", seconds: 3, failingWith: CartError.badGateway)
}

/// Why there is no cart.
private enum CartError: Error { case badGateway }
