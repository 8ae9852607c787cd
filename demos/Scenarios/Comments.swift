// Watch the two handlers of each `comments`: one for the value, one for the
// error. Both wait on the same promise, and only one of them ever runs; the
// other passes the outcome on. Post 1 has comments. Post 2 exists too, but its
// comments do not: that rejection originates two steps above.

import PromiseScope

extension Flow {
  /// The tutorial's getJSON(post), then getJSON(its comments), for two posts.
  static let comments = Flow { scene in
    let page = Page(scene)
    return Promise.allSettled([page.comments(of: "post/1.json"), page.comments(of: "post/2.json")])
      .named("both posts", in: scene)
      .then { ends in scene.note("\(ends.count) posts are done") }
      .named("ready", in: scene)
  }
}

/// What a script in a page would do.
private struct Page: Sendable {
  let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  /// ECMAScript's `then(onFulfilled, onRejected)`, with a promise for each handler.
  func comments(of address: String) -> Promise<[String: String]> {
    let comments = getJSON(address)
      .then { post in getJSON(post["comments"] ?? "") }
      .named("comments", in: scene)

    comments
      .then { comments in scene.note("show \(comments.count) comments") }
      .named("fulfilled: show them", in: scene)

    return
      comments
      .recover { error -> [String: String] in
        scene.note("no comments on \(address): \(error)")
        return [:]
      }
      .named("rejected: say why", in: scene)
  }

  /// Sends the request.
  private func getJSON(_ address: String) -> Promise<[String: String]> {
    switch address {
    case "post/1.json": answer(address, ["title": "Tram 4 is late", "comments": "comments/1.json"], after: 1)
    case "post/2.json": answer(address, ["title": "The choir says thanks", "comments": "comments/2.json"], after: 1.4)
    case "comments/1.json": answer(address, ["Grace": "Again?", "Alan": "Take the ferry."], after: 1.5)
    default: scene.work("getJSON \(address)", seconds: 1.8, failingWith: JSONError.notFound)
    }
  }

  private func answer(_ address: String, _ json: [String: String], after seconds: Double) -> Promise<[String: String]> {
    scene.work("getJSON \(address)", seconds: seconds, giving: json)
  }
}

/// Why there is no JSON.
enum JSONError: Error { case notFound }
