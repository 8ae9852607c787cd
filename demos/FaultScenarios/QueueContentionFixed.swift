// Watch the one query: it reads all thirty rows in 90 milliseconds, and nothing
// stands in line behind it.

import Dispatch
import PromiseScope
import Scenarios

extension Flow {
  /// The rows of `queue-contention`, read by one query.
  static let queueContentionFixed = Flow { scene in
    let database = DispatchQueue(label: "database")
    return scene.work("open the list", seconds: 1, giving: ())
      .then { _ in
        Promise(on: database) { () -> [String] in
          scene.compute(seconds: 0.09)
          return (1...30).map { row in "title \(row)" }
        }
        .named("query all rows", in: scene)
      }
      .named("load rows", in: scene)
      .then { titles in scene.note("\(titles.count) rows") }
      .named("show rows", in: scene)
  }
}
