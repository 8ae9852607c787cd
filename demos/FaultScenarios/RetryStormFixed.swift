// Watch the pause: three attempts with more than a second between them. The server
// has time to recover, and after that the app shows the error.

import PromiseScope
import Scenarios

extension Flow {
  /// The order of `retry-storm`, with few attempts and a pause.
  static let retryStormFixed = Flow { scene in
    retry(attempts: 2, delay: scene.paced(1.2)) { send(scene) }
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
