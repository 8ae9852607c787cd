// Watch `wrap`, Google's word for the same: its closure passes a completion handler on,
// whose parameters choose the kind of promise. Neither a value nor an error is a value
// here, nil: compare `Google: ads` with PromiseKit's `ads`.

import PromiseScope

extension Flow {
  /// Google's `wrap` around three callbacks.
  package static let wrappingInGoogle = Flow { scene in
    let calls: [(String, Double, String?, NoAnswer?)] = [
      ("Google: home", 1, "3 rooms", nil), ("Google: weather", 2, nil, .timedOut), ("Google: ads", 2.5, nil, nil),
    ]
    for (page, seconds, answer, error) in calls {
      wrap { (done: @escaping @Sendable (String?, (any Error)?) -> Void) in
        scene.afterWork(page, seconds) { ended in
          if case .failure(let failure) = ended { done(nil, failure) } else { done(answer, error) }
        }
      }
      .named(page, in: scene)
      .then { answer in scene.note("show \(answer ?? "nothing")") }
      .named("show \(page)", in: scene)
      .catch { error in scene.note("no page: \(error)") }
      .named("why not \(page)", in: scene)
    }
    return scene.work("look at Google's pages", seconds: 4, giving: ())
  }
}

/// Why there is no page.
private enum NoAnswer: Error { case timedOut }
