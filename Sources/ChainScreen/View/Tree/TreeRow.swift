// One row of the tree.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct TreeRow {
  let screen: Screen
  var columns: TreeColumns
  let timeline: TimeAxis
  let index: Int
  /// The promise of the row; nil for references and losses.
  let facts: NodeFacts?
  /// The problems that it hides as a fold.
  var hidden: [(kind: ProblemKind, count: Int)] = []

  private var glyphs: ScreenGlyphs { screen.glyphs }

  func draw(into grid: inout Grid, row: Int) {
    let outlined = screen.outline[index]
    if let line = chainLine(outlined) { grid.write(line, column: TreeColumns.chain, row: row, style: Style(.branch)) }
    switch outlined.content {
    case .node:
      var fitted = self
      fitted.drawNode(outlined, into: &grid, row: row)
    case .reference(let id): drawReference(outlined, id, into: &grid, row: row)
    case .lost(let count, let isDamage):
      drawGap(OutlineRow.words(lost: count, isDamage: isDamage, in: screen.language), .loss, into: &grid, row: row)
    case .evicted(let count):
      drawGap(OutlineRow.words(evicted: count, in: screen.language), .faint, into: &grid, row: row)
    }
  }

  /// Whether the row is outside of the marked path, or shown only because of a row below it.
  private var isDimmed: Bool {
    if screen.outline[index].isDimmed { return true }
    guard let path = screen.answers.marked, let id = screen.outline[index].id else {
      return screen.answers.marked != nil
    }
    return !path.contains(id)
  }

  /// Whether the row is on the marked path.
  private var isMarked: Bool { screen.answers.marked != nil && !isDimmed }

  // MARK: A promise

  private mutating func drawNode(_ outlined: OutlineRow, into grid: inout Grid, row: Int) {
    guard let facts else { return }
    let isBlocked = screen.rowOutcome.isBlocked(facts)
    let kind = screen.problems.kind(of: facts.id)
    let role = screen.role(of: facts)
    if outlined.isFoldable {
      let mark = outlined.isFolded ? glyphs.folded : glyphs.unfolded
      grid.write(mark, column: TreeColumns.fold, row: row, style: Style(outlined.isFolded ? .notice : .branch))
    }
    // A question may also be about what follows from an outcome that is known.
    let isAsked = screen.lesson?.askedPromise == facts.id && !facts.state.isSettled
    let badges = screen.problems.badges[facts.id] ?? []
    let problem = badges.first
    let glyph = isAsked ? "?" : problem.map { glyphs.problem($0) } ?? glyphs.state(screen.drawnState(of: facts))
    grid.write(
      glyph, column: TreeColumns.glyph, row: row, style: Style(isAsked ? .notice : dim(kind?.role ?? role)))

    if isMarked { grid.write(glyphs.path, column: TreeColumns.path, row: row, style: Style(.path)) }
    let end = chainEnd(outlined)
    let site = screen.store.nodeSite(facts.site).map { [Span($0.short, .location)] } ?? []
    let outcome = isAsked ? [] : screen.outcome(of: end ?? facts)
    let name = nameSpans(of: facts, outlined, kind, isBlocked: isBlocked)
    let times = facts.isPlaceholder ? nil : times(of: facts, until: end)
    columns = columns.fitted(
      name: name.head.width + name.tail.width,
      outcome: (outcome.isEmpty && columns.site.isEmpty ? site : outcome).width + 2,
      own: columns.own.isEmpty ? 0 : DisplayWidth.of(times?.own ?? ""),
      total: columns.total.isEmpty ? 0 : DisplayWidth.of(times?.total ?? ""))
    // The ID is never cut, because other rows refer to it.
    let nameEnd = max(columns.name.lowerBound + 1, columns.name.upperBound - name.tail.width)
    let column = write(name.head, columns.name.lowerBound..<nameEnd, into: &grid, row: row)
    write(name.tail, column..<max(column, columns.name.upperBound), into: &grid, row: row)
    // What has ended well has its glyph: the word is calm.
    let wordRole: StyleRole = role == .alarm ? .failure : role == .success ? .faint : role
    write([Span(facts.state.word(in: screen.language), wordRole)], columns.word, into: &grid, row: row)
    if isAsked {
      write([Span(screen.language("what happens now?", "接下来会怎样？"), .label)], columns.outcome, into: &grid, row: row)
    } else {
      // Without a column for its word, the state of a promise with a problem has its glyph before the outcome.
      let isHidden = columns.word.isEmpty && facts.state.isSettled && problem?.hidesState == true
      let others = badges.dropFirst().map { Span("\(glyphs.problem($0)) ", dim($0.role)) }
      let state = isHidden ? [Span("\(glyphs.state(facts.state)) ", dim(role))] : []
      let sign = others + (end == nil ? state : [Span("\(glyphs.ellipsis) ", .faint)])
      drawOutcome(outcome, of: end ?? facts, after: sign, else: columns.site.isEmpty ? site : [], into: &grid, row: row)
    }
    write(site, columns.site, into: &grid, row: row)

    guard let times else { return }
    func drawTime(_ time: String, _ role: StyleRole, _ range: Range<Int>) {
      let style = Style(dim(role))
      grid.write(time, in: range, row: row, style: style, alignment: .trailing, ellipsis: glyphs.ellipsis)
    }
    drawTime(times.own, times.isLong ? .label : .time, columns.own)
    drawTime(times.total, .time, columns.total)
    let emphasis: StyleRole? = isDimmed ? .dimmed : kind == .hang || kind == .slow ? .warning : nil
    DurationBar(glyphs: glyphs, timeline: timeline, store: screen.store, now: screen.shownTime, emphasis: emphasis)
      .draw(facts, in: columns.bar, into: &grid, row: row)
  }

  /// The branches and the name, then the ID and what a fold hides.
  private func nameSpans(
    of facts: NodeFacts, _ outlined: OutlineRow, _ kind: ProblemKind?, isBlocked: Bool
  ) -> (head: [Span], tail: [Span]) {
    let id = Span(" #\(facts.id)", isMarked ? .path : .faint)
    let role: StyleRole = isMarked || kind != nil ? .label : nameRole(of: facts, isBlocked: isBlocked)
    let name = highlighted([Span(screen.store.name(of: facts.id) ?? "?", role)])
    return (branches + name, [id] + (outlined.isFolded ? foldCounts(outlined) : []))
  }

  /// ` +38 ◌3 ✘5`: what a fold hides, and the problems among it.
  private func foldCounts(_ outlined: OutlineRow) -> [Span] {
    let sums = outlined.sums
    var spans = [Span(" +\(NumberText.grouped(outlined.hidden))", .notice)]
    // What does not fit is left out; problems come first.
    let room = columns.name.count - "#\(outlined.node ?? 0)".count - 9
    func add(_ glyph: String, _ count: Int, _ role: StyleRole) {
      let span = Span(" \(glyph)\(NumberText.grouped(count))", role)
      if count > 0, spans.width + [span].width <= room { spans.append(span) }
    }
    for (kind, count) in hidden { add(glyphs.problem(kind), count, kind.role) }
    add(glyphs.state(.rejected), sums.rejected, .failure)
    add(glyphs.state(.pending), sums.pending, .pending)
    return spans
  }

  /// The last promise of the chain that the row folds; nil unless the fold hides it.
  private func chainEnd(_ outlined: OutlineRow) -> NodeFacts? {
    guard outlined.isFolded, !outlined.isContinuation, let facts else { return nil }
    return screen.store.endOfChain(facts.id).flatMap { screen.store.facts($0) }
  }

  /// The own and the total time; with an end, the total lasts until that promise settled.
  private func times(of facts: NodeFacts, until end: NodeFacts?) -> (own: String, total: String, isLong: Bool) {
    var durations = screen.store.durations(facts, now: screen.shownTime)
    if let end {
      durations.total = max(durations.total, (end.settled ?? end.released ?? screen.shownTime) - facts.created)
    }
    guard !facts.isUnknownStart else {
      return ("", durations.total > 0 ? screen.duration(atLeast: durations.total) : "", false)
    }
    // A promise that only waited has no time of its own: a blank is calmer than a column of zeros.
    let own = durations.own > 0 ? screen.duration(durations.own) : ""
    let isLong = durations.own >= durations.total / 4 && durations.own >= 1_000_000
    return (own, screen.duration(durations.total), isLong)
  }

  /// Writes the outcome, or the call site if there is none.
  ///
  /// If the column is too narrow, the error is cut and the handler's name left out, so that the handler's ID stays.
  private func drawOutcome(
    _ outcome: [Span], of facts: NodeFacts, after state: [Span], else site: [Span], into grid: inout Grid, row: Int
  ) {
    let spans = highlighted(outcome)
    let needsWord = spans.isEmpty && site.isEmpty && columns.word.isEmpty
    let start = needsWord ? columns.outcome.lowerBound : write(state, columns.outcome, into: &grid, row: row)
    let room = start..<max(start, columns.outcome.upperBound)
    guard spans.width > room.count, let link = spans.lastIndex(where: { $0.role == .link }), link > 0 else {
      let fallback = needsWord ? [Span(facts.state.word(in: screen.language), .faint)] : site
      write(spans.isEmpty ? fallback : spans, room, into: &grid, row: row)
      return
    }
    // What precedes the reference gives way, so that the ID stays.
    let connective = spans[link - 1]
    var word = connective.text[...]
    while word.first == " " || word.first == "，" { word.removeFirst() }
    // In Chinese, the verb of the connective may follow the reference.
    let verb = spans.dropFirst(link + 2).last.flatMap { $0.role == connective.role ? [$0] : nil } ?? []
    let tail = [Span(word.hasSuffix(" ") ? String(word) : "\(word) ", connective.role), spans[link]] + verb
    var head = Array(spans[..<(link - 1)])
    while let last = head.last, last.text.allSatisfy({ $0 == " " }) { head.removeLast() }
    let headRoom = room.count - tail.width - 1
    guard headRoom >= min(head.width, 5), !head.isEmpty else {
      write(spans, room, into: &grid, row: row)
      return
    }
    let end = write(head, start..<start + headRoom, into: &grid, row: row)
    write(tail, end + 1..<room.upperBound, into: &grid, row: row)
  }

  /// The lines that lead to the row; in a deep tree the innermost ones, and the number of those left out.
  private var branches: [Span] {
    let guides = screen.outline.guides(at: index, limit: columns.levels)
    var text = guides.elided > 0 ? "\(glyphs.ellipsis)\(guides.elided) " : ""
    for guide in guides.levels { text += glyphs.tree[guide] }
    return text.isEmpty ? [] : [Span(text, .branch)]
  }

  /// The line along a chain that is not indented, from its first to its last promise; none for a chain of one.
  private func chainLine(_ outlined: OutlineRow) -> String? {
    func startsChain(_ row: OutlineRow) -> Bool { row.depth == 0 && !row.isContinuation }
    let continues = index + 1 < screen.outline.count && !startsChain(screen.outline[index + 1])
    if startsChain(outlined) { return continues ? glyphs.chain.first : nil }
    return continues ? glyphs.chain.between : glyphs.chain.last
  }

  /// Settled and waiting promises are calm.
  private func nameRole(of facts: NodeFacts, isBlocked: Bool) -> StyleRole {
    switch facts.state {
    case .fulfilled, .unknown: .text
    case .cancelled: .faint
    case .rejected where screen.store.isHandled(facts.id): .text
    case .pending, .running, .waiting: isBlocked ? .text : .label
    case .rejected, .unhandled, .leaked: .label
    }
  }

  // MARK: Other rows

  private func drawReference(_ outlined: OutlineRow, _ id: PromiseID, into grid: inout Grid, row: Int) {
    let mark = outlined.isCycle ? glyphs.cycle : glyphs.reference
    grid.write(mark, column: TreeColumns.glyph, row: row, style: Style(dim(outlined.isCycle ? .failure : .link)))
    let target = screen.store.facts(id)
    write(
      branches + [Span("#\(id)", .link), Span(" \(screen.store.name(of: id) ?? "")", .faint)], columns.name,
      into: &grid, row: row)
    if let target {
      let role = screen.role(of: target)
      write([Span(target.state.word(in: screen.language), role)], columns.word, into: &grid, row: row)
    }
    let what =
      outlined.isCycle
      ? Span(RowWords(screen.language).waitsForItself, .failure) : Span(relation(outlined.relation), .faint)
    write([what], columns.outcome, into: &grid, row: row)
  }

  private func relation(_ relation: NodeRelation) -> String {
    switch relation {
    case .root: screen.language("see above", "见上文")
    case .derived: screen.language("derives from it", "由它派生")
    case .input: screen.language("an input", "输入之一")
    case .adopted: screen.language("adopted", "被采用")
    case .inside: screen.language("made inside", "在其内部创建")
    case .awaited: screen.language("awaited", "被等待")
    }
  }

  private func drawGap(_ text: String, _ role: StyleRole, into grid: inout Grid, row: Int) {
    grid.write(role == .loss ? glyphs.loss : glyphs.gap, column: TreeColumns.glyph, row: row, style: Style(role))
    let start = columns.name.lowerBound
    let end = grid.write(
      branches + [Span(text + " ", role)], in: start..<max(start, grid.size.columns - 1), row: row,
      ellipsis: glyphs.ellipsis)
    let line = Style(role == .loss ? .loss : .rule)
    grid.fill(glyphs.barQueued, columns: end..<max(end, grid.size.columns - 1), row: row, style: line)
  }

  /// The spans, with each match of the search in a role of its own.
  private func highlighted(_ spans: [Span]) -> [Span] {
    let search = screen.state.search
    guard !search.isEmpty else { return spans }
    return spans.flatMap { span -> [Span] in
      guard let range = Highlight.range(of: search, in: span.text) else { return [span] }
      return [
        Span(String(span.text[..<range.lowerBound]), span.role), Span(String(span.text[range]), .match),
        Span(String(span.text[range.upperBound...]), span.role),
      ].filter { !$0.text.isEmpty }
    }
  }

  private func dim(_ role: StyleRole) -> StyleRole { isDimmed ? .dimmed : role }

  @discardableResult
  private func write(_ spans: [Span], _ range: Range<Int>, into grid: inout Grid, row: Int) -> Int {
    let spans = isDimmed ? spans.map { Span($0.text, .dimmed) } : spans
    return grid.write(spans, in: range, row: row, ellipsis: glyphs.ellipsis)
  }
}
