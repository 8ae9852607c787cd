// Watch `send order`: the server is overloaded and refuses, and the app asks again
// five times a second. Fifteen attempts later the server is no better off, and
// neither is the app.

import PromiseScope
import Scenarios

extension Flow {
  /// Retries without a pause that deserves the name.
  static let retryStorm = Flow { scene in
    retry(attempts: 14, delay: scene.paced(0.1)) { send(scene) }
      .named("send order", in: scene)
      .then { number in scene.note("order \(number)") }
      .named("show order", in: scene)
      .catch { error in scene.note("no order: \(error)") }
      .named("show the error", in: scene)

    return scene.work("look at the order", seconds: 4, giving: ())
  }
}

/// One attempt, which the server refuses.
private func send(_ scene: Scene) -> Promise<Int> {
  scene.work("attempt", seconds: 0.1, failingWith: OrderError.overloaded)
}

/// Why there is no order.
private enum OrderError: Error { case overloaded }
