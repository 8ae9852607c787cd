// A log as a source of events: a file, standard input, or bytes in memory.
//
// Owns what a reader tolerates: malformed lines, gaps, a last line cut off. Refuses to hold the file: lines become events and
// are forgotten.

/// Reads an NDJSON log.
///
/// Not thread-safe. Memory does not grow with the log, except for its distinct texts. More than a million events a second.
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
  /// Nil after a line that could not be read: its number is unknown.
  private var expectedSequence: UInt64? = 1

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
    var left = limit
    while left > 0 {
      if isEnded { return .ended }
      switch try input.next() {
      case .idle: return .idle
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
        expectedSequence = nil
      case .line(let range, let isWhole):
        line += 1
        if let event = try take(range, isWhole: isWhole) {
          events.append(event)
          left -= 1
          if event.kind == .ended, follows { isEnded = true }
        }
      }
    }
    return .more
  }

  private func take(_ range: Range<Int>, isWhole: Bool) throws -> Event? {
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
        let event = try decoder.event(bytes)
        check(event)
        return event
      } catch let malformed as LogLine.Malformed {
        report(isWhole ? malformed.message : "cut off in mid-line after \(bytes.count) bytes: \(malformed.message)")
        expectedSequence = nil
        return nil
      }
    }
  }

  private func check(_ event: Event) {
    // An event of a later version need not have a number that this one finds.
    guard event.sequence > 0 || event.kind != .unknown else { return expectedSequence = nil }
    if let expectedSequence, event.sequence != expectedSequence {
      report("expected sequence \(expectedSequence), found \(event.sequence)")
    }
    expectedSequence = event.sequence &+ 1
  }

  private func report(_ message: String) {
    if problems.count < 100 {
      problems.append(LogDiagnostic(line: line, message: message))
    } else {
      unlisted += 1
    }
  }
}
