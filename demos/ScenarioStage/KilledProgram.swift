// The log of a program that is killed: it stops after a note, without `ended` and without releasing what is pending. Owns that note.

import PromiseTrace

/// Passes on the events of a source up to ``lastNote``.
final class KilledProgram: EventSource {
  /// The last event of the log.
  static let lastNote = "the person kills the app"

  var header: LogHeader { source.header }
  var texts: TextTable { source.texts }
  var diagnostics: [LogDiagnostic] { source.diagnostics }
  var notices: [LogDiagnostic] { source.notices }
  var damaged: UInt64 { source.damaged }

  private let source: any EventSource
  private var isKilled = false

  init(_ source: any EventSource) { self.source = source }

  func read(into events: inout [Event], limit: Int) throws -> SourceStatus {
    let start = events.count
    let status = try source.read(into: &events, limit: limit)
    if isKilled {
      events.removeSubrange(start...)
    } else if let last = events[start...].firstIndex(where: { $0.kind == .noted && texts[$0.text] == Self.lastNote }) {
      events.removeSubrange((last + 1)...)
      isKilled = true
    }
    return status
  }
}
