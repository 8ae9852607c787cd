// A log file as an archive: an index of every 4,096th event, and reading from there.
//
// Owns the index, which the log's reader fills as it reads. It stores no events; they are read from the file again. Where a size limit has dropped
// the start of the file, the positions start later.

import PromiseTrace
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

  /// The file, the position of the first event that is in it, and the entries.
  private struct State {
    let file: LogFile
    var start: UInt64 = 0
    var entries: [Entry] = []
  }

  /// A reader in the middle of the file.
  struct Cursor {
    var reader: LogReader
    var position: UInt64
  }

  private let state: Mutex<State>
  private let count = Atomic<UInt64>(0)
  /// Where an archive has stopped reading; its lock serializes reads.
  let cursor = Mutex<Cursor?>(nil)

  init(of file: LogFile) { state = Mutex(State(file: file)) }

  /// The number of events read so far.
  var end: UInt64 {
    get { count.load(ordering: .acquiring) }
    set { count.store(newValue, ordering: .releasing) }
  }

  /// The position of the first event that can be read.
  var start: UInt64 { state.withLock { $0.start } }

  func add(_ entry: Entry) { state.withLock { $0.entries.append(entry) } }

  /// Continues with another file, which starts with the event at a position, and closes the former one.
  func replaceFile(by file: LogFile, from start: UInt64, _ entries: [Entry]) {
    state.withLock { $0 = State(file: file, start: start, entries: entries) }
    cursor.withLock { $0 = nil }
  }

  func last(where holds: (EventMark) -> Bool) -> (entry: Entry, file: LogFile)? {
    state.withLock { state in
      state.entries.lastInPrefix { holds($0.mark) }.map { ($0, state.file) }
    }
  }
}

/// The events of a log file, by position.
///
/// Get one from ``LogReader/archive``. Any thread may read; reads are serialized. A read costs as much as reading its events with a
/// ``LogReader``, plus at most 4,096 more to get from the last index entry to the position, unless it continues where the last one ended.
public final class LogArchive: EventArchive {
  private let path: String
  private let index: LogIndex
  private let texts: TextTable
  private let names: PromiseNames

  init(_ path: String, _ index: LogIndex, _ texts: TextTable, _ names: PromiseNames) {
    (self.path, self.index, self.texts, self.names) = (path, index, texts, names)
  }

  /// The positions that the log's reader has read so far, without those that were dropped from the file.
  public var positions: Range<UInt64> {
    let start = index.start
    return start..<max(start, index.end)
  }

  /// See ``EventArchive/read(from:into:limit:)``.
  public func read(from position: UInt64, into events: inout [Event], limit: Int) throws {
    guard positions.contains(position), limit > 0 else { return }
    let wanted = Int(min(UInt64(limit), index.end - position))
    events += try index.cursor.withLock { cursor in
      var current: LogIndex.Cursor
      if let last = cursor, last.position == position {
        current = last
      } else {
        guard let (entry, file) = index.last(where: { $0.position <= position }) else { return [] }
        current = LogIndex.Cursor(
          reader: LogReader(file, path: path, at: entry, texts: texts, names: names),
          position: entry.mark.position)
      }
      cursor = nil
      let skipped = Int(position - current.position)
      var found: [Event] = []
      found.reserveCapacity(skipped + wanted)
      while found.count < skipped + wanted {
        let former = found.count
        _ = try current.reader.read(into: &found, limit: skipped + wanted - former)
        if found.count == former { break }
      }
      current.position += UInt64(found.count)
      cursor = current
      found.removeFirst(min(skipped, found.count))
      return found
    }
  }

  /// See ``EventArchive/lastMark(where:)``.
  public func lastMark(where holds: (EventMark) -> Bool) -> EventMark? { index.last(where: holds)?.entry.mark }
}
