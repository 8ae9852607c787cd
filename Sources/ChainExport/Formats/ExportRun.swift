// One export: reads a source to its end, and has a format write. Owns the order of the steps, and what happens when the source or the sink
// fails. Formats are in `Formats`, excerpts in `Excerpts`.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct ExportRun {
  private let source: any EventSource
  private let options: ExportOptions
  private var output: ExportOutput
  private var end = ExportEnd()

  init(_ source: any EventSource, _ options: ExportOptions, _ output: ExportOutput) {
    (self.source, self.options, self.output) = (source, options, output)
  }

  mutating func export(_ format: ExportFormat) throws -> ExportSummary {
    switch (format.writing, options.excerpt) {
    case (.events(let make), nil): try stream(make(options))
    case (.events(let make), let excerpt?): try stream(make(options), excerpt)
    case (.history(let make), let excerpt): try write(make(options), excerpt)
    }
    return end.summary
  }

  // MARK: While reading

  private mutating func stream(_ format: any EventExport) throws {
    var format = format
    var isBegun = false
    var pump = EventPump(source, waitForMore: options.waitForMore)
    while let batch = try pump.next(whenIdle: { try output.flush() }) {
      if !isBegun { try format.begin(log(nil), into: &output) }
      isBegun = true
      for event in batch { end.take(event) }
      try format.write(batch, into: &output)
    }
    try finish(format, isBegun, pump.failure)
  }

  /// Reads everything, then streams the events of an excerpt.
  private mutating func stream(_ format: any EventExport, _ excerpt: ExportExcerpt) throws {
    var format = format
    var tape = ExcerptTape(texts: source.texts)
    let history = try read(limit: options.limit, showsFindings: true) { tape.append($0) }
    if let failure = history.failure, end.summary.events == 0 { throw failure }
    let chosen = try excerpt.choose(in: history.analyzed)
    try format.begin(log(chosen), into: &output)
    let unknown = try tape.forEachBatch(of: chosen.withUpstream(in: history.analyzed.store)) {
      try format.write($0, into: &output)
    }
    try finish(format, true, history.failure, unknown: unknown)
  }

  private mutating func finish(
    _ format: any EventExport, _ isBegun: Bool, _ failure: (any Error)?, unknown: Int = 0
  ) throws {
    var format = format
    if isBegun || failure == nil {
      if !isBegun { try format.begin(log(nil), into: &output) }
      try format.end(complete(), into: &output)
    }
    try output.flush()
    end.summary.evicted = max(end.summary.evicted, output.evicted)
    let notices = [output.notice, unknown > 0 ? Self.notice(unknown: unknown) : nil].compactMap(\.self)
    (end.summary.bytes, end.summary.notice) = (output.written, notices.isEmpty ? nil : notices.joined(separator: "; "))
    if let failure { throw failure }
  }

  private static func notice(unknown count: Int) -> String {
    "\(NumberText.plural(count, "event", "events")) of kinds that this version does not know "
      + "\(count == 1 ? "is" : "are") left out of the excerpt"
  }

  // MARK: At the end

  private mutating func write(_ format: any HistoryExport, _ excerpt: ExportExcerpt?) throws {
    let isAnalyzed = format.showsFindings || excerpt != nil
    var marks = ExportMarks(source.texts, isNeeded: format.keepsMarks)
    let read = try read(limit: format.limit(options), showsFindings: isAnalyzed) { marks.take($0) }
    if let failure = read.failure, end.summary.events == 0 { throw failure }
    let store = read.analyzed.store
    end.droppedMarks = marks.dropped
    let chosen = try excerpt?.choose(in: read.analyzed).shown(in: store)
    var findings = isAnalyzed ? read.analyzed.findings() : []
    if let chosen { findings = findings.filter { !chosen.ids.isDisjoint(with: $0.promises) } }
    let history = ExportedHistory(
      header: source.header, store: store, findings: findings, end: complete(), excerpt: chosen,
      marks: marks.events(of: chosen))
    try format.write(history, into: &output)
    try output.flush()
    (end.summary.bytes, end.summary.notice) = (output.written, output.notice)
    if let failure = read.failure { throw failure }
  }

  // MARK: Reading

  private mutating func read(
    limit: Int, showsFindings: Bool, _ visit: (Event) -> Void
  ) throws -> (analyzed: ReadHistory, failure: (any Error)?) {
    var history = ReadHistory(source.texts, limit: limit, isAnalyzed: showsFindings)
    var pump = EventPump(source, waitForMore: options.waitForMore)
    while let batch = pump.next() {
      for event in batch {
        end.take(event)
        visit(event)
      }
      history.apply(batch)
    }
    end.summary.evicted = history.store.counts.evicted
    return (history, pump.failure)
  }

  private func log(_ excerpt: ChosenExcerpt?) -> ExportedLog {
    ExportedLog(header: source.header, texts: source.texts, excerpt: excerpt, evicted: end.summary.evicted)
  }

  /// What is known at the end of the source.
  private func complete() -> ExportEnd {
    var end = end
    (end.problems, end.problemCount) = (source.diagnostics, source.problemCount)
    if !end.summary.isEnded { end.ending = options.unfinished(source.header) }
    return end
  }
}

/// A store that an export reads into, with or without an analyzer.
enum ReadHistory {
  case empty
  case plain(ChainStore)
  case analyzed(AnalyzedStore)

  init(_ texts: TextTable, limit: Int, isAnalyzed: Bool) {
    self =
      isAnalyzed
      ? .analyzed(AnalyzedStore(texts: texts, limit: limit))
      : .plain(ChainStore(texts: texts, limit: limit, historyLimit: 0))
  }

  var store: ChainStore {
    switch self {
    case .empty: ChainStore(texts: TextTable())
    case .plain(let store): store
    case .analyzed(let analyzed): analyzed.store
    }
  }

  func findings() -> [Finding] {
    switch self {
    case .empty, .plain: []
    case .analyzed(let analyzed): analyzed.findings()
    }
  }

  mutating func apply(_ events: [Event]) {
    // Applying an event to a store that an enumeration still holds would copy it.
    switch self {
    case .empty: break
    case .plain(var store):
      self = .empty
      for event in events { store.apply(event) }
      self = .plain(store)
    case .analyzed(var analyzed):
      self = .empty
      for event in events { analyzed.apply(event) }
      self = .analyzed(analyzed)
    }
  }
}
