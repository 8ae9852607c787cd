// Watch where four errors go. Tea: `catch` sees the error and passes it on, so the
// step below it is skipped, too. Ink: `recover` replaces it with a value, so the
// chain continues. Paper: the error comes from a handler and not from the server.
// Glue: the handler throws another error, and that one flows on.

import PromiseScope

extension Flow {
  /// One chain for each thing that can happen to an error.
  static let errorPaths = Flow { scene in

    // Google's catch: the handler runs, and the rejection continues.
    scene.work("price of tea", seconds: 1, failingWith: PriceError.soldOut, as: Int.self)
      .catch { error in scene.note("tea: \(error)") }
      .named("catch tea", in: scene)
      .then { price in scene.note("tea costs \(price)") }
      .named("show tea", in: scene)

    // What ES6 calls catch: the handler returns a value, and the chain is fulfilled again. `then` without a handler for values is the same.
    let ink = scene.work("price of ink", seconds: 1.4, failingWith: PriceError.shopIsClosed, as: Int.self)
    ink
      .then(nil, onRejected: { error in error is PriceError ? 9 : 0 })
      .named("then(nil) ink", in: scene)
      .then { price in scene.note("ink costs \(price) here, too") }
      .named("print ink", in: scene)
    ink
      .recover { error in error is PriceError ? 9 : 0 }
      .named("recover ink", in: scene)
      .then { price in scene.note("ink costs \(price), as yesterday") }
      .named("show ink", in: scene)

    // An error that a handler throws is a rejection like any other.
    scene.work("price of paper", seconds: 1.8, giving: "cheap")
      .then { text -> Int in
        guard let price = Int(text) else { throw PriceError.notANumber }
        return price
      }
      .named("read paper", in: scene)
      .then { price in scene.note("paper costs \(price)") }
      .named("show paper", in: scene)
      .catch { error in scene.note("paper: \(error)") }
      .named("catch paper", in: scene)

    // A handler that can't replace the error throws: the same one, or one that says more.
    scene.work("price of glue", seconds: 2.2, failingWith: PriceError.shopIsClosed, as: Int.self)
      .recover { _ -> Int in throw PriceError.askTomorrow }
      .named("rethrow glue", in: scene)
      .catch { error in scene.note("glue: \(error)") }
      .named("catch glue", in: scene)

    return scene.work("look at the prices", seconds: 3, giving: ())
  }
}

/// Why there is no price.
private enum PriceError: Error { case soldOut, shopIsClosed, notANumber, askTomorrow }
