// Writes spans as OTLP/JSON, one request with up to 512 spans per line, as the OpenTelemetry Collector's file receiver reads them and its HTTP
// receiver accepts them. Owns what becomes a span, a parent, a link and a trace. `OTLPWriter` owns the encoding.
//
// A promise is a span. Its parent is the promise that it derives from, otherwise the one whose body created it; all promises below one root
// are one trace. What a combinator joins, and what a promise adopted, are links. A promise with a `traceparent` starts below the span of
// another program, in that program's trace.

import ChainAnalysis
import ChainModel
import PromiseTrace

extension ExportFormat {
  /// OpenTelemetry spans.
  public static let otlp = ExportFormat("otlp", "spans for OpenTelemetry, as OTLP/JSON") { _ in OTLPExport() }
}

/// Exports a history as OpenTelemetry spans.
struct OTLPExport: HistoryExport {
  private static let batch = 512

  var keepsMarks: Bool { true }

  func limit(_ options: ExportOptions) -> Int { options.dataLimit }

  func write(_ history: ExportedHistory, into output: inout ExportOutput) throws {
    let context = OTLPContext(history)
    let writer = OTLPWriter(history)
    let bytes = ExportBytes(texts: history.texts)
    var count = 0
    var isEmpty = true
    func flush() throws {
      isEmpty = false
      writer.endRequest(bytes)
      try output.write(bytes)
      count = 0
    }
    try history.forEachPromise { facts in
      if count == 0 { writer.startRequest(bytes) }
      writer.span(history.table.row(facts), context, into: bytes)
      count += 1
      if count == Self.batch { try flush() }
    }
    // A log without promises has one request, which says what is missing.
    if isEmpty, count == 0 { writer.startRequest(bytes) }
    if isEmpty || count > 0 { try flush() }
  }
}
