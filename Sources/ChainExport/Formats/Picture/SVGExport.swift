// Exports a history as one SVG picture. `ExportOptions.limit` bounds the memory; the picture itself is written row by row.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

extension ExportFormat {
  /// One picture of the tree and the timeline.
  public static let svg = ExportFormat("svg", "one picture of the tree and the timeline") { SVGExport(options: $0) }
}

struct SVGExport: EventExport {
  private let options: ExportOptions
  private var analyzed: AnalyzedStore?
  private var header = LogHeader()

  init(options: ExportOptions) { self.options = options }

  mutating func begin(_ log: ExportedLog, into output: inout ExportOutput) {
    header = log.header
    analyzed = AnalyzedStore(texts: log.texts, limit: options.limit)
  }

  mutating func write(_ events: [Event], into output: inout ExportOutput) {
    // Applying an event to a store that something else refers to would copy it.
    guard var history = analyzed.take() else { return }
    for event in events { history.apply(event) }
    analyzed = history
  }

  mutating func end(_ end: ExportEnd, into output: inout ExportOutput) throws {
    guard let analyzed else { return }
    output.evicted = analyzed.store.counts.evicted
    let language = options.language ?? .english
    var outline = Outline()
    outline.update(from: analyzed.store)
    let picture = SVGPicture(
      analyzed.store, outline, analyzed.findings(),
      title: header.program, end: end, language: language)
    try picture.write { try output.write($0) }
  }
}
