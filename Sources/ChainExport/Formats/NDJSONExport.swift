// Writes a source's events as a log. Exporting a replayed log reproduces it byte for byte. Memory is one batch of events.

import PromiseTrace

extension ExportFormat {
  /// The log itself, one event per line.
  public static let ndjson = ExportFormat("ndjson", "the log itself, one event per line") { _ in NDJSONExport() }
}

/// Exports a source as NDJSON.
struct NDJSONExport: EventExport {
  private var encoder = LogEncoder(texts: TextTable())
  private var texts = TextTable()

  mutating func begin(_ log: ExportedLog, into output: inout ExportOutput) throws {
    (encoder, texts) = (LogEncoder(texts: log.texts), log.texts)
    var header = log.header
    if let excerpt = log.excerpt {
      header.setExtra("excerpt", to: "\"\(excerpt.name)\"")
      if log.evicted > 0 { header.setExtra("evicted", to: "\(log.evicted)") }
    }
    encoder.encode(header, into: &output.bytes)
  }

  mutating func write(_ events: [Event], into output: inout ExportOutput) throws {
    for event in events {
      encoder.encode(event, into: &output.bytes)
      try output.drain()
    }
    texts.forget()
  }

  mutating func end(_ end: ExportEnd, into output: inout ExportOutput) throws {}
}
