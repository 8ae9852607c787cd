// What is wrong with a log, in sentences for people: the place, what was expected there, what was found.

extension LogError: CustomStringConvertible {
  /// One sentence, without a full stop.
  public var description: String {
    switch self {
    case .empty:
      "the log is empty: expected a first line that begins {\"schema\":\"\(LogHeader.schema)\",\"version\":…"
    case .notALog(let found):
      "not a PromiseScope log: expected line 1 to begin {\"schema\":\"\(LogHeader.schema)\",\"version\":…, found \(found)"
    case .newerVersion(let found, let supported):
      "line 1: the log has version \(found), this program reads up to version \(supported): "
        + "a newer PromiseScope can open it"
    case .unreadable(let path, let message):
      "\(path): \(message)"
    }
  }
}

extension LogDiagnostic: CustomStringConvertible {
  /// `line 41: expected sequence 7, found 9`.
  public var description: String { line > 0 ? "line \(line): \(message)" : message }
}

/// What a reader reports of a log: the first hundred problems, and how many more there were.
struct LogReport {
  private var listed: [LogDiagnostic] = []
  private var unlisted = 0

  var problems: [LogDiagnostic] {
    if unlisted == 0 { return listed }
    return listed + [LogDiagnostic(line: 0, message: "\(unlisted) more problems are not listed")]
  }

  mutating func add(_ message: @autoclosure () -> String, line: Int) {
    if listed.count < 100 {
      listed.append(LogDiagnostic(line: line, message: message()))
    } else {
      unlisted += 1
    }
  }

  /// Reports what is wrong with an event's place behind the one before it.
  mutating func add(_ faults: LogOrder.Faults, of event: Event, behind last: LogOrder.Last, line: Int) {
    if faults.contains(.sequence), let sequence = last.sequence {
      let expected = sequence == .max ? "no further sequence" : "sequence \(sequence + 1)"
      add("expected \(expected), found \(event.sequence)", line: line)
    }
    if faults.contains(.time) { add("expected a time of at least \(last.time), found \(event.time)", line: line) }
    if faults.contains(.created) {
      add("expected promise \(event.promise) to be created once, found a second `created`", line: line)
    }
    if faults.contains(.settled) {
      add("expected promise \(event.promise) to settle once, found a second `\(event.kind.logName)`", line: line)
    }
    if faults.contains(.behindEnd) {
      add("expected `ended` to be the last event, found `\(event.kind.logName)` behind it", line: line)
    }
  }
}

/// The sum, or the largest number where it does not fit.
func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
  let (sum, isTooLarge) = left.addingReportingOverflow(right)
  return isTooLarge ? .max : sum
}
