// A log's file as an archive: where every four-thousandth event begins, and reading from there.
//
// Owns the index, which the reader of the log fills as it goes. Refuses to keep events: they are read again.

import Synchronization

/// The index of a log: a place in the file for every 4,096 events.
final class LogIndex: Sendable {
  static let stride: UInt64 = 4_096

  /// What a reader has to know to begin in the middle.
  struct Place {
    var mark: EventMark
    /// Where the line begins, in bytes.
    var offset: Int64
    /// Of the event before; nil where it has none.
    var sequence: UInt64?
    var hasSkipped: Bool
  }

  private let places = Mutex<[Place]>([])
  private let count = Atomic<UInt64>(0)

  /// How many events there are.
  var end: UInt64 {
    get { count.load(ordering: .acquiring) }
    set { count.store(newValue, ordering: .releasing) }
  }

  func add(_ place: Place) { places.withLock { $0.append(place) } }

  func last(where holds: (EventMark) -> Bool) -> Place? {
    places.withLock { $0.lastInPrefix { holds($0.mark) } }
  }
}

/// The events of a log's file, by position.
///
/// Made by ``LogReader/archive``. Any thread may read; one at a time does. Reading costs what ``LogReader`` takes for the events
/// from the last place in the index on, at most 4,096 more than asked for; reading on costs no more than reading.
public final class LogArchive: EventArchive {
  private struct Reading {
    var reader: LogReader
    var position: UInt64
  }

  private let file: LogFile
  private let path: String
  private let index: LogIndex
  private let texts: TextTable
  private let reading = Mutex<Reading?>(nil)

  init(_ file: LogFile, path: String, index: LogIndex, texts: TextTable) {
    (self.file, self.path, self.index, self.texts) = (file, path, index, texts)
  }

  /// The positions read so far by the reader that made this.
  public var positions: Range<UInt64> { 0..<index.end }

  /// See ``EventArchive/read(from:into:limit:)``.
  public func read(from position: UInt64, into events: inout [Event], limit: Int) throws {
    guard positions.contains(position), limit > 0 else { return }
    let wanted = Int(min(UInt64(limit), index.end - position))
    events += try reading.withLock { reading in
      var current: Reading
      if let last = reading, last.position == position {
        current = last
      } else {
        guard let place = index.last(where: { $0.position <= position }) else { return [] }
        current = Reading(
          reader: LogReader(file, path: path, at: place, texts: texts), position: place.mark.position)
      }
      reading = nil
      let skipped = Int(position - current.position)
      var found: [Event] = []
      found.reserveCapacity(skipped + wanted)
      while found.count < skipped + wanted {
        let former = found.count
        _ = try current.reader.read(into: &found, limit: skipped + wanted - former)
        if found.count == former { break }
      }
      current.position += UInt64(found.count)
      reading = current
      found.removeFirst(min(skipped, found.count))
      return found
    }
  }

  /// See ``EventArchive/lastMark(where:)``.
  public func lastMark(where holds: (EventMark) -> Bool) -> EventMark? { index.last(where: holds)?.mark }
}
