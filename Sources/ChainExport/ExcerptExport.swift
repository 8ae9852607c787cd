// Exports a part of a history: its problems, or one promise and what is drawn below it. Owns the choice of promises and of events: every
// promise that an event of the excerpt refers to must be in the excerpt, too.
//
// Only at the end of the source is it known what belongs to an excerpt, so all events are kept until then, packed to 9 bytes each.

import ChainAnalysis
import ChainModel
import PromiseTrace

/// A part of a history.
public enum ExportExcerpt: Sendable {
  /// The promises that have findings or prove them.
  case problems
  /// A promise and what is drawn below it; the closure finds the promise, and its error ends the export.
  case subtree(@Sendable (ChainStore) throws -> PromiseID)
}

/// Exports an excerpt.
struct ExcerptExport {
  /// The maximum size of the events in memory, in bytes: about 100 million events.
  private static let tapeLimit = 1 << 30

  let excerpt: ExportExcerpt
  let options: ExportOptions

  /// Reads all events, then writes the excerpt.
  func export(_ source: any EventSource, as format: ExportFormat, into sink: ([UInt8]) throws -> Void) throws
    -> ExportSummary
  {
    var tape = EventTape(texts: source.texts, limit: Self.tapeLimit)
    let history = AnalyzedHistory(reading: source, options: options) { event, _ in
      if format == .ndjson { tape.append(event) }
    }
    if let failure = history.failure, history.summary.events == 0 { throw failure }
    return try withoutActuallyEscaping(sink) { try write(history, tape, source, as: format, into: $0) }
  }

  private func write(
    _ history: AnalyzedHistory, _ tape: EventTape, _ source: any EventSource, as format: ExportFormat,
    into sink: @escaping ([UInt8]) throws -> Void
  ) throws -> ExportSummary {
    var summary = history.summary
    var output = ChunkedOutput(sink: sink)
    var outline = Outline()
    outline.update(from: history.store)
    switch format {
    case .text: try writeText(history, outline, &output)
    case .ndjson: try write(chosen(history, outline), history, tape, source, &output)
    }
    try output.flush()
    summary.bytes = output.written
    if let failure = history.failure { throw failure }
    return summary
  }

  private func chosen(_ history: AnalyzedHistory, _ outline: Outline) throws -> [PromiseID] {
    switch excerpt {
    case .problems: history.findings().flatMap { $0.promises + $0.evidence }
    case .subtree(let find):
      try OutlineExcerpt(subtreeOf: find(history.store), in: outline, history.store)?.ids ?? []
    }
  }

  // MARK: Text

  private func writeText(_ history: AnalyzedHistory, _ outline: Outline, _ output: inout ChunkedOutput) throws {
    let (store, title) = (history.store, history.header.program)
    let glyphs: TextGlyphs = options.isASCII ? .ascii : .unicode
    let ending = store.isEnded ? "" : options.unfinished(history.header)
    switch excerpt {
    case .problems:
      var tree = ProblemTree()
      (tree.glyphs, tree.ending, tree.pendingPerSite) = (glyphs, ending, 0)
      try tree.render(store, history.findings(), title: title) { try output.write($0) }
    case .subtree(let find):
      let id = try find(store)
      var tree = TextTree(glyphs: glyphs)
      tree.ending = ending
      try output.write(Array((tree.summary(store.counts, title: title) + "\n\n").utf8))
      guard let rows = OutlineExcerpt(subtreeOf: id, in: outline, store) else { return }
      try tree.render(rows, of: store) { try output.write($0) }
    }
  }

  // MARK: NDJSON

  private func write(
    _ chosen: [PromiseID], _ history: AnalyzedHistory, _ tape: EventTape, _ source: any EventSource,
    _ output: inout ChunkedOutput
  ) throws {
    let whole = upstream(of: chosen, in: history.store)
    var mentioned: Set<PromiseID> = []
    try forEach(tape) { event in
      guard whole.contains(event.promise) else { return }
      for id in [event.peer, event.context] where id != 0 && !whole.contains(id) { mentioned.insert(id) }
    }
    var header = source.header
    let name = if case .problems = excerpt { "problems" } else { "subtree" }
    header.extra += (header.extra.isEmpty ? "" : ",") + "\"excerpt\":\"\(name)\""
    let encoder = LogEncoder(texts: source.texts)
    var bytes: [UInt8] = []
    encoder.encode(header, into: &bytes)
    var sequence: UInt64 = 0
    try forEach(tape) { original in
      var event = original
      let isWhole = whole.contains(event.promise)
      switch event.kind {
      case .lost, .ended: break
      case _ where isWhole: break
      // A promise that is only mentioned keeps its creation, its outcome, and the fact that a handler took it. Otherwise a check of the
      // excerpt would report a lost result or an unhandled rejection.
      case .created, .named, .registered, .fulfilled, .rejected, .handled, .released:
        guard mentioned.contains(event.promise) else { return }
      default: return
      }
      func known(_ id: PromiseID) -> PromiseID { whole.contains(id) || mentioned.contains(id) ? id : 0 }
      (event.peer, event.context) = (known(event.peer), known(event.context))
      sequence += 1
      event.sequence = sequence
      encoder.encode(event, into: &bytes)
      guard bytes.count >= 1 << 15 else { return }
      try output.write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    try output.write(bytes)
  }

  /// The promises, and all that they derive from, adopted, took as inputs, or got their outcome from.
  private func upstream(of ids: [PromiseID], in store: ChainStore) -> Set<PromiseID> {
    var found = Set(ids)
    var todo = Array(found)
    while let id = todo.popLast() {
      let via = store.facts(id)?.via ?? 0
      for next in store.upstream(of: id, limit: .max) + [store.facts(id)?.from ?? 0, via] where next != 0 {
        if found.insert(next).inserted { todo.append(next) }
      }
    }
    return found
  }

  private func forEach(_ tape: EventTape, _ body: (Event) throws -> Void) throws {
    if tape.positions.lowerBound > 0 {
      var lost = Event(.lost)
      lost.count = tape.positions.lowerBound
      try body(lost)
    }
    var position = tape.positions.lowerBound
    var events: [Event] = []
    while position < tape.positions.upperBound {
      events.removeAll(keepingCapacity: true)
      tape.read(from: position, into: &events, limit: 4_096)
      for event in events { try body(event) }
      position += UInt64(events.count)
    }
  }
}

/// Collects bytes into chunks of about 64 KiB.
private struct ChunkedOutput {
  let sink: ([UInt8]) throws -> Void
  private var bytes: [UInt8] = []
  private(set) var written: UInt64 = 0

  init(sink: @escaping ([UInt8]) throws -> Void) { self.sink = sink }

  mutating func write(_ more: [UInt8]) throws {
    bytes += more
    if bytes.count >= 1 << 16 { try flush() }
  }

  mutating func flush() throws {
    guard !bytes.isEmpty else { return }
    try sink(bytes)
    written += UInt64(bytes.count)
    bytes.removeAll(keepingCapacity: true)
  }
}
