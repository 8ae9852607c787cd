// Watch `read title`: the function returns the chain itself. Its outcome, value or
// error, is the outcome of the function.

import PromiseKitFacade

extension Flow {
  /// The chain of `needless-promise`, returned as it is.
  static let needlessPromiseFixed = Flow.promises { scene in
    title(scene)
      .done { title in scene.note(title) }
      .named("show title", in: scene)
  }
}

/// Returns the chain.
private func title(_ scene: Scene) -> Promise<String> {
  scene.work("load book", seconds: 3, giving: "on the shelf")
    .map { book in book.uppercased() }
    .named("read title", in: scene)
}
