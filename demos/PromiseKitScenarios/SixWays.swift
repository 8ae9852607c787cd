// Watch the rows named after PromiseKit: the same chain as with Google's and ES6's
// words, although `then` and `catch` come from another library.

import PromiseKitFacade

extension Flow {
  /// The flow of `same-flow-six-ways` in PromiseKit's words.
  package static let sixWaysInPromiseKit = Flow.ending { scene in
    let orders = scene.work("PromiseKit: log in", seconds: 0.8, giving: "token")
      .then { _ in scene.work("PromiseKit: fetch user", seconds: 1, giving: "Ada") }
      .named("PromiseKit: user", in: scene)
      .then { _ in scene.work("PromiseKit: fetch orders", seconds: 1.2, giving: 3) }
      .named("PromiseKit: orders", in: scene)
    return orders.tap { outcome in if case .rejected(let error) = outcome { scene.note("PromiseKit: \(error)") } }
      .named("PromiseKit: errors", in: scene)._node
  }
}
