// Following a log whose file is replaced while its program runs, as a size limit does.
//
// Example: the reader has events 1 to 900. The new file has the same header, a `lost` for events 1 to 400, and events 401 to 1000. The reader passes
// those that it has, and continues with event 901. A reader that has events 1 to 300 delivers a `lost` that counts the 100 events in between.
// Owns recognizing the run, and finding the position in the new file. `RecordingFile+Shortening` replaces the file.

import PromiseTrace

extension LogReader {
  /// Whether a log is of the run that this reader reads: it has the same start and the same process.
  ///
  /// - Returns: Also false if the first line of either can't be read yet.
  package func isSameRun(_ path: String) -> Bool { reopened(path) != nil }

  /// The log with this path, after its first line; nil if it is of another run.
  private func reopened(_ path: String) -> LogInput? {
    guard hasHeader, let input = try? LogInput(path: path, follows: true),
      case .line(let start, let end, true)? = try? input.next(), let other = try? decoder.header(start, end: end),
      // Logs without a process, such as those of virtual runs, all start at the same time.
      other.pid != 0,
      (other.started, other.pid, other.pidNamespace) == (header.started, header.pid, header.pidNamespace)
    else { return nil }
    return input
  }

  /// Looks for the rest of the run in a file that has replaced the followed one.
  ///
  /// - Parameter wasEmptied: Whether the followed file itself has other contents now.
  /// - Returns: Whether there may be more to read.
  func findReplacement(wasEmptied: Bool = false) -> Bool {
    if replacement.next == nil {
      guard follows, order.last.sequence != nil, let (file, path) = input.rereadable,
        let found = FileIdentity(path: path), found != replacement.rejected,
        wasEmptied || found != FileIdentity(descriptor: file.descriptor)
      else { return false }
      replacement.next = reopened(path)
      if replacement.next == nil, hasHeader { replacement.rejected = found }
      // What was written before the file was replaced is read first.
      if !wasEmptied || replacement.next == nil { return replacement.next != nil }
    }
    guard let next = replacement.next else { return false }
    (input, line) = (next, 1)
    replacement = LogReplacement(isBehind: true)
    return true
  }

  /// Passes the events of the new file that were delivered before, at most some thousand at a time.
  ///
  /// - Returns: What to return to the caller; nil to continue.
  func advance(_ events: inout [Event]) throws(LogError) -> SourceStatus? {
    for _ in 0..<LogIndex.stride {
      switch try input.next() {
      case .line(let start, let end, true):
        line += 1
        if let event = try? decoder.event(start, end: end), pass(event, at: start, &events) { return nil }
      case .tooLong: line += 1
      case .idle:
        reindex()
        return findReplacement() ? nil : .idle
      case .truncated where findReplacement(wasEmptied: true): return nil
      default:
        replacement.isBehind = false
        return nil
      }
    }
    return .more
  }

  /// Passes an event, or delivers it if it is new.
  private func pass(_ event: Event, at start: UnsafePointer<UInt8>, _ events: inout [Event]) -> Bool {
    var event = event
    let isNew = event.sequence > order.last.sequence ?? 0
    if event.kind == .lost, replacement.sequence == nil {
      replacement.sequence = event.sequence
      guard isNew else { return false }
      // It also counts events that were delivered before the file was replaced.
      event.count = max(1, event.count - min(event.count, emitted))
      deliverUnindexed(event, to: &events)
      reindex()
      return true
    }
    if isNew || replacement.passed % LogIndex.stride == 0 {
      let mark = EventMark(position: replacement.passed, sequence: event.sequence, time: event.time)
      replacement.entries.append(
        LogIndex.Entry(mark: mark, offset: input.offset(of: start), sequence: replacement.sequence, hasSkipped: false))
    }
    replacement.sequence = event.sequence
    guard isNew else {
      replacement.passed += 1
      return false
    }
    reindex()
    replacement = LogReplacement()
    deliverInOrder(event, at: start, &events)
    return true
  }

  /// Uses the new file's entries from now on.
  private func reindex() {
    guard let (file, _) = input.rereadable else { return }
    // The positions of damaged lines differ, because they were delivered as gaps.
    let passed = damaged == 0 && replacement.passed <= position ? replacement.passed : 0
    let first = position - passed
    let left = replacement.passed - passed
    var entries = replacement.entries.filter { $0.mark.position >= left }
    for index in entries.indices { entries[index].mark.position += first - left }
    index?.replaceFile(by: file, from: first, entries)
  }
}
