// Watch `log in`: while it is pending, the table is drawn forty times a second, and
// each cell that comes into view continues the same task. The task keeps all of
// the continuations, and runs 120 of them when it completes, most of them for
// cells that have long gone.

import BoltsFacade

extension Flow {
  /// A task that lives long and collects continuations.
  static let manyHandlers = Flow.tasks { scene in
    let session = scene.work("log in", seconds: 4, ending: Result<String, any Error>.success("Ada"))

    for cell in 1...120 {
      scene.at(0.025 * Double(cell)) {
        _ = session.continueOnSuccessWith { user in if cell > 118 { scene.note("cell \(cell) greets \(user)") } }
      }
    }
    return session.continueOnSuccessWith { user in scene.note("\(user) is here") }.named("show the user", in: scene)
  }
}
