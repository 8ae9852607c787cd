// Watch the rows named after Bolts: the same chain once more, of tasks and their
// continuations.

import BoltsFacade

extension Flow {
  /// The flow of `same-flow-six-ways` in Bolts' words.
  package static let sixWaysInBolts = Flow.tasks { scene in
    scene.work("Bolts: log in", seconds: 0.8, ending: .success("token"))
      .continueOnSuccessWithTask { _ in scene.work("Bolts: fetch user", seconds: 1, ending: .success("Ada")) }
      .named("Bolts: user", in: scene)
      .continueOnSuccessWithTask { _ in scene.work("Bolts: fetch orders", seconds: 1.2, ending: .success(3)) }
      .named("Bolts: orders", in: scene)
      .continueOnErrorWith { (error: any Error) -> Int in throw error }
      .named("Bolts: errors", in: scene)
  }
}
