// A log as a source of events: a file, standard input, or bytes in memory.
//
// Owns the tolerance for damage: malformed lines, gaps, a last line that is cut off. It does not keep the lines that it has read. `LogReader+Ahead`
// takes the lines of a large file that was decoded in advance; what they mean one after another is decided here. `LogReader+Replacing` continues
// in the file that replaces a followed one, and `LogReader+Opening` has what can be read.

import PromiseTrace

/// Reads an NDJSON log.
///
/// ```swift
/// let reader = try LogReader(path: "run.ndjson")
/// var events: [Event] = []
/// while try reader.read(into: &events, limit: 4_096) == .more {}
/// ```
///
/// Not thread-safe. If the machine has more than one core, a file of more than 4 MiB is also decoded by a second thread, ahead of the caller
/// by at most half a megabyte. Memory does not grow with the log, except for its distinct texts (see ``TextTable/forget()``), 40 bytes per 4,096
/// events, and about one byte per promise.
///
/// If sequence numbers are missing, or a line can't be read, an event of kind ``EventKind/lost`` states how many events are missing, and
/// that the log is damaged at this position (``Event/isDamage``).
public final class LogReader: EventSource {
  /// The first line; complete once the first read returned anything but ``SourceStatus/idle``.
  public private(set) var header = LogHeader()
  /// The texts of the events read.
  public let texts: TextTable
  /// The problems found so far: the first 100, and the number of further ones.
  public var diagnostics: [LogDiagnostic] {
    let truncation = "the file was truncated while it was being read; its contents are now a different log"
    return report.problems + (isRewritten ? [LogDiagnostic(line: 0, message: truncation)] : [])
  }
  /// The number of problems found so far.
  public var problemCount: Int { report.count }
  /// Whether reading ended before the log did: compressed data was cut off or damaged, or the file was truncated meanwhile.
  package private(set) var isCutOff = false
  /// Whether reading ended because the followed file no longer contains what was read.
  package private(set) var isRewritten = false
  /// Facts that are worth knowing but are not problems: that a log has no `ended`, once its end was read.
  public private(set) var notices: [LogDiagnostic] = []
  /// The number of events missing because the log is damaged, at most `UInt64.max`.
  public private(set) var damaged: UInt64 = 0

  var input: LogInput
  let follows: Bool
  let decoder: LogDecoder
  private var report = LogReport()
  var line = 0
  private(set) var hasHeader = false
  var isEnded = false
  /// Whether the last line was cut off.
  private var endsInLine = false
  // Accessed for every event, and only by this reader's own methods, so exclusivity checks are not needed.
  @exclusivity(unchecked) private(set) var order: LogOrder
  /// The time of the last event that was read, in nanoseconds.
  package var lastTime: Int64 { order.last.time }
  /// Whether a line since the last event could not be read: the gap that this leaves has already been reported.
  @exclusivity(unchecked) private var hasSkipped = false
  /// An event to deliver after the `lost` event that precedes it.
  @exclusivity(unchecked) var waiting: Event?
  /// The number of events delivered.
  @exclusivity(unchecked) private(set) var position: UInt64 = 0
  /// The number of `lost` events among those, and the sum of their counts.
  private var losses: (events: UInt64, count: UInt64) = (0, 0)
  private(set) var index: LogIndex?
  /// How the file is replaced that this reader follows.
  var replacement = LogReplacement()
  /// How the file is decoded ahead; nil if it isn't, or not yet, or not anymore.
  var ahead: LogAhead?
  var mayReadAhead = false
  /// The block size for tests, and whether they allow another thread; nil for the default.
  var forced: (block: Int, hasThread: Bool)?
  /// The chunk of which some lines were not taken yet.
  var chunk: LogChunk?
  /// Returns, at the end of the input, why it ends early.
  var inputProblem: () -> String? = { nil }

  /// The number of blank lines before the header.
  private static let blankLimit = 1_000

  init(
    _ input: LogInput, follows: Bool, texts: TextTable, names: PromiseNames = PromiseNames(),
    order: LogOrder = LogOrder()
  ) {
    (self.input, self.follows, self.texts, self.order) = (input, follows, texts, order)
    decoder = LogDecoder(texts: texts, names: names)
    index = input.rereadable.map { LogIndex(of: $0.file) }
  }

  deinit { ahead?.stop() }

  /// Reads a log file from an entry of its index on.
  convenience init(_ file: LogFile, path: String, at entry: LogIndex.Entry, texts: TextTable, names: PromiseNames) {
    let input = LogInput(file, path: path, at: entry.offset)
    self.init(input, follows: false, texts: texts, names: names, order: LogOrder(sequence: entry.sequence))
    decoder.isRereading = true
    (hasHeader, line, position, hasSkipped) = (true, 1, entry.mark.position, entry.hasSkipped)
    index = nil
  }

  /// The number of bytes read, and the file's size in bytes, which is nil for a pipe.
  public var progress: (read: Int64, size: Int64?) {
    (chunk.map { $0.offset + Int64($0.size) } ?? input.bytesRead, input.size)
  }

  /// Appends the next events.
  ///
  /// - Parameters:
  ///   - events: Receives the events, in order.
  ///   - limit: The maximum number of events to append.
  /// - Returns: Whether to expect more events. When following, `ended` ends the stream.
  /// - Throws: ``LogError`` if the input is not a log, is empty, has a newer version, or can't be read.
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
      if let chunk {
        deliver(from: chunk, until: full, &events)
        continue
      }
      if hasHeader, mayReadAhead { startReadingAhead() }
      if let ahead {
        chunk = ahead.next()
        if chunk == nil { stopReadingAhead(ahead) }
        continue
      }
      if replacement.isBehind {
        if let status = try advance(&events) { return status }
        continue
      }
      switch try input.next() {
      case .line(let start, let newline, let isWhole):
        line += 1
        if start == newline, hasHeader || line <= Self.blankLimit { continue }
        guard hasHeader, isWhole else {
          if !hasHeader, line > Self.blankLimit { throw LogError.notALog(found: "\(Self.blankLimit) blank lines") }
          try takeEdge(start, newline, isWhole, &events)
          continue
        }
        do throws(LogProblem) {
          deliverInOrder(try decoder.event(start, end: newline), at: start, &events)
        } catch {
          if !LogScanner.isBlank(start, newline) { skip(error.message) }
        }
      case .idle:
        if findReplacement() { continue }
        return .idle
      case .end:
        let problem = inputProblem()
        if let problem {
          report.add(problem, line: 0)
          isCutOff = true
        }
        guard hasHeader else {
          if let problem { throw LogError.unreadable(path: "", message: problem) }
          throw LogError.empty
        }
        end()
      case .truncated:
        if findReplacement(wasEmptied: true) { continue }
        (isEnded, isCutOff, isRewritten) = (true, true, true)
      case .tooLong:
        line += 1
        guard hasHeader else { throw LogError.notALog(found: "a line of more than \(LogInput.longestLine) bytes") }
        skip("expected a line of at most \(LogInput.longestLine) bytes; it was left out")
      }
    }
    return isEnded && waiting == nil ? .ended : .more
  }

  // MARK: Lines

  /// Delivers an event, preceded by a `lost` event if others are missing before it.
  ///
  /// `start` is its line in the input; nil for the event that was taken last from the chunk.
  @inline(__always)
  func deliverInOrder(_ event: Event, at start: UnsafePointer<UInt8>?, _ events: inout [Event]) {
    // A reader that starts at this event needs to know the previous one.
    let former = order.last
    let faults = order.check(event)
    if !faults.isEmpty || position % LogIndex.stride == 0 {
      return deliver(reportFaults(event, faults, after: former, at: start), to: &events)
    }
    hasSkipped = false
    deliver(event, to: &events)
  }

  /// Reports the faults of an event, and adds every 4,096th event to the index.
  @inline(never)
  private func reportFaults(
    _ event: Event, _ faults: LogOrder.Faults, after former: LogOrder.Last, at start: UnsafePointer<UInt8>?
  ) -> Event {
    let missing = former.missing(before: event)
    // A loss that the log records explains the gap before it.
    let isGap = missing > 0 && !(event.kind == .lost && event.count >= missing)
    var first = event
    if isGap {
      first = Event(.lost)
      // Its sequence is the last missing one, so that the `lost` event explains the gap when the log is written and read again.
      (first.sequence, first.time, first.count, first.isDamage) = (event.sequence - 1, event.time, missing, true)
      waiting = event
    }
    if position % LogIndex.stride == 0 || (isGap && (position + 1) % LogIndex.stride == 0) {
      let mark = EventMark(position: position, sequence: first.sequence, time: first.time)
      let offset = start.map { input.offset(of: $0) } ?? chunk.map { $0.offset(ofEvent: $0.nextEvent - 1) } ?? 0
      index?.add(LogIndex.Entry(mark: mark, offset: offset, sequence: former.sequence, hasSkipped: hasSkipped))
    }
    var faults = faults
    if missing > 0, !isGap || hasSkipped { faults.remove(.sequence) }
    if !faults.isEmpty { report.add(faults, of: event, after: former, line: line) }
    hasSkipped = false
    return first
  }

  /// The number of events that the program has emitted up to the last one that was delivered.
  var emitted: UInt64 { (position &- losses.events).saturatingSum(losses.count) }

  @inline(__always)
  private func deliver(_ event: Event, to events: inout [Event]) {
    events.append(event)
    position += 1
    if event.kind == .lost { add(loss: event) }
    if event.kind == .ended, follows { isEnded = true }
  }

  /// Delivers an event that the index does not have.
  func deliverUnindexed(_ event: Event, to events: inout [Event]) {
    _ = order.check(event)
    deliver(event, to: &events)
  }

  private func add(loss event: Event) {
    losses = (losses.events + 1, losses.count.saturatingSum(event.count))
    if event.isDamage { damaged = damaged.saturatingSum(event.count) }
  }

  /// Reads the first line, or a last line without a newline.
  private func takeEdge(
    _ start: UnsafePointer<UInt8>, _ newline: UnsafePointer<UInt8>, _ isWhole: Bool, _ events: inout [Event]
  ) throws(LogError) {
    var start = start
    // Skips a byte-order mark.
    if line == 1, start[0] == 0xEF, start[1] == 0xBB, start[2] == 0xBF { start += 3 }
    if LogScanner.isBlank(start, newline) { return }
    guard hasHeader else {
      header = try decoder.header(start, end: newline)
      texts.runtime = header.runtime
      hasHeader = true
      return
    }
    do throws(LogProblem) {
      deliverInOrder(try decoder.event(start, end: newline), at: start, &events)
    } catch {
      skip("cut off in mid-line after \(newline - start) bytes: \(error.message)")
      endsInLine = true
    }
  }

  func skip(_ message: String) {
    report.add(message, line: line)
    hasSkipped = true
  }

  private func end() {
    isEnded = true
    guard !order.hasEnded, !endsInLine else { return }
    notices.append(
      LogDiagnostic(
        line: 0, message: "the log has no `ended` event: the program was killed or is still running"))
  }
}
