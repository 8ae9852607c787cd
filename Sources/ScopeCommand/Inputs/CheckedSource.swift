// Reads the first event of a log ahead of time, so that invalid input is reported before the screen opens. Owns that one
// event until it is read.

import PromiseLog
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A log reader that has already read one event.
final class CheckedSource: EventSource {
  /// The underlying log.
  let log: LogReader
  var header: LogHeader { log.header }
  var texts: TextTable { log.texts }
  var diagnostics: [LogDiagnostic] { log.diagnostics }
  var problemCount: Int { log.problemCount }
  var notices: [LogDiagnostic] { log.notices }
  var damaged: UInt64 { log.damaged }

  private var ahead: [Event] = []
  private var status = SourceStatus.more

  /// Reads up to the first event; waits at most 200 ms for a log that may still grow.
  ///
  /// - Throws: ``LogError`` if the input is not a log.
  init(_ log: LogReader) throws {
    self.log = log
    for _ in 0..<40 {
      status = try log.read(into: &ahead, limit: 1)
      guard status == .idle, ahead.isEmpty else { return }
      usleep(5000)
    }
  }

  func read(into events: inout [Event], limit: Int) throws -> SourceStatus {
    guard limit > 0, !ahead.isEmpty || status == .ended else { return try log.read(into: &events, limit: limit) }
    events += ahead
    ahead = []
    return status
  }
}
