// Watch `download`: the callback has an error, and the closure seals the promise
// with it. But it does not return there, and the next line seals the promise once
// more, with an empty page. The second attempt is refused; had the lines been in
// the other order, the error would have been lost.

import PromiseKitFacade

extension Flow {
  /// A callback that seals its promise twice.
  static let settledTwice = Flow.promises { scene in
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
    fetch(scene) { page, error in
      if let error { seal.reject(error) }
      seal.fulfill(page ?? "")
    }
  }
  .named("download", in: scene)
}

/// Calls back with a page or with an error; here, with an error.
private func fetch(_ scene: Scene, _ completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
  scene.afterWork("download", 1.5) { _ in completion(nil, DownloadError.timedOut) }
}

/// Why there is no page.
private enum DownloadError: Error { case timedOut }
