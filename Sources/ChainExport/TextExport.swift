// Writes the final tree as text, from the same outline as the screen's. `ExportOptions.limit` bounds the memory.

import ChainModel
import PromiseTrace

/// Exports the tree that results from a source's events.
public struct TextExport: Sendable {
  private let options: ExportOptions

  /// Creates an export.
  public init(options: ExportOptions = ExportOptions()) { self.options = options }

  /// Reads all events, then writes the tree in UTF-8, one line per row.
  ///
  /// - Parameters:
  ///   - source: The source, which is read to its end.
  ///   - sink: Receives whole lines, about 64 KiB at a time.
  /// - Returns: A summary of the export.
  /// - Throws: The sink's error, or ``LogError`` if the source can't be read; the sink then has received the tree of the
  ///   events read before.
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
    let ending = store.isEnded ? "" : options.unfinished(source.header)
    summary.bytes = try write(store, title: source.header.program, ending: ending, into: sink)
    if let failure = pump.failure { throw failure }
    return summary
  }

  /// Writes the tree of an existing store.
  ///
  /// - Parameters:
  ///   - store: The store to draw.
  ///   - title: The start of the summary line, such as the program's name.
  ///   - ending: The last part of the summary line if the log did not end normally; otherwise empty.
  ///   - sink: Receives whole lines, about 64 KiB at a time.
  /// - Returns: The number of bytes passed to the sink.
  /// - Throws: The sink's error.
  @discardableResult
  public func write(
    _ store: ChainStore, title: String = "", ending: String = "", into sink: ([UInt8]) throws -> Void
  ) throws -> UInt64 {
    var outline = Outline()
    outline.update(from: store)
    var bytes: [UInt8] = []
    var written: UInt64 = 0
    var tree = TextTree(glyphs: options.isASCII ? .ascii : .unicode)
    tree.ending = ending
    try tree.render(outline, of: store, title: title) { line in
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
