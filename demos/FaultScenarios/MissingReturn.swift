// Watch `save`: its handler starts `write settings of Ada`, which takes two seconds,
// but returns nothing. So `save` is fulfilled at once, and `say so` reports success two
// seconds too early. If the disk were full, no handler here would see the error.

import PromiseScope
import Scenarios

extension Flow {
  /// A handler that starts work and forgets to return it.
  static let missingReturn = Flow { scene in
    scene.work("log in", seconds: 1, giving: "Ada")
      .then { user in
        scene.note("saving")
        write("settings of \(user)", scene)
          .then { size in scene.note("\(size) bytes") }
      }
      .named("save", in: scene)
      .then { _ in scene.note("saved") }
      .named("say so", in: scene)
  }
}

/// Writes a file.
private func write(_ file: String, _ scene: Scene) -> Promise<Int> {
  scene.work("write \(file)", seconds: 2, giving: 120)
}
