// The formats in which a history can be exported. Owns the list of formats of this module and their names; the formats are
// implemented in `Formats`, `Page`, and `Picture`. Other modules add formats of their own with `init`. Does not open files or print.

import PromiseTrace

/// A format of the `export` command.
///
/// The formats of this module are static properties; ``allCases`` lists them.
public struct ExportFormat: Sendable, CaseIterable, CustomStringConvertible {
  /// The word for `--format`.
  public let name: String
  /// What the format is for, as the end of a line of help: no capital letter at the start and no period at the end.
  public let summary: String
  let writing: Writing

  /// The name, as a help shows the default.
  public var description: String { name }

  /// When a format writes.
  enum Writing: Sendable {
    case events(@Sendable (ExportOptions) -> any EventExport)
    case history(@Sendable (ExportOptions) -> any HistoryExport)
  }

  /// Creates a format that writes while it reads.
  ///
  /// - Parameters:
  ///   - name: The word for `--format`.
  ///   - summary: What the format is for.
  ///   - events: Creates the writer of one export.
  package init(_ name: String, _ summary: String, events: @escaping @Sendable (ExportOptions) -> any EventExport) {
    (self.name, self.summary, writing) = (name, summary, .events(events))
  }

  /// Creates a format that writes once everything was read.
  ///
  /// - Parameters:
  ///   - name: The word for `--format`.
  ///   - summary: What the format is for.
  ///   - history: Creates the writer of one export.
  package init(_ name: String, _ summary: String, history: @escaping @Sendable (ExportOptions) -> any HistoryExport) {
    (self.name, self.summary, writing) = (name, summary, .history(history))
  }

  /// The log itself, one event per line.
  public static let ndjson = ExportFormat("ndjson", "the log itself, one event per line") { _ in NDJSONExport() }
  /// The final tree as text.
  public static let text = ExportFormat("text", "the final tree as text") { TextExport(options: $0) }
  /// One JSON object with all promises.
  public static let json = ExportFormat("json", "one object with all promises, for jq") { _ in JSONExport() }
  /// One line per promise.
  public static let csv = ExportFormat("csv", "one line per promise, for a spreadsheet or DuckDB") { _ in CSVExport() }
  /// One page with everything, to hand to someone.
  public static let html = ExportFormat("html", "one page for a browser: tree, timeline, reasons, time travel") {
    PageExport(options: $0)
  }
  /// One picture of the tree and the timeline.
  public static let svg = ExportFormat("svg", "one picture of the tree and the timeline") { SVGExport(options: $0) }
  /// Trace Event JSON.
  public static let chrome = ExportFormat("chrome", "a trace for Perfetto or chrome://tracing, as JSON") { _ in
    ChromeExport()
  }
  /// A Perfetto trace.
  public static let perfetto = ExportFormat("perfetto", "a trace for ui.perfetto.dev and its SQL, in binary") { _ in
    PerfettoExport()
  }
  /// The run in plain words.
  public static let story = ExportFormat("story", "the run in plain words, one sentence per line") {
    StoryExport(options: $0)
  }
  /// OpenTelemetry spans.
  public static let otlp = ExportFormat("otlp", "spans for OpenTelemetry, as OTLP/JSON") { _ in OTLPExport() }
  /// A Graphviz graph.
  public static let dot = ExportFormat("dot", "a graph for Graphviz") { _ in DOTExport() }
  /// A Mermaid diagram.
  public static let mermaid = ExportFormat("mermaid", "a diagram for Markdown: flowchart, sequence, gantt") {
    MermaidExport(options: $0)
  }

  /// The formats of this module, in the order of the help.
  public static let allCases: [ExportFormat] = [
    .ndjson,
    .text,
    .json,
    .chrome,
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
