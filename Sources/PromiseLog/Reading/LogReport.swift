// The problems of a log, with their sentences. Owns how many of them are listed.

import PromiseTrace

/// The problems that a reader found in a log: the first 100, and the number of further ones.
struct LogReport {
  private var listed: [LogDiagnostic] = []
  private var unlisted = 0

  var count: Int { listed.count + unlisted }

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

  /// Adds the faults of an event's position after the previous one.
  mutating func add(_ faults: LogOrder.Faults, of event: Event, after last: LogOrder.Last, line: Int) {
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
    if faults.contains(.afterEnd) {
      add("expected `ended` to be the last event, found `\(event.kind.logName)` after it", line: line)
    }
  }
}
