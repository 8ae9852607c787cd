// A format in which a history can be exported, and the list of those of this module. Each format declares its name and its purpose beside its
// implementation; formats of other modules do so, too. Does not open files or print.

import ChainAnalysis
import ChainModel
import PlainText
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

struct ExportRun {
  private let source: any EventSource
  private let options: ExportOptions
  private var output: ExportOutput

  init(_ source: any EventSource, _ options: ExportOptions, _ output: ExportOutput) {
    (self.source, self.options, self.output) = (source, options, output)
  }

  mutating func export(_ format: ExportFormat) throws -> ExportSummary {
    switch (format.writing, options.excerpt) {
    case (.events(let make), nil): try stream(make(options))
    case (.events(let make), let excerpt?): try stream(make(options), excerpt)
    case (.history(let make), let excerpt): try write(make(options), excerpt)
    }
  }

  // MARK: While reading

  private mutating func stream(_ format: any EventExport) throws -> ExportSummary {
    var (format, end, isBegun) = (format, ExportEnd(), false)
    var pump = EventPump(source)
    func begin() throws {
      if !isBegun { try format.begin(log(), into: &output) }
      isBegun = true
    }
    while let batch = try pump.next(whenIdle: {
      try output.flush()
      return options.waitForMore()
    }) {
      try begin()
      for event in batch { end.add(event) }
      try format.write(batch, into: &output)
    }
    end.complete(source, options)
    // A source that can't be read at all gives no output.
    if pump.failure == nil { try begin() }
    if isBegun { try format.end(end, into: &output) }
    return try finish(end, pump.failure)
  }

  /// Reads everything, then streams the events of an excerpt.
  private mutating func stream(_ format: any EventExport, _ excerpt: ExportExcerpt) throws -> ExportSummary {
    var format = format
    var tape = ExcerptTape(texts: source.texts)
    let history = try read(limit: options.limit, showsFindings: true) { tape.append($0) }
    let chosen = try excerpt.choose(in: history.analyzed)
    try format.begin(log(chosen, evicted: history.summary.evicted), into: &output)
    let unknown = try tape.forEachBatch(of: chosen.withUpstream(in: history.store)) {
      try format.write($0, into: &output)
    }
    try format.end(history.end, into: &output)
    return try finish(history.end, history.failure, unknown: unknown)
  }

  // MARK: At the end

  private mutating func write(_ format: any HistoryExport, _ excerpt: ExportExcerpt?) throws -> ExportSummary {
    let isAnalyzed = format.showsFindings || excerpt != nil
    var marks = ExportMarks(source.texts, isNeeded: format.keepsMarks)
    let read = try read(limit: format.limit(options), showsFindings: isAnalyzed) { marks.add($0) }
    var end = read.end
    end.droppedMarks = marks.dropped
    let chosen = try excerpt?.choose(in: read.analyzed).shown(in: read.store)
    var findings = read.findings()
    if let chosen { findings = findings.filter { !chosen.ids.isDisjoint(with: $0.promises) } }
    let history = ExportedHistory(
      header: read.header, store: read.store, findings: findings, end: end, excerpt: chosen,
      marks: marks.events(of: chosen))
    try format.write(history, into: &output)
    return try finish(end, read.failure)
  }

  // MARK: Both

  /// Reads everything.
  ///
  /// - Throws: The error of a source that can't be read at all.
  private func read(limit: Int, showsFindings: Bool, _ visit: (Event) -> Void) throws -> AnalyzedHistory {
    var options = options
    options.limit = limit
    let history = AnalyzedHistory(
      reading: source, settings: showsFindings ? AnalysisSettings() : nil, options: options
    ) { event, _ in visit(event) }
    if let failure = history.failure, history.summary.events == 0 { throw failure }
    return history
  }

  private func log(_ excerpt: ChosenExcerpt? = nil, evicted: Int = 0) -> ExportedLog {
    ExportedLog(header: source.header, texts: source.texts, excerpt: excerpt, evicted: evicted)
  }

  private mutating func finish(
    _ end: ExportEnd, _ failure: (any Error)?, unknown: Int = 0
  ) throws -> ExportSummary {
    try output.flush()
    if let failure { throw failure }
    var summary = end.summary
    summary.evicted = max(summary.evicted, output.evicted)
    let notices = [output.notice, unknown > 0 ? Self.notice(unknown: unknown) : nil].compactMap(\.self)
    (summary.bytes, summary.notice) = (output.written, notices.isEmpty ? nil : notices.joined(separator: "; "))
    return summary
  }

  private static func notice(unknown count: Int) -> String {
    "\(NumberText.plural(count, "event", "events")) of kinds that this version does not know "
      + "\(count == 1 ? "is" : "are") left out of the excerpt"
  }
}

/// Notes and other single events.
struct ExportMarks {
  /// The maximum number of events; 130 bytes each.
  private static let limit = 1_000_000

  private var events: [Event] = []
  /// The number of events beyond the limit.
  private(set) var dropped = 0
  private let isNeeded: Bool
  /// Keeps the texts of the events.
  private let hold: TextHold

  init(_ texts: TextTable, isNeeded: Bool) { (self.isNeeded, hold) = (isNeeded, texts.hold()) }

  /// Keeps an event if a format may show it.
  @inline(__always)
  mutating func add(_ event: Event) {
    switch event.kind {
    case .noted, .ignored, .cancelRequested, .paused, .resumed, .unknown: keep(event)
    case .created where event.extra != .none: keep(event)
    default: break
    }
  }

  private mutating func keep(_ event: Event) {
    guard isNeeded else { return }
    if events.count < Self.limit { events.append(event) } else { dropped += 1 }
  }

  /// The events, without those about promises outside of an excerpt.
  func events(of excerpt: ChosenExcerpt?) -> [Event] {
    guard let excerpt else { return events }
    return events.filter { $0.promise == 0 || excerpt.ids.contains($0.promise) }
  }
}
