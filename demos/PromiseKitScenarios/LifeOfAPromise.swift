// Watch the order of the notes. The body runs at once, inside the call that
// creates `fetch weather`, although nothing waits for it yet. Two seconds later the
// promise is settled, and a second attempt is refused. `come late` asks for the
// value afterwards and gets it: a settled promise keeps its outcome.

import PromiseKitFacade

extension Flow {
  /// Created, pending, settled once, and asked once more.
  static let lifeOfAPromise = Flow.promises { scene in
    scene.note("before the promise")
    let weather = Promise<String> { seal in
      scene.note("the body starts the request")
      scene.afterWork("fetch weather", 2) { ended in seal.resolve(ended.map { "sunny" }) }
      scene.at(2.6) { seal.fulfill("rain") }
    }
    .named("fetch weather", in: scene)
    scene.note("the promise exists")

    // `done` adds a handler for the value.
    weather
      .done { weather in scene.note("the handler gets: \(weather)") }
      .named("show it", in: scene)
    scene.note("the handler is registered")

    return scene.work("a while", seconds: 3.4, giving: ())
      .then {
        weather.done { weather in scene.note("the late handler gets: \(weather)") }.named("late handler", in: scene)
      }
      .named("come late", in: scene)
  }
}
