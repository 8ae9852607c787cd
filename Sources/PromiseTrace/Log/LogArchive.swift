// A log file as an archive: an index of every 4,096th event, and reading from there.
//
// Owns the index, which the log's reader fills as it reads. It stores no events; they are read from the file again.

import Synchronization

/// The index of a log: an entry for every 4,096th event.
final class LogIndex: Sendable {
  static let stride: UInt64 = 4_096

  /// What a reader needs to start at an event in the middle of the log.
  struct Entry {
    var mark: EventMark
    /// The offset of the event's line in the file, in bytes.
    var offset: Int64
    /// The sequence of the previous event; nil if it has none.
    var sequence: UInt64?
    /// Whether a line between the previous event and this one could not be read.
    var hasSkipped: Bool
  }

  private let entries = Mutex<[Entry]>([])
  private let count = Atomic<UInt64>(0)

  /// The number of events read so far.
  var end: UInt64 {
    get { count.load(ordering: .acquiring) }
    set { count.store(newValue, ordering: .releasing) }
  }

  func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }

  func last(where holds: (EventMark) -> Bool) -> Entry? {
    entries.withLock { $0.lastInPrefix { holds($0.mark) } }
  }
}

/// The events of a log file, by position.
///
/// Get one from ``LogReader/archive``. Any thread may read; reads are serialized. A read costs as much as reading its events with a
/// ``LogReader``, plus at most 4,096 more to get from the last index entry to the position, unless it continues where the last one ended.
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

  /// The positions that the log's reader has read so far.
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
        guard let entry = index.last(where: { $0.position <= position }) else { return [] }
        current = Reading(
          reader: LogReader(file, path: path, at: entry, texts: texts), position: entry.mark.position)
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
