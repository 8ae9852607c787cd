// Watch `choose a mirror`: it checks the list before the race, and an empty list
// is an error like any other, which the end of the chain shows.

import PromiseScope
import Scenarios

extension Flow {
  /// The race of `empty-combinator`, which needs at least one mirror.
  static let emptyCombinatorFixed = Flow { scene in
    scene.work("look for mirrors", seconds: 1, giving: [String]())
      .then { mirrors in
        scene.note("\(mirrors.count) mirrors are reachable")
        return try open(mirrors, scene)
      }
      .named("choose a mirror", in: scene)
      .then { file in scene.note("got the \(file)") }
      .named("open it", in: scene)
      .catch { error in scene.note("no file: \(error)") }
      .named("show the error", in: scene)

    return scene.work("look at the file", seconds: 3, giving: ())
  }
}

/// Opens the file from the fastest mirror.
private func open(_ mirrors: [String], _ scene: Scene) throws -> Promise<String> {
  guard !mirrors.isEmpty else { throw MirrorsError.noneIsReachable }
  return Promise.race(
    mirrors.map { mirror in scene.work("mirror \(mirror)", seconds: 1, giving: "file from \(mirror)") }
  )
  .named("first answer", in: scene)
}

/// Why there is no file.
private enum MirrorsError: Error { case noneIsReachable }
