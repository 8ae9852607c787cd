// The final tree as text: the same outline as the screen's. Memory is the model's, bounded by its limit.

import ChainModel
import PromiseTrace

/// Exports the tree that a source's events end in.
public struct TextExport: Sendable {
  private let options: ExportOptions

  /// Creates an export.
  public init(options: ExportOptions = ExportOptions()) { self.options = options }

  /// Reads everything, then writes the tree, a line a row, UTF-8.
  ///
  /// - Parameters:
  ///   - source: Read to its end.
  ///   - sink: Receives whole lines, about 64 KiB at a time.
  /// - Returns: What was read and written.
  /// - Throws: What the sink threw, or ``LogError``; the tree of what was read before is in the sink.
  @discardableResult
  public func export(_ source: any EventSource, into sink: ([UInt8]) throws -> Void) throws -> ExportSummary {
    var store = ChainStore(texts: source.texts, limit: options.limit, historyLimit: 0)
    var summary = ExportSummary()
    var pump = EventPump(source, waitForMore: options.waitForMore)
    while let batch = pump.next() {
      for event in batch {
        store.apply(event)
        summary.count(event)
      }
    }
    if let failure = pump.failure, summary.events == 0 { throw failure }
    summary.bytes = try write(store, title: source.header.program, into: sink)
    if let failure = pump.failure { throw failure }
    return summary
  }

  /// Writes the tree of a store that the caller filled.
  ///
  /// - Parameters:
  ///   - store: What to draw.
  ///   - title: What the summary line begins with, such as the program's name.
  ///   - sink: Receives whole lines, about 64 KiB at a time.
  /// - Returns: How many bytes the sink received.
  /// - Throws: What the sink threw.
  @discardableResult
  public func write(
    _ store: ChainStore, title: String = "", into sink: ([UInt8]) throws -> Void
  ) throws -> UInt64 {
    var outline = Outline()
    outline.update(from: store)
    var bytes: [UInt8] = []
    var written: UInt64 = 0
    try TextTree(glyphs: options.isASCII ? .ascii : .unicode).render(outline, of: store, title: title) { line in
      bytes += line
      guard bytes.count >= 1 << 16 else { return }
      try sink(bytes)
      written += UInt64(bytes.count)
      bytes.removeAll(keepingCapacity: true)
    }
    if !bytes.isEmpty { try sink(bytes) }
    return written + UInt64(bytes.count)
  }
}
