// A format in which a history can be exported, and the list of those of this module. Each format declares its name and its purpose beside its
// implementation; formats of other modules do so, too. Does not open files or print.

import PromiseTrace

/// A format of the `export` command.
///
/// The formats are static properties; ``allCases`` lists those of this module.
public struct ExportFormat: Sendable, CaseIterable, CustomStringConvertible {
  /// The word for `--format`.
  public let name: String
  /// What the format is for, as the end of a line of help: no capital letter at the start and no period at the end.
  public let summary: String
  let writing: Writing

  /// The name, as a help shows the default.
  public var description: String { name }

  enum Writing: Sendable {
    case events(@Sendable (ExportOptions) -> any EventExport)
    case history(@Sendable (ExportOptions) -> any HistoryExport)
  }

  /// Creates a format that writes while it reads.
  package init(_ name: String, _ summary: String, events: @escaping @Sendable (ExportOptions) -> any EventExport) {
    (self.name, self.summary, writing) = (name, summary, .events(events))
  }

  /// Creates a format that writes once everything was read.
  package init(_ name: String, _ summary: String, history: @escaping @Sendable (ExportOptions) -> any HistoryExport) {
    (self.name, self.summary, writing) = (name, summary, .history(history))
  }

  /// The formats of this module, in the order of the help.
  public static let allCases: [ExportFormat] = [
    .ndjson,
    .text,
    .json,
    .perfetto,
    .otlp,
    .dot,
    .mermaid,
    .html,
    .svg,
    .csv,
    .story,
  ]

  /// Exports everything a source has.
  ///
  /// - Parameters:
  ///   - source: The source, which is read to its end.
  ///   - options: The options; each format uses the ones that apply to it.
  ///   - sink: Receives the bytes, in order, in chunks of about 64 KiB. An error that it throws ends the export.
  /// - Returns: A summary of the export.
  /// - Throws: The sink's error, or ``LogError`` if the source can't be read; the sink then has received a complete export of
  ///   everything read before, or nothing if no event was read.
  @discardableResult
  public func export(
    _ source: any EventSource, options: ExportOptions = ExportOptions(), into sink: ([UInt8]) throws -> Void
  ) throws -> ExportSummary {
    try withoutActuallyEscaping(sink) { sink in
      var run = ExportRun(source, options, ExportOutput(sink: sink))
      return try run.export(self)
    }
  }
}
