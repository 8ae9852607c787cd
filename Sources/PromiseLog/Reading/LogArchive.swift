// A log file as an archive. It stores no events; they are read from the file again, from an entry of the index on.

import PromiseTrace
import Synchronization

extension LogReader {
  /// An archive of the events read so far, for random access; nil for a pipe.
  ///
  /// It grows as this reader reads. Its events use this reader's table of texts.
  public var archive: LogArchive? {
    guard let index, let (_, path) = input.rereadable else { return nil }
    return LogArchive(path, index, texts, decoder.names)
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
