// Watch the same three requests in each style, all at the same time: log in, fetch
// the user, fetch the orders. Callbacks and async/await have one row with the
// requests inside it; Google's and ES6's words make the same chain, row by row, and
// so do PromiseKit's and Bolts' in the files beside this one.

import PromiseScope

extension Flow {
  /// The four styles for which this module has the words.
  package static let sixWays: [Flow] = [
    // Callbacks: each request starts inside the callback of the previous one.
    Flow { scene in
      scene.nested("callbacks") { (done: @escaping Completion<Int>) in
        scene.callback("callbacks: log in") {
          scene.answer(0.8, "token", $0)
        } _: { token in
          guard case .success = token else { return done(token.map { _ in 0 }) }
          scene.callback("callbacks: fetch user") {
            scene.answer(1, "Ada", $0)
          } _: { user in
            guard case .success = user else { return done(user.map { _ in 0 }) }
            scene.callback("callbacks: fetch orders") {
              scene.answer(1.2, 3, $0)
            } _: {
              done($0)
            }
          }
        }
      }
      .catch { error in scene.note("callbacks: \(error)") }.named("callbacks: errors", in: scene)
    },

    // Google Promises: then, then, then, catch.
    Flow { scene in
      scene.work("Google: log in", seconds: 0.8, giving: "token")
        .then { _ in scene.work("Google: fetch user", seconds: 1, giving: "Ada") }.named("Google: user", in: scene)
        .then { _ in scene.work("Google: fetch orders", seconds: 1.2, giving: 3) }.named("Google: orders", in: scene)
        .catch { error in scene.note("Google: \(error)") }.named("Google: errors", in: scene)
    },

    // ES6: then takes a handler for each outcome, and here the last one is for errors.
    Flow { scene in
      scene.work("ES6: log in", seconds: 0.8, giving: "token")
        .then { _ in scene.work("ES6: fetch user", seconds: 1, giving: "Ada") }.named("ES6: user", in: scene)
        .then { _ in scene.work("ES6: fetch orders", seconds: 1.2, giving: 3) }.named("ES6: orders", in: scene)
        .then(nil, onRejected: { (error: any Error) -> Int in throw error }).named("ES6: errors", in: scene)
    },

    // async/await: straight lines, in a task.
    Flow { scene in
      scene.task("await") { () -> Int in
        _ = try await scene.work("await: log in", seconds: 0.8, giving: "token").get()
        _ = try await scene.work("await: fetch user", seconds: 1, giving: "Ada").get()
        return try await scene.work("await: fetch orders", seconds: 1.2, giving: 3).get()
      }
      .catch { error in scene.note("await: \(error)") }.named("await: errors", in: scene)
    },
  ]
}

extension Scene {
  /// Calls back with a value after a while.
  fileprivate func answer<Value: Sendable>(_ seconds: Double, _ value: Value, _ done: @escaping Completion<Value>) {
    after(seconds) { ended in done(ended.map { value }) }
  }
}
