// The index of a log, which its reader fills as it reads. Where a size limit has dropped the start of the file, the positions start later.

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
    var reader: any EventSource
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
