// Watch the eight `author` requests: one request loads the list of books, and then
// each book asks for its author. A list of eighty would need eighty-one requests.

import PromiseScope
import Scenarios

extension Flow {
  /// One request for a list, and one more for each of its elements.
  static let nPlusOne = Flow { scene in
    get("list of books", scene)
      .then { _ in
        all((1...8).map { book in get("author of book \(book)", scene) })
      }
      .named("load authors", in: scene)
      .then { authors in scene.note("\(authors.count) authors") }
      .named("show authors", in: scene)
  }
}

/// One request.
private func get(_ what: String, _ scene: Scene) -> Promise<String> { scene.work(what, seconds: 1, giving: what) }
