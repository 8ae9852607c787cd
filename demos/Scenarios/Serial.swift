// Watch the staircase: each step starts when the previous one has its value, so
// the times add up. A handler that returns a promise is not the end of it: the
// promise of `then` adopts that one and stays pending as long as it does.

import PromiseScope

extension Flow {
  /// Log in, then fetch the user, then the user's orders.
  static let serial = Flow { scene in
    scene.work("log in", seconds: 1, giving: "token 7f3a")

      .then { token in
        scene.work("fetch user with \(token)", seconds: 1.2, giving: "Ada")
      }
      .named("user", in: scene)

      .then { user in
        scene.work("fetch orders of \(user)", seconds: 1.4, giving: ["tea", "ink", "paper"])
      }
      .named("orders", in: scene)

      .then { orders in scene.note("\(orders.count) orders") }
      .named("show them", in: scene)
  }
}
