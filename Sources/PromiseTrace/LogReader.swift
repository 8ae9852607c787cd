// A log as a source of events: a file, standard input, or bytes in memory.
//
// Owns what a reader tolerates: malformed lines, gaps, a last line cut off. Refuses to hold the file: lines become events and
// are forgotten.

/// Reads an NDJSON log.
///
/// Not thread-safe. Memory does not grow with the log, except for its distinct texts (see ``TextTable/forget()``) and 40 bytes for
/// every 4,096 events. More than a million events a second.
///
/// Where numbers are missing, or a line can't be read, an event of kind ``EventKind/lost`` says how many events are gone: what
/// is known of promises is as uncertain there as where a ring was overwritten.
public final class LogReader: EventSource {
  /// The first line; complete once the first read returned anything but ``SourceStatus/idle``.
  public private(set) var header = LogHeader()
  /// The words of the events read.
  public let texts: TextTable
  /// What was wrong so far: the first hundred problems, and how many more.
  public var diagnostics: [LogDiagnostic] {
    if unlisted == 0 { return problems }
    return problems + [LogDiagnostic(line: 0, message: "\(unlisted) more problems are not listed")]
  }

  private let input: LogInput
  private let follows: Bool
  private var decoder: LogDecoder
  private var problems: [LogDiagnostic] = []
  private var unlisted = 0
  private var line = 0
  private var hasHeader = false
  private var isEnded = false
  /// Nil after an event of a later version without a number.
  private var expectedSequence: UInt64? = 1
  /// Whether a line since the last event could not be read: that its number is missing has been said then.
  private var hasSkipped = false
  /// Read, and to be delivered after the event that says what is missing before it.
  private var waiting: Event?
  private var index: LogIndex?
  /// Events delivered.
  private var position: UInt64 = 0

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file, or a pipe.
  ///   - follow: Never wait, and at the file's end answer ``SourceStatus/idle``, for it may grow; without it the end is the end.
  ///   - texts: The table to put words into.
  /// - Throws: ``LogError/unreadable(path:message:)``
  public init(path: String, follow: Bool = false, texts: TextTable = TextTable()) throws(LogError) {
    input = try LogInput(path: path, follows: follow)
    (self.texts, follows, decoder) = (texts, follow, LogDecoder(texts: texts))
    if input.rereadable != nil { index = LogIndex() }
  }

  /// Reads on from a place in a log's file.
  init(_ file: LogFile, path: String, at place: LogIndex.Place, texts: TextTable) {
    input = LogInput(file, path: path, at: place.offset)
    (self.texts, follows, decoder) = (texts, false, LogDecoder(texts: texts))
    (hasHeader, line, position) = (true, 1, place.mark.position)
    (expectedSequence, hasSkipped) = (place.expectedSequence, place.hasSkipped)
  }

  /// The events read so far, to be read again in any order; nil for a pipe.
  ///
  /// It grows as this reader goes on. Texts are those of this reader's table.
  public var archive: LogArchive? {
    guard let index, let (file, path) = input.rereadable else { return nil }
    return LogArchive(file, path: path, index: index, texts: texts)
  }

  /// Reads a descriptor that stays the caller's to close, such as standard input.
  ///
  /// - Parameters:
  ///   - descriptor: Open for reading.
  ///   - name: What messages call it.
  ///   - follow: Never wait for a slow pipe, answer ``SourceStatus/idle`` instead.
  ///   - texts: The table to put words into.
  public init(
    descriptor: Int32, name: String = "standard input", follow: Bool = false, texts: TextTable = TextTable()
  ) {
    input = LogInput(descriptor: descriptor, name: name, follows: follow)
    (self.texts, follows, decoder) = (texts, follow, LogDecoder(texts: texts))
  }

  /// Reads bytes in memory.
  public init(bytes: [UInt8], texts: TextTable = TextTable()) {
    input = LogInput(bytes: bytes)
    (self.texts, follows, decoder) = (texts, false, LogDecoder(texts: texts))
  }

  /// How far the reading is: bytes read, and the file's size in bytes, nil for a pipe.
  public var progress: (read: Int64, size: Int64?) { (input.bytesRead, input.size) }

  /// Appends the events that are there.
  ///
  /// - Parameters:
  ///   - events: Receives the events, in order.
  ///   - limit: How many to append at most.
  /// - Returns: Whether more can be expected. When following, a log's last event (`ended`) is the end.
  /// - Throws: ``LogError`` where this is no log, is empty, is of a newer version, or can't be read on.
  public func read(into events: inout [Event], limit: Int) throws -> SourceStatus {
    let end = events.count + limit
    while events.count < end {
      if let event = waiting {
        waiting = nil
        deliver(event, to: &events)
        continue
      }
      if isEnded { break }
      switch try input.next() {
      case .idle:
        noteEnd()
        return .idle
      case .end:
        guard hasHeader else { throw LogError.empty }
        isEnded = true
      case .truncated:
        line = 0
        report("the file became shorter while it was read; what it holds now is another log")
        isEnded = true
      case .tooLong:
        line += 1
        guard hasHeader else { throw LogError.notALog(found: "a line of more than \(LogInput.longestLine) bytes") }
        report("expected a line of at most \(LogInput.longestLine) bytes; it was left out")
        hasSkipped = true
      case .line(let range, let isWhole):
        line += 1
        // What comes before is what reading on from here has to know.
        let (expected, skipped) = (expectedSequence, hasSkipped)
        guard let event = try take(range, isWhole: isWhole) else { continue }
        if position % LogIndex.stride == 0 || (waiting != nil && (position + 1) % LogIndex.stride == 0) {
          let mark = EventMark(position: position, sequence: event.sequence, time: event.time)
          index?.add(
            LogIndex.Place(
              mark: mark, offset: input.offset(of: range), expectedSequence: expected, hasSkipped: skipped))
        }
        deliver(event, to: &events)
      }
    }
    noteEnd()
    return isEnded && waiting == nil ? .ended : .more
  }

  private func deliver(_ event: Event, to events: inout [Event]) {
    events.append(event)
    position += 1
    if event.kind == .ended, follows { isEnded = true }
  }

  private func noteEnd() { index?.end = position }

  /// The event of a line; where others are missing before it, one that says so, and the line's own waits.
  private func take(_ range: Range<Int>, isWhole: Bool) throws -> Event? {
    guard let event = try decode(range, isWhole: isWhole) else { return nil }
    let missing = missing(before: event)
    guard missing > 0 else { return event }
    var lost = Event(.lost)
    // Its number is the last one missing, so that written out and read again it explains the gap that it stands for.
    (lost.sequence, lost.time, lost.count) = (event.sequence - 1, event.time, missing)
    waiting = event
    return lost
  }

  private func decode(_ range: Range<Int>, isWhole: Bool) throws -> Event? {
    try input.buffer.withUnsafeBufferPointer { buffer -> Event? in
      var bytes = UnsafeBufferPointer(rebasing: buffer[range])
      if line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = UnsafeBufferPointer(rebasing: bytes[3...]) }
      if bytes.last == 0x0D { bytes = UnsafeBufferPointer(rebasing: bytes.dropLast()) }
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return nil }
      guard hasHeader else {
        header = try decoder.header(bytes)
        hasHeader = true
        return nil
      }
      do {
        return try decoder.event(bytes)
      } catch let malformed as LogLine.Malformed {
        report(isWhole ? malformed.message : "cut off in mid-line after \(bytes.count) bytes: \(malformed.message)")
        hasSkipped = true
        return nil
      }
    }
  }

  /// How many events are missing before this one.
  private func missing(before event: Event) -> UInt64 {
    // An event of a later version need not have a number that this one finds.
    guard event.sequence > 0 || event.kind != .unknown else {
      expectedSequence = nil
      return 0
    }
    defer {
      expectedSequence = event.sequence &+ 1
      hasSkipped = false
    }
    guard let expectedSequence, event.sequence != expectedSequence else { return 0 }
    let isGap = event.sequence > expectedSequence
    if isGap, event.kind == .lost, event.count >= event.sequence - expectedSequence { return 0 }
    if !hasSkipped || !isGap { report("expected sequence \(expectedSequence), found \(event.sequence)") }
    return isGap ? event.sequence - expectedSequence : 0
  }

  private func report(_ message: String) {
    if problems.count < 100 {
      problems.append(LogDiagnostic(line: line, message: message))
    } else {
      unlisted += 1
    }
  }
}
