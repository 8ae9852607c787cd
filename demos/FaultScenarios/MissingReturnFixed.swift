// Watch `save`: its handler returns the promise of the file, so `save`
// adopts it and stays pending as long as the file is being written. `say so` runs
// after that, and errors would arrive there as well.

import PromiseScope
import Scenarios

extension Flow {
  /// The handler of `missing-return`, which returns what it starts.
  static let missingReturnFixed = Flow { scene in
    scene.work("log in", seconds: 1, giving: "Ada")
      .then { user in
        scene.note("saving")
        return write("settings of \(user)", scene)
      }
      .named("save", in: scene)
      .then { size in scene.note("saved \(size) bytes") }
      .named("say so", in: scene)
  }
}

/// Writes a file.
private func write(_ file: String, _ scene: Scene) -> Promise<Int> {
  scene.work("write \(file)", seconds: 2, giving: 120)
}
