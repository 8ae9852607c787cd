// One export: reads a source to its end, and has a format write.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

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
