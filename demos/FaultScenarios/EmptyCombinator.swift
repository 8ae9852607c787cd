// Watch `first answer`: no mirror is reachable, so the race has no runners and can
// have no winner. It stays pending, as ECMAScript requires, and so does `open it`.

import PromiseScope
import Scenarios

extension Flow {
  /// A race among the mirrors that are reachable: none.
  static let emptyCombinator = Flow { scene in
    scene.work("look for mirrors", seconds: 1, giving: [String]())
      .then { mirrors in
        scene.note("\(mirrors.count) mirrors are reachable")
        open(mirrors, scene)
      }
      .named("choose a mirror", in: scene)

    return scene.work("look at the spinner", seconds: 3, giving: ())
  }
}

/// Opens the file from the fastest mirror.
private func open(_ mirrors: [String], _ scene: Scene) {
  Promise.race(mirrors.map { mirror in scene.work("mirror \(mirror)", seconds: 1, giving: "file from \(mirror)") })
    .named("first answer")
    .then { file in scene.note("got the \(file)") }
    .named("open it")
}
