// Watch the race: it settles as soon as the fastest mirror has answered. The
// losers are not stopped. They continue, they settle too, and their outcomes are
// discarded: one of them is even rejected, long after it mattered.

import PromiseScope

extension Flow {
  /// The same file from three mirrors; the first answer counts.
  static let parallelOne = Flow { scene in
    let mirrors = [
      scene.work("mirror in Oslo", seconds: 2.4, giving: "file from Oslo"),
      scene.work("mirror in Rome", seconds: 1.6, giving: "file from Rome"),
      scene.work("mirror in Lima", seconds: 3.2, failingWith: MirrorError.diskFull) as Promise<String>,
    ]

    return race(mirrors)
      .named("first answer", in: scene)
      .then { file in scene.note("got the \(file)") }
      .named("open it", in: scene)
  }
}

/// Why a mirror had no file.
enum MirrorError: Error {
  case diskFull
}
