// The cache of the list in a real SQLite database, through GRDB. Owns the file and its table.

import Dispatch
import Foundation
import GRDB

/// A list cache in an SQLite file.
///
/// The database is opened on first use, so a damaged file rejects the first call.
final class DatabaseCache: ListCache {
  let path: String
  private let delays: PartDelays
  private let queue = DispatchQueue(label: "cache")
  private let inFlight = InFlight()

  /// - Parameters:
  ///   - path: The database file; it need not exist.
  ///   - delays: The simulated latency of the disk.
  init(path: String, delays: PartDelays = PartDelays()) {
    self.path = path
    self.delays = delays
  }

  func load(below: Int?, _ completion: @escaping Completion<ItemList>) {
    let complete = inFlight.admit(completion)
    queue.asyncAfter(deadline: .now() + delays.load) { [path] in
      complete(
        Result { try Self.read(path, below: below) }.mapError { ListError.unreadableCache(reason: Self.words(of: $0)) })
    }
  }

  func save(_ list: ItemList, _ completion: @escaping Completion<ItemList>) {
    let complete = inFlight.admit(completion)
    queue.asyncAfter(deadline: .now() + delays.save) { [path] in
      complete(
        Result { try Self.write(list, to: path) }
          .map { list }
          .mapError { ListError.unwritableCache(reason: Self.words(of: $0)) })
    }
  }

  func cancel() { inFlight.cancel() }

  /// Puts a file into the state that a run expects.
  ///
  /// - Throws: Errors of the file system or of SQLite.
  static func prepare(_ state: CacheState, at path: String, list: ItemList) throws {
    switch state {
    case .full: try write(list, to: path)
    case .empty: try write(ItemList(), to: path)
    case .corrupt:
      let noise = String(repeating: "this was a database once. ", count: 200)
      try Data(noise.utf8).write(to: URL(fileURLWithPath: path))
    }
  }

  /// Makes reads fail although the file remains a database, as an interrupted migration would.
  static func dropTable(at path: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: "DROP TABLE item") }
  }

  private static func read(_ path: String, below: Int?) throws -> ItemList {
    try DatabaseQueue(path: path).read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT id, title, sticky FROM item WHERE NOT sticky AND id < ? ORDER BY position",
        arguments: [below ?? .max])
      return ItemList(items: rows.map { ListItem(id: $0["id"], title: $0["title"], isSticky: $0["sticky"]) })
    }
  }

  private static func write(_ list: ItemList, to path: String) throws {
    do {
      try replaceAll(with: list, at: path)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB || error.resultCode == .SQLITE_CORRUPT {
      // A cache may be discarded: the server has its contents.
      // Emptied rather than removed: the file keeps its permissions, and an empty one is a database.
      try Data().write(to: URL(fileURLWithPath: path))
      try replaceAll(with: list, at: path)
    }
  }

  private static func replaceAll(with list: ItemList, at path: String) throws {
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS item
            (id INTEGER PRIMARY KEY, title TEXT NOT NULL, sticky INTEGER NOT NULL, position INTEGER NOT NULL);
          DELETE FROM item;
          """)
      for (position, item) in list.items.enumerated() {
        try database.execute(
          sql: "INSERT INTO item (id, title, sticky, position) VALUES (?, ?, ?, ?)",
          arguments: [item.id, item.title, item.isSticky, position])
      }
    }
  }

  /// The database's own message, without the failing statement.
  private static func words(of error: any Error) -> String {
    (error as? DatabaseError)?.message ?? String(describing: error)
  }
}
