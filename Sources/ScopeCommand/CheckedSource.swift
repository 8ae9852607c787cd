// A log whose first event was read ahead, to know before anything is shown that it is a log. Owns that event until it is asked
// for. Refuses to read further ahead.

import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A log reader that has already read one event.
final class CheckedSource: EventSource {
  /// The log behind it.
  let log: LogReader
  var header: LogHeader { log.header }
  var texts: TextTable { log.texts }
  var diagnostics: [LogDiagnostic] { log.diagnostics }
  var notices: [LogDiagnostic] { log.notices }
  var damaged: UInt64 { log.damaged }

  private var ahead: [Event] = []
  private var status = SourceStatus.more

  /// Reads up to the first event; of a log that may still grow, for a fifth of a second at most.
  ///
  /// - Throws: ``LogError`` where it is none.
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
