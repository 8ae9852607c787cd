// The outline as lines of text, for tests, for programs without a terminal and for bug reports.
//
// Owns the summary and the sequence of lines. The same store produces the same bytes. Does not know a terminal: it writes no
// colors and no control characters. `TextRow` lays out a line, `TextTree+Cells` fills its cells.

import PlainText
import PromiseTrace

/// Draws an outline as text.
///
/// The text is a summary line, an empty line, and one line per row: state and tree, ID, operation, site, duration, outcome.
/// Each column is as wide as its widest cell, which takes an additional pass over the rows.
public struct TextTree {
  /// The characters that draw the tree and the states.
  public var glyphs: TextGlyphs
  /// The language of the words.
  public var language: Language
  /// The current moment, in nanoseconds since the log's start, up to which pending promises have lasted.
  ///
  /// If nil, the time of the newest event.
  public var now: Int64?
  /// The last part of the summary if the log did not end normally; otherwise empty.
  public var ending = ""
  /// The columns between the tree and the outcome.
  public var columns = TextColumns.all
  /// The numbers to print instead of IDs, for pictures that don't depend on IDs; a promise that isn't in it gets none.
  ///
  /// If nil, the IDs.
  public var numbers: [PromiseID: UInt64]?

  /// The words about a promise that has a problem; nil for the promise's own outcome.
  public var exception: ((PromiseID) -> String?)?

  /// The glyph of a promise that has a problem; nil for that of its state.
  public var badge: ((PromiseID) -> String?)?

  /// Creates a renderer.
  public init(glyphs: TextGlyphs = .unicode, language: Language = .english) {
    (self.glyphs, self.language) = (glyphs, language)
  }

  /// Renders the summary and the rows as one text that ends with a newline.
  ///
  /// - Parameters:
  ///   - outline: The rows, up to date with `store`.
  ///   - store: The store that the rows belong to.
  ///   - title: The start of the summary line.
  /// - Returns: The text.
  public func render(_ outline: Outline, of store: ChainStore, title: String = "") -> String {
    var text: [UInt8] = []
    render(outline, of: store, title: title) { text += $0 }
    return String(decoding: text, as: UTF8.self)
  }

  /// Renders the summary and the rows line by line; memory does not grow with the outline.
  ///
  /// - Parameters:
  ///   - outline: The rows, up to date with `store`.
  ///   - store: The store that the rows belong to.
  ///   - title: The start of the summary line.
  ///   - line: Receives each line in UTF-8, including its newline. An error that it throws ends the rendering.
  /// - Complexity: O(*n* log *n*) in the rows; a row takes about a microsecond.
  public func render(
    _ outline: Outline, of store: ChainStore, title: String = "", line: ([UInt8]) throws -> Void
  ) rethrows {
    try line(Array((summary(store.counts, title: title) + "\n").utf8))
    guard outline.count > 0 else { return }
    try line([UInt8(ascii: "\n")])
    try render(rows: 0..<outline.count, of: outline, store) { try line($1) }
  }

  /// Renders some rows line by line, without the summary.
  ///
  /// - Parameters:
  ///   - rows: The indices of the rows.
  ///   - outline: The rows, up to date with `store`.
  ///   - store: The store that the rows belong to.
  ///   - line: Receives the index of each row, and its line in UTF-8, including its newline. An error that it throws ends the
  ///     rendering.
  /// - Complexity: O(*n* log *m*) for *n* rows of *m*; a row takes about a microsecond.
  public func render(
    rows: Range<Int>, of outline: Outline, _ store: ChainStore, line: (Int, [UInt8]) throws -> Void
  ) rethrows {
    try render(rows, of: store, line: line) { index, isMeasuring in
      let row = outline[index]
      // Only the widths of promises are measured; most rows of a combinator's tree may be references.
      return (row, row.depth == 0 || isMeasuring && row.node == nil ? nil : outline.guides(at: index))
    }
  }

  /// Renders some rows of an outline, without a summary.
  ///
  /// - Parameters:
  ///   - excerpt: The rows.
  ///   - store: The store that the rows belong to.
  ///   - line: Receives each line in UTF-8, including its newline. An error that it throws ends the rendering.
  public func render(_ excerpt: OutlineExcerpt, of store: ChainStore, line: ([UInt8]) throws -> Void) rethrows {
    func row(at index: Int, isMeasuring: Bool) -> (OutlineRow, OutlineGuides?) {
      let (_, row, guides) = excerpt.rows[index]
      return (row, row.depth == 0 ? nil : guides)
    }
    try render(excerpt.rows.indices, of: store, line: { try line($1) }, at: row)
  }

  private func render(
    _ indexes: Range<Int>, of store: ChainStore, line: (Int, [UInt8]) throws -> Void,
    at row: (Int, _ isMeasuring: Bool) -> (OutlineRow, OutlineGuides?)
  ) rethrows {
    let content = row
    let branches = HandlerBranches()
    var row = TextRow()
    var widths = TextRow.Widths()
    for index in indexes {
      let (drawn, guides) = content(index, true)
      fill(&row, with: drawn, guides, store, branches, isMeasuring: true)
      widths.include(row)
    }
    var bytes: [UInt8] = []
    for index in indexes {
      let (drawn, guides) = content(index, false)
      fill(&row, with: drawn, guides, store, branches, isMeasuring: false)
      bytes.removeAll(keepingCapacity: true)
      row.write(widths, to: &bytes)
      try line(index, bytes)
    }
  }

  /// The summary line: the number of promises in each state, and of lost events and evicted promises; zeros are omitted.
  ///
  /// - Parameters:
  ///   - counts: The numbers of promises.
  ///   - problems: The numbers of problems of each kind, in words, such as `1 hang`; nil to count unhandled promises instead.
  ///   - title: What the line starts with; empty for nothing.
  /// - Returns: The line, without a line break.
  public func summary(_ counts: ChainCounts, problems: [String]? = nil, title: String = "") -> String {
    func count(_ number: UInt64, _ what: String) -> String? {
      number == 0 ? nil : "\(NumberText.grouped(number)) \(what)"
    }
    func count(_ number: Int, _ what: String) -> String? { count(UInt64(max(0, number)), what) }
    func count(_ number: Int, _ state: NodeState) -> String? { count(number, state.word(in: language)) }
    let parts = [
      title.isEmpty ? nil : Glyph.visible(title),
      language(NumberText.plural(counts.total, "promise", "promises"), "\(NumberText.grouped(counts.total)) 个 Promise"),
      count(counts.pending, .pending), count(counts.fulfilled, .fulfilled), count(counts.rejected, .rejected),
      count(counts.cancelled, .cancelled), problems == nil ? count(counts.unhandled, .unhandled) : nil,
      count(counts.leaked, language("freed while pending", "待定时被释放")), count(counts.unknown, .unknown),
      count(counts.lost, language(counts.lost == 1 ? "event lost" : "events lost", "个事件丢失")),
      count(counts.evicted, language("no longer kept", "不再保留")), ending.isEmpty ? nil : ending,
    ]
    let all = parts.compactMap(\.self) + (problems ?? [])
    return all.joined(separator: "  ")
  }
}

/// The columns of a text tree between the tree and the outcome.
public struct TextColumns: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The promise's number.
  public static let number = TextColumns(rawValue: 1)
  /// The call site.
  public static let site = TextColumns(rawValue: 2)
  /// The time from its creation until it settled, or until now.
  public static let duration = TextColumns(rawValue: 4)
  /// All of them.
  public static let all: TextColumns = [.number, .site, .duration]
}
