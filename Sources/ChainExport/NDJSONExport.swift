// Writes a source's events as a log. Exporting a replayed log reproduces it byte for byte. Memory is one batch of events.

import PromiseTrace

/// Exports a source as NDJSON.
public struct NDJSONExport: Sendable {
  private let options: ExportOptions

  /// Creates an export.
  public init(options: ExportOptions = ExportOptions()) { self.options = options }

  /// Writes the header and every event.
  ///
  /// - Parameters:
  ///   - source: The source, which is read to its end.
  ///   - sink: Receives whole lines, about 64 KiB at a time, or all there are whenever the source has no events at the moment.
  /// - Returns: A summary of the export.
  /// - Throws: The sink's error, or ``LogError`` if the source can't be read; the sink then has received everything read
  ///   before.
  @discardableResult
  public func export(_ source: any EventSource, into sink: ([UInt8]) throws -> Void) throws -> ExportSummary {
    let encoder = LogEncoder(texts: source.texts)
    var summary = ExportSummary()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(80_000)
    var hasHeader = false
    func flush() throws {
      guard !bytes.isEmpty else { return }
      try sink(bytes)
      summary.bytes += UInt64(bytes.count)
      bytes.removeAll(keepingCapacity: true)
    }
    func begin() {
      if !hasHeader { encoder.encode(source.header, into: &bytes) }
      hasHeader = true
    }
    var pump = EventPump(source, waitForMore: options.waitForMore)
    while let batch = try pump.next(whenIdle: flush) {
      begin()
      for event in batch {
        encoder.encode(event, into: &bytes)
        summary.count(event)
        if bytes.count >= 1 << 16 { try flush() }
      }
      source.texts.forget()
    }
    if pump.failure == nil { begin() }
    try flush()
    if let failure = pump.failure { throw failure }
    return summary
  }
}
