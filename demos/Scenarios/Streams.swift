// Watch a search field in three styles. The user types three texts. The stream's `flatMap`
// starts a search for each, and shows the answers as they arrive: the first text's answer is
// the slowest, so it comes last. The promise's `then` starts one search, for one text,
// because a promise has one value. `await` is the same as `then`, in straight lines. The
// last stream keeps only the latest search, which is what a search field wants.

import PromiseScope

extension Flow {
  /// A stream with `flatMap`, a promise with `then`, an async body, and a stream that switches.
  static let streams = Flow { scene in
    let typed = TypedTexts(scene)

    // A stream: any number of values.
    typed.stream
      .flatMap { text in scene.search(text, for: "stream") }
      .subscribe { answer in scene.note("stream: \(answer)") }

    // A promise: one value.
    let first = typed.first.named("first text", in: scene)
    first
      .then { text in scene.search(text, for: "then") }
      .named("answer", in: scene)
      .then { answer in scene.note("then: \(answer)") }
      .named("show answer", in: scene)

    // The same, in straight lines.
    _ = scene.task("async body") {
      let text = try await first.get()
      let answer = try await scene.search(text, for: "await").get()
      scene.note("await: \(answer)")
    }

    // A stream whose next value makes the answer to the one before it worthless.
    typed.stream
      .flatMapLatest { text in scene.search(text, for: "latest") }
      .subscribe { answer in scene.note("latest: \(answer)") }

    typed.start()
    return scene.work("look at the answers", seconds: 3.6, giving: ())
  }
}

extension Scene {
  /// Searches; the less there is to go by, the longer it takes.
  fileprivate func search(_ text: String, for style: String) -> Promise<String> {
    work("\(style): \(text)", seconds: 2.75 - 0.5 * Double(text.count), giving: "answer to \(text)")
  }
}

/// A search field: the texts that the user types.
private struct TypedTexts {
  private static let texts = [(0.5, "p"), (1.0, "par"), (1.5, "paris")]
  private let scene: Scene
  private let resolver: Resolver<String>
  let first: Promise<String>
  let stream = TextStream()

  init(_ scene: Scene) {
    self.scene = scene
    (first, resolver) = Promise<String>.withResolvers()
  }

  func start() {
    for (index, (seconds, text)) in Self.texts.enumerated() {
      scene.at(seconds) { [scene, resolver, stream] in
        scene.note("typed: \(text)")
        if index == 0 { resolver.fulfill(text) }
        stream.send(text)
      }
    }
  }
}
