// The outline as lines of text: for tests, for a program without a terminal, for bug reports.
//
// Owns the summary and which lines there are. The same store gives the same bytes. Refuses to know a terminal: no color, no
// control character. `TextRow` lays out a line, `TextTree+Cells` fills its cells.

import PlainText
import PromiseTrace

/// Draws an outline as text.
///
/// A summary line, an empty line, and a line for each row: state and tree, number, operation, site, duration, outcome.
///
/// Columns are as wide as their widest cell, which takes one more pass over the rows.
public struct TextTree: Sendable {
  /// Which characters draw the tree and the states.
  public var glyphs: TextGlyphs
  /// The present, in nanoseconds since the log's start: what is pending has been so until now.
  ///
  /// nil stands for the newest event's time.
  public var now: Int64?
  /// How the log ended, where that was not in order, as the last word of the summary; empty otherwise.
  public var ending = ""

  /// Creates a renderer.
  public init(glyphs: TextGlyphs = .unicode) { self.glyphs = glyphs }

  /// The summary and the rows, as one text that ends with a newline.
  ///
  /// - Parameters:
  ///   - outline: The rows; up to date with `store`.
  ///   - store: What they show.
  ///   - title: What the summary line begins with.
  /// - Returns: The text.
  public func render(_ outline: Outline, of store: ChainStore, title: String = "") -> String {
    var text: [UInt8] = []
    render(outline, of: store, title: title) { text += $0 }
    return String(decoding: text, as: UTF8.self)
  }

  /// Passes the summary and the rows to `line`, one by one; memory does not grow with the outline.
  ///
  /// - Parameters:
  ///   - outline: The rows; up to date with `store`.
  ///   - store: What they show.
  ///   - title: What the summary line begins with.
  ///   - line: Receives each line in UTF-8, its newline included. An error that it throws ends the drawing.
  /// - Complexity: O(*n* log *n*) in the rows; a row takes about a microsecond.
  public func render(
    _ outline: Outline, of store: ChainStore, title: String = "", line: ([UInt8]) throws -> Void
  ) rethrows {
    try line(Array((summary(store.counts, title: title) + "\n").utf8))
    guard outline.count > 0 else { return }
    try line([UInt8(ascii: "\n")])
    var row = TextRow()
    var widths = TextRow.Widths()
    for index in 0..<outline.count {
      fill(&row, with: index, of: outline, store, isMeasuring: true)
      widths.include(row)
    }
    var bytes: [UInt8] = []
    for index in 0..<outline.count {
      fill(&row, with: index, of: outline, store, isMeasuring: false)
      bytes.removeAll(keepingCapacity: true)
      row.write(widths, to: &bytes)
      try line(bytes)
    }
  }

  /// The summary: how many promises are in which state, and what is missing; zeros are left out.
  public func summary(_ counts: ChainCounts, title: String = "") -> String {
    func count(_ number: UInt64, _ what: String) -> String? {
      number == 0 ? nil : "\(NumberText.grouped(number)) \(what)"
    }
    func count(_ number: Int, _ what: String) -> String? { count(UInt64(max(0, number)), what) }
    let parts = [
      title.isEmpty ? nil : Glyph.visible(title),
      NumberText.plural(counts.total, "promise", "promises"),
      count(counts.pending, "pending"), count(counts.fulfilled, "fulfilled"), count(counts.rejected, "rejected"),
      count(counts.cancelled, "cancelled"), count(counts.unhandled, "unhandled"), count(counts.leaked, "leaked"),
      count(counts.unknown, "unknown"), count(counts.lost, counts.lost == 1 ? "event lost" : "events lost"),
      count(counts.evicted, "no longer kept"), ending.isEmpty ? nil : ending,
    ]
    return parts.compactMap(\.self).joined(separator: "  ")
  }
}
