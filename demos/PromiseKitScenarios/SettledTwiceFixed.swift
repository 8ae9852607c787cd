// Watch `download`: `seal.resolve` takes whatever the callback delivers, a page or
// an error, and seals the promise once.

import PromiseKitFacade

extension Flow {
  /// The callback of `settled-twice`, which seals its promise once.
  static let settledTwiceFixed = Flow.promises { scene in
    download(scene)
      .done { page in scene.note("\(page.count) characters") }
      .named("show page", in: scene)
      .catch { error in scene.note("no page: \(error)") }

    return scene.work("look at the page", seconds: 3, giving: ())
  }
}

/// Wraps the callback in a promise.
private func download(_ scene: Scene) -> Promise<String> {
  Promise { seal in
    fetch(scene) { page, error in seal.resolve(page, error) }
  }
  .named("download", in: scene)
}

/// Calls back with a page or with an error; here, with an error.
private func fetch(_ scene: Scene, _ completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
  scene.after(1.5) { _ in completion(nil, DownloadError.timedOut) }
}

/// Why there is no page.
private enum DownloadError: Error { case timedOut }
