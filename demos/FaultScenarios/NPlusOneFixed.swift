// Watch the second request: it asks for the authors of all eight books.

import PromiseScope
import Scenarios

extension Flow {
  /// The list of `n-plus-one`, whose authors one request loads.
  static let nPlusOneFixed = Flow { scene in
    get("list of books", scene)
      .then { _ in get("authors of all books", scene) }
      .named("load authors", in: scene)
      .then { authors in scene.note("\(authors.count) letters") }
      .named("show authors", in: scene)
  }
}

/// One request.
private func get(_ what: String, _ scene: Scene) -> Promise<String> { scene.work(what, seconds: 1, giving: what) }
