// A log as a source of events: a file, standard input, or bytes in memory.
//
// Owns what a reader tolerates: malformed lines, gaps, a last line cut off. Refuses to hold the file: lines become events and
// are forgotten.

/// Reads an NDJSON log.
///
/// Not thread-safe. Memory does not grow with the log, except for its distinct texts (see ``TextTable/forget()``), 40 bytes for
/// every 4,096 events, and half a byte a promise.
///
/// Where numbers are missing, or a line can't be read, an event of kind ``EventKind/lost`` says how many events are gone, and that
/// the log is damaged there (``Event/isDamage``): what is known of promises is as uncertain as where a ring was overwritten.
public final class LogReader: EventSource {
  /// The first line; complete once the first read returned anything but ``SourceStatus/idle``.
  public private(set) var header = LogHeader()
  /// The words of the events read.
  public let texts: TextTable
  /// What was wrong so far: the first hundred problems, and how many more.
  public var diagnostics: [LogDiagnostic] { report.problems }
  /// What is worth knowing and not wrong: that a log has no `ended`, known once its end was read.
  public private(set) var notices: [LogDiagnostic] = []
  /// How many events were found missing because the log is damaged, at most `UInt64.max`.
  public private(set) var damaged: UInt64 = 0

  private let input: LogInput
  private let follows: Bool
  private let decoder: LogDecoder
  private var report = LogReport()
  private var line = 0
  private var hasHeader = false
  private var isEnded = false
  /// Whether the input ended in mid-line.
  private var isCutOff = false
  // Looked at for every event; nothing but this reader's own methods reaches them.
  @exclusivity(unchecked) private var order: LogOrder
  /// Whether a line since the last event could not be read: the gap that this leaves has already been reported.
  @exclusivity(unchecked) private var hasSkipped = false
  /// Read, and to be delivered after the event that says what is missing before it.
  @exclusivity(unchecked) private var waiting: Event?
  /// Events delivered.
  @exclusivity(unchecked) private var position: UInt64 = 0
  private var index: LogIndex?

  private init(_ input: LogInput, follows: Bool, texts: TextTable, order: LogOrder = LogOrder()) {
    (self.input, self.follows, self.texts, self.order) = (input, follows, texts, order)
    decoder = LogDecoder(texts: texts)
    if input.rereadable != nil { index = LogIndex() }
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file, or a pipe.
  ///   - follow: Never wait, and at the file's end answer ``SourceStatus/idle``, for it may grow; without it the end is the end.
  ///   - texts: The table to put words into.
  /// - Throws: ``LogError/unreadable(path:message:)``
  public convenience init(path: String, follow: Bool = false, texts: TextTable = TextTable()) throws(LogError) {
    self.init(try LogInput(path: path, follows: follow), follows: follow, texts: texts)
  }

  /// Reads a descriptor that stays the caller's to close, such as standard input.
  ///
  /// - Parameters:
  ///   - descriptor: Open for reading.
  ///   - name: What messages call it.
  ///   - follow: Never wait for a slow pipe, answer ``SourceStatus/idle`` instead.
  ///   - texts: The table to put words into.
  public convenience init(
    descriptor: Int32, name: String = "standard input", follow: Bool = false, texts: TextTable = TextTable()
  ) {
    self.init(LogInput(descriptor: descriptor, name: name, follows: follow), follows: follow, texts: texts)
  }

  /// Reads bytes in memory.
  public convenience init(bytes: [UInt8], texts: TextTable = TextTable()) {
    self.init(LogInput(bytes: bytes), follows: false, texts: texts)
  }

  /// Reads on from a place in a log's file.
  convenience init(_ file: LogFile, path: String, at place: LogIndex.Place, texts: TextTable) {
    let input = LogInput(file, path: path, at: place.offset)
    self.init(input, follows: false, texts: texts, order: LogOrder(sequence: place.sequence))
    (hasHeader, line, position, hasSkipped) = (true, 1, place.mark.position, place.hasSkipped)
    index = nil
  }

  /// The events read so far, to be read again in any order; nil for a pipe.
  ///
  /// It grows with what this reader has read. Texts are those of this reader's table.
  public var archive: LogArchive? {
    guard let index, let (file, path) = input.rereadable else { return nil }
    return LogArchive(file, path: path, index: index, texts: texts)
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
    let full = events.count + limit
    defer { index?.end = position }
    while events.count < full {
      if let event = waiting {
        waiting = nil
        deliver(event, to: &events)
        continue
      }
      if isEnded { break }
      switch try input.next() {
      case .line(let start, let newline, let isWhole):
        line += 1
        guard hasHeader, isWhole else {
          try takeEdge(start, newline, isWhole, &events)
          continue
        }
        do throws(LogProblem) {
          take(try decoder.event(start, end: newline), at: start, &events)
        } catch {
          if !Self.isBlank(start, newline) { skip(error.message) }
        }
      case .idle: return .idle
      case .end:
        guard hasHeader else { throw LogError.empty }
        end()
      case .truncated:
        line = 0
        report.add("the file became shorter while it was read; what it holds now is another log", line: line)
        isEnded = true
      case .tooLong:
        line += 1
        guard hasHeader else { throw LogError.notALog(found: "a line of more than \(LogInput.longestLine) bytes") }
        skip("expected a line of at most \(LogInput.longestLine) bytes; it was left out")
      }
    }
    return isEnded && waiting == nil ? .ended : .more
  }

  // MARK: Lines

  /// Takes an event for delivery; where others are missing before it, behind an event that says so.
  @inline(__always)
  private func take(_ event: Event, at start: UnsafePointer<UInt8>, _ events: inout [Event]) {
    // What was before is what reading on from here has to know.
    let former = order.last
    let faults = order.take(event)
    if !faults.isEmpty || position % LogIndex.stride == 0 {
      return deliver(takeWithCare(event, faults, behind: former, at: start), to: &events)
    }
    hasSkipped = false
    deliver(event, to: &events)
  }

  /// Reports what is wrong with an event's place in the log, and adds every 4,096th event to the index.
  ///
  /// - Returns: What to deliver now.
  @inline(never)
  private func takeWithCare(
    _ event: Event, _ faults: LogOrder.Faults, behind former: LogOrder.Last, at start: UnsafePointer<UInt8>
  ) -> Event {
    let missing = former.missing(before: event)
    // A loss that the log records explains the gap before it.
    let isGap = missing > 0 && !(event.kind == .lost && event.count >= missing)
    var first = event
    if isGap {
      first = Event(.lost)
      // Its number is the last one missing, so that written out and read again it explains the gap that it stands for.
      (first.sequence, first.time, first.count, first.isDamage) = (event.sequence - 1, event.time, missing, true)
      waiting = event
    }
    if position % LogIndex.stride == 0 || (isGap && (position + 1) % LogIndex.stride == 0) {
      let mark = EventMark(position: position, sequence: first.sequence, time: first.time)
      let offset = input.offset(of: start)
      index?.add(LogIndex.Place(mark: mark, offset: offset, sequence: former.sequence, hasSkipped: hasSkipped))
    }
    var faults = faults
    if missing > 0, !isGap || hasSkipped { faults.remove(.sequence) }
    if !faults.isEmpty { report.add(faults, of: event, behind: former, line: line) }
    hasSkipped = false
    return first
  }

  @inline(__always)
  private func deliver(_ event: Event, to events: inout [Event]) {
    events.append(event)
    position += 1
    if event.kind == .lost, event.isDamage { damaged = sum(damaged, event.count) }
    if event.kind == .ended, follows { isEnded = true }
  }

  /// Takes a line that is the header, or that the input ended without a newline.
  private func takeEdge(
    _ start: UnsafePointer<UInt8>, _ newline: UnsafePointer<UInt8>, _ isWhole: Bool, _ events: inout [Event]
  ) throws(LogError) {
    var start = start
    // A byte-order mark.
    if line == 1, start[0] == 0xEF, start[1] == 0xBB, start[2] == 0xBF { start += 3 }
    if Self.isBlank(start, newline) { return }
    guard hasHeader else {
      header = try decoder.header(start, end: newline)
      hasHeader = true
      return
    }
    do throws(LogProblem) {
      take(try decoder.event(start, end: newline), at: start, &events)
    } catch {
      skip("cut off in mid-line after \(newline - start) bytes: \(error.message)")
      isCutOff = true
    }
  }

  private static func isBlank(_ start: UnsafePointer<UInt8>, _ newline: UnsafePointer<UInt8>) -> Bool {
    UnsafeBufferPointer(start: start, count: newline - start).allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }

  private func skip(_ message: String) {
    report.add(message, line: line)
    hasSkipped = true
  }

  private func end() {
    isEnded = true
    guard !order.hasEnded, !isCutOff else { return }
    notices.append(
      LogDiagnostic(
        line: 0, message: "the log has no `ended`: its program was stopped before it could write one, or still runs"))
  }
}
