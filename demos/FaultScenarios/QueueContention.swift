// Watch the rows wait: each asks the database for its own title. A query takes 60
// milliseconds, which is not slow, but the database has one queue, and thirty
// queries stand in line there: most of the time is spent waiting, not running.

import Dispatch
import PromiseScope
import Scenarios

extension Flow {
  /// Many short queries on one serial queue.
  static let queueContention = Flow { scene in
    let database = DispatchQueue(label: "database")
    return scene.work("open the list", seconds: 1, giving: ())
      .then { _ in
        all(
          (1...30).map { row in
            Promise(on: database) { () -> String in
              scene.compute(seconds: 0.06)
              return "title \(row)"
            }
            .named("query row \(row)", in: scene)
          }
        )
        .named("all rows", in: scene)
      }
      .named("load rows", in: scene)
      .then { titles in scene.note("\(titles.count) rows") }
      .named("show rows", in: scene)
  }
}
