// A source that passes another one on, with other events or another header. Everything else is that of the other one.

/// A source that reads another one in its own way.
///
/// Not thread-safe, like any source.
package final class PassedSource: EventSource {
  /// The source that it passes on.
  package let base: any EventSource
  package var header: LogHeader { changeHeader(base.header) }
  package let texts: TextTable
  package var diagnostics: [LogDiagnostic] { base.diagnostics }
  package var problemCount: Int { base.problemCount }
  package var notices: [LogDiagnostic] { base.notices }
  package var damaged: UInt64 { base.damaged }

  private let changeHeader: (LogHeader) -> LogHeader
  private let readBase: (inout [Event], Int) throws -> SourceStatus

  /// Passes on a source.
  ///
  /// - Parameters:
  ///   - base: The source.
  ///   - texts: The table of the events that `read` appends; nil for that of the source.
  ///   - header: Changes the header.
  ///   - read: Reads events; see ``EventSource/read(into:limit:)``.
  package init(
    _ base: any EventSource, texts: TextTable? = nil, header: @escaping (LogHeader) -> LogHeader = { $0 },
    read: @escaping (inout [Event], Int) throws -> SourceStatus
  ) {
    (self.base, self.texts, changeHeader, readBase) = (base, texts ?? base.texts, header, read)
  }

  package func read(into events: inout [Event], limit: Int) throws -> SourceStatus { try readBase(&events, limit) }
}
