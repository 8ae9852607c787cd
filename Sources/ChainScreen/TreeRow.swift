// One row of the tree.

import Canvas
import ChainModel
import PlainText
import PromiseTrace

struct TreeRow {
  let context: ScreenContext
  let columns: TreeColumns
  let scale: TimeScale
  let index: Int
  /// The promise of the row; nil for references and losses.
  let node: ChainNode?

  private var glyphs: ScreenGlyphs { context.glyphs }

  func draw(into grid: inout Grid, row: Int) {
    let outlined = context.outline[index]
    if let rail = rail(outlined) { grid.write(rail, column: TreeColumns.rail, row: row, style: Style(.branch)) }
    switch outlined.content {
    case .node: drawNode(outlined, into: &grid, row: row)
    case .reference(let id): drawReference(outlined, id, into: &grid, row: row)
    case .lost(let count, let isDamage):
      drawGap(OutlineRow.words(lost: count, isDamage: isDamage), outlined, .loss, into: &grid, row: row)
    case .evicted(let count):
      let text = "\(NumberText.plural(count, "promise", "promises")) no longer kept"
      drawGap(text, outlined, .faint, into: &grid, row: row)
    }
  }

  // MARK: A promise

  private func drawNode(_ outlined: OutlineRow, into grid: inout Grid, row: Int) {
    guard let node else { return }
    let isBlocked = RowOutcome(context).isBlocked(node)
    let role = Self.role(of: node, isBlocked: isBlocked)
    if outlined.isFoldable {
      let mark = outlined.isFolded ? glyphs.folded : glyphs.unfolded
      grid.write(mark, column: TreeColumns.fold, row: row, style: Style(outlined.isFolded ? .notice : .branch))
    }
    grid.write(glyphs.state(node.state), column: TreeColumns.glyph, row: row, style: Style(role))

    var name = branches
    name.append(Span(node.name, Self.nameRole(of: node, isBlocked: isBlocked)))
    name.append(Span(" #\(node.id)", .faint))
    if outlined.isFolded { name.append(Span(" +\(NumberText.grouped(outlined.hidden))", .notice)) }
    write(name, columns.name, into: &grid, row: row)
    write([Span(node.state.word, role)], columns.word, into: &grid, row: row)

    let site = node.site.map { [Span($0.short, .site)] } ?? []
    drawOutcome(of: node, else: columns.site.isEmpty ? site : [], into: &grid, row: row)
    write(site, columns.site, into: &grid, row: row)

    guard !node.isPlaceholder else { return }
    let total = DurationText.of(node.durations(now: context.now).total, micro: glyphs.isASCII ? "u" : "µ")
    grid.write(
      total, in: columns.time, row: row, style: Style(node.state.isOpen && !isBlocked ? role : .time),
      alignment: .trailing,
      ellipsis: glyphs.ellipsis)
    DurationBar(glyphs: glyphs, scale: scale, now: context.now).draw(node, in: columns.bar, into: &grid, row: row)
  }

  /// Writes the outcome, or the call site if there is none.
  ///
  /// If the column is too narrow, the error is cut and the handler's name left out, so that the handler's ID stays.
  private func drawOutcome(of node: ChainNode, else site: [Span], into grid: inout Grid, row: Int) {
    let outcome = RowOutcome(context)
    let (error, handler) = (outcome.error(of: node), outcome.handler(of: node))
    let reference = Array(handler.prefix(2))
    let room = columns.outcome.count - reference.width
    guard node.state.isSettled, !error.isEmpty, !handler.isEmpty, room >= min(error.width, Self.errorWidth) else {
      let spans = outcome.spans(of: node)
      return write(spans.isEmpty ? site : spans, columns.outcome, into: &grid, row: row)
    }
    let start = columns.outcome.lowerBound
    let end = grid.write(error, in: start..<start + room, row: row, ellipsis: glyphs.ellipsis)
    let rest = end..<columns.outcome.upperBound
    write(rest.count < reference.width + 3 ? reference : handler, rest, into: &grid, row: row)
  }

  /// The least width of an error beside the ID of its handler; a column without room for both shows only the error.
  private static let errorWidth = 5

  /// The lines that lead to the row; in a deep tree the innermost ones, and the number of those left out.
  private var branches: [Span] {
    let guides = context.outline.guides(at: index, limit: max(1, (columns.name.count - 16) / 2))
    var text = guides.elided > 0 ? "\(glyphs.ellipsis)\(guides.elided) " : ""
    for guide in guides.levels { text += glyphs.tree[guide] }
    return text.isEmpty ? [] : [Span(text, .branch)]
  }

  /// The line along a chain that is not indented, from its first to its last promise; none for a chain of one.
  private func rail(_ outlined: OutlineRow) -> String? {
    func startsChain(_ row: OutlineRow) -> Bool { row.depth == 0 && !row.isContinuation }
    let continues = index + 1 < context.outline.count && !startsChain(context.outline[index + 1])
    if startsChain(outlined) { return continues ? glyphs.rail.first : nil }
    return continues ? glyphs.rail.between : glyphs.rail.last
  }

  /// Running promises are brightest; waiting ones and handled rejections are calmer.
  static func role(of node: ChainNode, isBlocked: Bool) -> StyleRole {
    switch node.state {
    case .rejected where node.isHandled: .error
    case .pending where !isBlocked: .running
    default: node.state.role
    }
  }

  /// Settled and waiting promises are calm.
  private static func nameRole(of node: ChainNode, isBlocked: Bool) -> StyleRole {
    switch node.state {
    case .fulfilled, .unknown: .text
    case .cancelled: .faint
    case .rejected where node.isHandled: .text
    case .pending, .running, .waiting: isBlocked ? .text : .label
    case .rejected, .unhandled, .leaked: .label
    }
  }

  // MARK: Other rows

  private func drawReference(_ outlined: OutlineRow, _ id: PromiseID, into grid: inout Grid, row: Int) {
    let mark = outlined.isCycle ? glyphs.cycle : glyphs.reference
    grid.write(mark, column: TreeColumns.glyph, row: row, style: Style(outlined.isCycle ? .rejected : .link))
    let target = context.store.node(id)
    var name = branches
    name.append(Span("#\(id)", .link))
    name.append(Span(" \(target?.name ?? "")", .faint))
    write(name, columns.name, into: &grid, row: row)
    if let target {
      let role = Self.role(of: target, isBlocked: RowOutcome(context).isBlocked(target))
      write([Span(target.state.word, role)], columns.word, into: &grid, row: row)
    }
    let what =
      outlined.isCycle ? Span("waits for itself", .rejected) : Span(Self.relation(outlined.relation), .faint)
    write([what], columns.outcome, into: &grid, row: row)
  }

  private static func relation(_ relation: OutlineRow.Relation) -> String {
    switch relation {
    case .root: "see above"
    case .derived: "derives from it"
    case .input: "an input"
    case .adopted: "adopted"
    case .inside: "made inside"
    }
  }

  private func drawGap(
    _ text: String, _ outlined: OutlineRow, _ role: StyleRole, into grid: inout Grid, row: Int
  ) {
    grid.write(role == .loss ? glyphs.loss : glyphs.gap, column: TreeColumns.glyph, row: row, style: Style(role))
    let start = columns.name.lowerBound
    let end = grid.write(
      branches + [Span(text + " ", role)], in: start..<max(start, grid.size.columns - 1), row: row,
      ellipsis: glyphs.ellipsis)
    let line = Style(role == .loss ? .loss : .rule)
    grid.fill(glyphs.barQueued, columns: end..<max(end, grid.size.columns - 1), row: row, style: line)
  }

  private func write(_ spans: [Span], _ range: Range<Int>, into grid: inout Grid, row: Int) {
    grid.write(spans, in: range, row: row, ellipsis: glyphs.ellipsis)
  }
}
