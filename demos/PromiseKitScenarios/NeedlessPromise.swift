// Watch `title`: it is a promise around a chain that is a promise already, and does
// nothing but repeat its outcome. The wrapper needs a handler for each side, and
// forgetting one would leave it pending forever.

import PromiseKitFacade

extension Flow {
  /// A promise around a chain.
  static let needlessPromise = Flow.promises { scene in
    title(scene)
      .done { title in scene.note(title) }
      .named("show title", in: scene)
  }
}

/// Wraps the chain once more.
private func title(_ scene: Scene) -> Promise<String> {
  Promise { seal in
    scene.work("load book", seconds: 3, giving: "on the shelf")
      .map { book in book.uppercased() }
      .named("read title", in: scene)
      .done { title in seal.fulfill(title) }
      .catch { error in seal.reject(error) }
  }
  .named("title", in: scene)
}
