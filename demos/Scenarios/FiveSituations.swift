// Watch five ways to combine the same requests, on one clock. Guess first how long
// each takes: every request whose name ends in 1 needs one second, in 2 two. What
// starts at once, what waits, and what continues although its result is no longer
// needed?

import PromiseScope

extension Flow {
  /// One, a series, all, the first, and a series with a parallel part.
  static let fiveSituations = Flow { scene in
    let server = SlowServer(scene: scene)

    // 1. One request.
    server.ask("one 1")
      .then { _ in scene.note("one: there") }.named("one", in: scene)

    // 2. In a row: each starts with the value of the previous one.
    server.ask("serial 1")
      .then { _ in server.ask("then 2") }.named("serial, second", in: scene)
      .then { _ in scene.note("serial: both") }.named("serial", in: scene)

    // 3. At once, and all of them are needed.
    all([server.ask("every 1"), server.ask("every 2")]).named("every one", in: scene)
      .then { _ in scene.note("parallel: all") }.named("parallel, all", in: scene)

    // 4. At once, and one of them is enough.
    race([server.ask("any 1"), server.ask("any 2")]).named("the first", in: scene)
      .then { _ in scene.note("parallel: one") }.named("parallel, one", in: scene)

    // 5. One, then two at once, then one that needs both.
    return server.ask("first 1")
      .then { _ in all([server.ask("both 1"), server.ask("both 2")]).named("both", in: scene) }
      .named("then both", in: scene)
      .then { _ in server.ask("last 1") }
      .named("then last", in: scene)
      .then { _ in scene.note("serial and parallel: done") }
      .named("serial and parallel", in: scene)
  }
}

/// A server whose requests take as many seconds as the last digit of their names.
private struct SlowServer: Sendable {
  let scene: Scene

  func ask(_ name: String) -> Promise<String> {
    let seconds = name.last.flatMap { Double(String($0)) } ?? 1
    return scene.work(name, seconds: seconds, giving: "answer")
  }
}
