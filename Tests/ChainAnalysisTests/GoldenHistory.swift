// The histories of the golden logs, and random histories that a program could have produced.

import Foundation
import PromiseLog

/// A history that was read or made, with everything that analyses need.
struct FullHistory {
  let name: String
  let events: [Event]
  private(set) var store: ChainStore
  private(set) var bodies = BodyIndex()
  private(set) var groups = Groups()

  init(_ name: String, _ events: [Event], _ texts: TextTable, limit: Int = 1_000_000) {
    (self.name, self.events) = (name, events)
    store = ChainStore(texts: texts, limit: limit)
    for event in events {
      store.apply(event)
      bodies.apply(event, in: store)
      groups.apply(event, in: store)
    }
  }

  var ids: [PromiseID] {
    var ids: [PromiseID] = []
    store.forEachFacts { ids.append($0.id) }
    return ids
  }

  static func golden() throws -> [FullHistory] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("ScenariosTests/Golden")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".ndjson") }
      .sorted()
    return try names.map { name in
      let reader = try LogReader(path: folder.appendingPathComponent(name).path)
      let events = try reader.allEvents()
      return FullHistory(name, events, reader.texts)
    }
  }
}
