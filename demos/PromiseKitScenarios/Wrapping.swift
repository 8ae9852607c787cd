// Watch four calls of a client from the time before promises. `responseJSON` wraps its
// callback in one line, `seal.resolve(answer, error)`: a value for `home`, an error for
// `weather`. `ads` calls back with neither, which is `invalidCallingConvention`. The
// server answers `news`, but its answer says that it failed: a branch rejects with that.

import PromiseKitFacade

extension Flow {
  /// A callback API, wrapped once and used everywhere.
  package static let wrappingInPromiseKit = Flow.promises { scene in
    let client = Client(scene: scene)
    for page in ["home", "news", "weather", "ads"] {
      (page == "news" ? client.checkedJSON(page) : client.responseJSON(page))
        .done { answer in scene.note("show \(answer)") }
        .named("show \(page)", in: scene)
        .catch { error in scene.note("no \(page): \(error)") }
    }
    return scene.work("look at the pages", seconds: 4, giving: ())
  }
}

/// A client whose callback gets an answer or an error, or so its documentation says.
private struct Client: Sendable {
  typealias Callback = @Sendable (String?, (any Error)?) -> Void
  let scene: Scene

  /// The call as a promise: nothing else in the program knows that there is a callback.
  func responseJSON(_ page: String) -> Promise<String> {
    Promise { seal in request(page) { answer, error in seal.resolve(answer, error) } }
      .named(page, in: scene)
  }

  /// The same for an answer that may say that the server failed; each branch settles the promise.
  func checkedJSON(_ page: String) -> Promise<String> {
    Promise { seal in
      request(page) { answer, error in
        guard let answer else { return seal.resolve(nil, error) }
        if answer == "failed" { seal.reject(ServerError.answeredWithAnError) } else { seal.fulfill(answer) }
      }
    }
    .named(page, in: scene)
  }

  private func request(_ page: String, _ callback: @escaping Callback) {
    let (seconds, answer, error): (Double, String?, ServerError?) =
      switch page {
      case "home": (1, "3 rooms", nil)
      case "news": (1.5, "failed", nil)
      case "weather": (2, nil, .timedOut)
      default: (2.5, nil, nil)
      }
    scene.afterWork(page, seconds) { ended in
      if case .failure(let failure) = ended { callback(nil, failure) } else { callback(answer, error) }
    }
  }
}

/// Why there is no page.
private enum ServerError: Error { case answeredWithAnError, timedOut }
