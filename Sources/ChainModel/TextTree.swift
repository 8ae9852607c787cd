// The outline as lines of text: for tests, for a program without a terminal, for bug reports.
//
// Owns the layout of those lines. Same store, same bytes. Refuses to know a terminal: no colour, no control character.

import PlainText
import PromiseTrace

/// Draws an outline as text.
///
/// A summary line, an empty line, and a line a row: state and tree, number, operation, site, duration, outcome.
///
/// Columns are as wide as their widest cell, which takes one pass more over the rows.
public struct TextTree: Sendable {
  /// Which characters draw the tree and the states.
  public var glyphs: TextGlyphs
  /// The present, in nanoseconds since the log's start: what is pending has been so until now.
  ///
  /// nil stands for the newest event's time.
  public var now: Int64?

  /// Tree and name are cut at so many columns.
  private static var nameLimit: Int { 64 }

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
    var text = ""
    render(outline, of: store, title: title) { line in
      text += line
      text += "\n"
    }
    return text
  }

  /// Hands the summary and the rows to `line`, one by one, without newlines; memory does not grow with the outline.
  ///
  /// - Parameters:
  ///   - outline: The rows; up to date with `store`.
  ///   - store: What they show.
  ///   - title: What the summary line begins with.
  ///   - line: Receives each line. What it throws ends the drawing.
  public func render(
    _ outline: Outline, of store: ChainStore, title: String = "", line: (String) throws -> Void
  ) rethrows {
    try line(summary(store.counts, title: title))
    guard outline.count > 0 else { return }
    try line("")
    var widths = TextRow.Widths()
    for index in 0..<outline.count { widths.widen(for: row(index, outline, store)) }
    for index in 0..<outline.count { try line(row(index, outline, store).line(widths)) }
  }

  /// The summary: how many promises are in which state, and what is missing; what there is none of is left out.
  public func summary(_ counts: ChainCounts, title: String = "") -> String {
    func count(_ number: UInt64, _ what: String) -> String? {
      number == 0 ? nil : "\(NumberText.grouped(number)) \(what)"
    }
    func count(_ number: Int, _ what: String) -> String? { count(UInt64(max(0, number)), what) }
    let parts = [
      title.isEmpty ? nil : Glyph.visible(title),
      "\(NumberText.grouped(UInt64(counts.total))) " + (counts.total == 1 ? "promise" : "promises"),
      count(counts.pending, "pending"), count(counts.fulfilled, "fulfilled"), count(counts.rejected, "rejected"),
      count(counts.cancelled, "cancelled"), count(counts.unhandled, "unhandled"), count(counts.leaked, "leaked"),
      count(counts.unknown, "unknown"), count(counts.lost, counts.lost == 1 ? "event lost" : "events lost"),
      count(counts.evicted, "no longer kept"),
    ]
    return parts.compactMap(\.self).joined(separator: "  ")
  }

  // MARK: One row

  private func row(_ index: Int, _ outline: Outline, _ store: ChainStore) -> TextRow {
    let row = outline[index]
    var tree = ""
    // Columns are counted while the pieces are put together: measuring the whole took most of the time.
    var columns = 0
    if row.depth > 0 {
      let guides = outline.guides(at: index)
      tree = guides.elided > 0 ? "\(glyphs.ellipsis)\(guides.elided) " : "  "
      columns = DisplayWidth.of(tree) + 2 * guides.levels.count
      for guide in guides.levels { tree += glyphs[guide] }
    }
    switch row.content {
    case .node(let id):
      guard let node = store.node(id) else { return TextRow(tree: tree + "?", columns: columns + 1) }
      return text(node, row, tree: tree, columns: columns, now: now ?? store.lastTime)
    case .reference(let id):
      let name = store.node(id).map { " " + Glyph.visible($0.name) } ?? ""
      let circle = row.isCycle ? " (a circle)" : ""
      return TextRow(tree: "  \(tree)\(glyphs.reference)#\(id)\(name)\(circle)", columns: 0)
    case .lost(let count):
      let what = count == 1 ? "event" : "events"
      return TextRow(tree: "\(glyphs.lost) \(tree)\(NumberText.grouped(count)) \(what) lost here", columns: 0)
    case .evicted(let count):
      let what = count == 1 ? "promise" : "promises"
      let number = NumberText.grouped(UInt64(count))
      return TextRow(tree: "\(glyphs.evicted) \(tree)\(number) \(what) no longer kept", columns: 0)
    }
  }

  private func text(_ node: ChainNode, _ row: OutlineRow, tree: String, columns: Int, now: Int64) -> TextRow {
    var (tree, columns) = (tree, columns)
    if row.depth == 0 {
      tree = row.isFolded ? glyphs.folded : row.isContinuation ? "  " : row.isFoldable ? glyphs.open : glyphs.single
      columns = 2
    } else if row.isFolded {
      tree += glyphs.folded
      columns += 2
    }
    columns += 2
    var name = Glyph.visible(node.name)
    if row.isFolded { name += " (+\(NumberText.grouped(UInt64(row.hidden))))" }
    var shown: [UInt8] = []
    let width = shown.append(
      visible: name, within: max(8, Self.nameLimit - columns), ellipsis: glyphs.ellipsis)
    name = String(decoding: shown, as: UTF8.self)
    var text = TextRow(tree: "\(glyphs[node.state]) \(tree)\(name)", columns: columns + width)
    text.id = "#\(node.id)"
    text.operation = node.label == nil ? "" : Glyph.visible(node.operation)
    text.site = node.site.map { Glyph.visible($0.short) } ?? ""
    if !node.isPlaceholder { text.duration = DurationText.of(node.durations(now: now).total, micro: glyphs.micro) }
    text.outcome = outcome(node)
    return text
  }

  private func outcome(_ node: ChainNode) -> String {
    let value = node.text.map(Glyph.visible) ?? ""
    var parts: [String] = []
    switch node.state {
    case .fulfilled: parts.append(value)
    case .rejected, .cancelled, .unhandled:
      let what = value.isEmpty ? node.type.map(Glyph.visible) ?? "" : value
      parts.append(what.isEmpty ? node.state.word : "\(node.state.word): \(what)")
    case .waiting: parts.append(node.adopts.map { "waits on #\($0)" } ?? node.state.word)
    case .pending, .running, .leaked, .unknown: parts.append(node.state.word)
    }
    if node.isPaused, !node.state.isSettled { parts.append("paused") }
    if let percent = node.progress?.fraction.flatMap({ NumberText.percent($0) }) { parts.append(percent) }
    if let stage = node.progress?.stage { parts.append(Glyph.visible(stage)) }
    if node.ignored > 0 { parts.append("(\(node.ignored) refused)") }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// The cells of one line.
struct TextRow {
  var tree: String
  /// Columns of `tree`; of no use where it is the only cell.
  var columns: Int
  var id = ""
  var operation = ""
  var site = ""
  var duration = ""
  var outcome = ""

  /// How wide each column is.
  struct Widths {
    fileprivate var tree = 0
    fileprivate var id = 0
    fileprivate var operation = 0
    fileprivate var site = 0
    fileprivate var duration = 0

    mutating func widen(for row: TextRow) {
      // A row of one cell (a loss, a reference) may run on to the right.
      guard !row.id.isEmpty else { return }
      tree = max(tree, row.columns)
      id = max(id, row.id.utf8.count)
      operation = max(operation, DisplayWidth.of(row.operation))
      site = max(site, DisplayWidth.of(row.site))
      duration = max(duration, DisplayWidth.of(row.duration))
    }
  }

  func line(_ widths: Widths) -> String {
    guard !id.isEmpty else { return tree }
    var line = tree
    var missing = widths.tree - columns
    func cell(_ text: String, _ width: Int, right: Bool = false) {
      guard width > 0 else { return }
      let gap = width - DisplayWidth.of(text)
      let before = missing + 2 + (right ? gap : 0)
      missing = right ? 0 : gap
      guard !text.isEmpty else {
        missing += before
        return
      }
      line += String(repeating: " ", count: before) + text
    }
    cell(id, widths.id)
    cell(operation, widths.operation)
    cell(site, widths.site)
    cell(duration, widths.duration, right: true)
    cell(outcome, outcome.isEmpty ? 0 : DisplayWidth.of(outcome))
    return line
  }
}
