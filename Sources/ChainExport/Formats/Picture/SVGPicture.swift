// One picture of a history as SVG: what is wrong, the tree, and the timeline. Owns what is drawn, and on which line. `SVGLayout`
// owns positions, and `SVGStyle` colors and symbols.
//
// Text is laid out on a grid of columns, as on a terminal, so that wide characters align in every font; nothing depends on the renderer.
// Each row has a tooltip with everything that is known about it in one line.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

/// A picture of a history.
struct SVGPicture {
  /// The rows that a picture draws; the others are counted at its end.
  ///
  /// A picture of 32,767 pixels is the highest that cairo draws.
  static let rowLimit = 1_400
  /// The findings that a picture lists; the others are counted.
  private static let findingLimit = 6
  /// The levels of the tree that a row draws, so that its name and a long number fit beside them; the levels further out are counted.
  private static let levelLimit = 18
  /// The lines that the sentence of a finding may take.
  private static let sentenceLines = 3

  private let store: ChainStore
  private let rows: Outline
  private let findings: [Finding]
  private let title: String
  private let end: ExportEnd
  private let words: RowWords
  private let problems: Problems
  private let outcome: RowOutcome
  private var layout = SVGLayout()
  /// The sentences of the findings that are listed, in lines.
  private var sentences: [[String]] = []

  /// Lays a picture out.
  ///
  /// - Parameters:
  ///   - store: The history.
  ///   - rows: The rows to draw.
  ///   - findings: What is wrong, most serious first.
  ///   - title: The program's name.
  ///   - end: What is missing.
  ///   - language: The language of the picture's own words.
  init(
    _ store: ChainStore, _ rows: Outline, _ findings: [Finding], title: String, end: ExportEnd, language: Language
  ) {
    (self.store, self.rows, self.findings, self.title, self.end) = (store, rows, findings, title, end)
    words = RowWords(language)
    problems = Problems(findings)
    outcome = RowOutcome(ofAll: store, problems, now: store.lastTime, language)
    for index in 0..<min(rows.count, Self.rowLimit) { measure(index) }
    layout.end = max(0, store.lastTime)
    sentences = findings.prefix(Self.findingLimit).map {
      TextLines.lines("\($0.sentence)  [\($0.rule.rawValue)]", width: layout.columns - 4, limit: Self.sentenceLines)
    }
    let more = findings.count > Self.findingLimit ? 1 : 0
    layout.top = 3 + (findings.isEmpty ? 0 : sentences.reduce(1 + more) { $0 + $1.count })
    layout.rows = min(rows.count, Self.rowLimit) + (rows.count > Self.rowLimit ? 1 : 0)
  }

  private mutating func measure(_ index: Int) {
    let row = rows[index]
    let guides = guides(at: index)
    layout.tree = max(layout.tree, SVGLayout.lead(guides) + DisplayWidth.of(name(row), limit: 80))
    guard case .node(let id) = row.content, let node = store.node(id) else { return }
    layout.outcome = max(layout.outcome, DisplayWidth.of(said(of: node), limit: 80))
  }

  /// The picture, part by part.
  ///
  /// - Parameter write: Receives the parts in order.
  /// - Throws: The errors of `write`.
  func write(_ write: ([UInt8]) throws -> Void) rethrows {
    var bytes: [UInt8] = []
    head(&bytes)
    // By depth, the line of the latest promise, to which the next link of its chain is connected.
    var latest: [Int] = []
    for index in 0..<min(rows.count, Self.rowLimit) {
      let row = rows[index]
      if row.node != nil {
        if row.isContinuation, row.depth < latest.count {
          layout.rail(from: latest[row.depth], to: layout.top + index, guides(at: index), &bytes)
        }
        latest.removeLast(max(0, latest.count - row.depth))
        while latest.count <= row.depth { latest.append(layout.top + index) }
      }
      draw(index, into: &bytes)
      guard bytes.count > 1 << 15 else { continue }
      try write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    foot(&bytes)
    try write(bytes)
  }

  // MARK: Around the rows

  private func head(_ bytes: inout [UInt8]) {
    let (width, height) = (layout.width, layout.height)
    bytes.append(
      text: """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
        role="img" lang="\(words.language == .chinese ? "zh-Hans" : "en")">
        <title>
        """)
    bytes.append(xml: summary)
    bytes.append(text: "</title>\n<style>\n\(SVGStyle.sheet)\n</style>\n<defs>\n\(SVGStyle.symbols)</defs>\n")
    bytes.append(text: "<rect class=\"page\" width=\"\(width)\" height=\"\(height)\" rx=\"6\"/>\n")
    counts(&bytes)
    var line = 2
    for (finding, sentence) in zip(findings, sentences) {
      draw(finding, sentence, at: line, &bytes)
      line += sentence.count
    }
    if findings.count > sentences.count {
      let rest = NumberText.grouped(findings.count - sentences.count)
      layout.text(words.language("\(rest) more", "另有 \(rest) 个"), "faint", at: 3, line, 40, &bytes)
    }
    guard layout.hasTimeline else { return }
    let scale = layout.scale
    layout.text(words.language("promise", "Promise"), "faint", at: 1, layout.top - 1, 20, &bytes)
    layout.text(words.language("outcome", "结果"), "faint", at: layout.outcomeColumn, layout.top - 1, 20, &bytes)
    layout.text(
      words.language("total", "总计"), "faint right", at: layout.totalColumn + SVGLayout.total, layout.top - 1, 9, &bytes)
    for tick in scale.ticks(atLeast: 72) {
      let x = layout.x(layout.timeColumn) + tick.position
      bytes.append(text: "<path class=\"tick\" d=\"M")
      bytes.append(tenths: x)
      let isLast = tick.position > scale.length - 40
      bytes.append(text: " \(layout.y(layout.top) - 4)V\(layout.y(layout.top + layout.rows))\"/>")
      bytes.append(text: "<text class=\"faint\(isLast ? " right" : "")\" x=\"")
      bytes.append(tenths: x)
      bytes.append(text: "\" y=\"\(layout.baseline(layout.top - 1))\">\(tick.label)</text>\n")
    }
  }

  /// The summary, as a sentence for those who do not see the picture.
  private var summary: String {
    ([title.isEmpty ? "PromiseScope" : title, words.promises(store.counts.total)]
      + words.counts(store.counts, withUnhandled: problems.isEmpty).map(\.text) + problems.texts(words.language)
      + missing).joined(separator: ", ")
  }

  /// What is missing from the picture.
  private var missing: [String] {
    var parts: [String] = []
    let lost = store.counts.lost
    if lost > 0 {
      let number = NumberText.grouped(lost)
      parts.append(words.language(lost == 1 ? "1 event lost" : "\(number) events lost", "丢失 \(number) 个事件"))
    }
    if store.counts.evicted > 0 { parts.append(words.evicted(store.counts.evicted)) }
    if end.problemCount > 0 {
      let number = NumberText.grouped(end.problemCount)
      parts.append(
        words.language(
          NumberText.plural(end.problemCount, "problem", "problems") + " in the log", "日志中有 \(number) 处问题"))
    }
    if !store.isEnded { parts.append(end.ending.isEmpty ? words.language("no end", "日志没有结尾") : end.ending) }
    return parts
  }

  private func counts(_ bytes: inout [UInt8]) {
    var column = 1 + 2 + layout.text(title.isEmpty ? "PromiseScope" : title, "strong", at: 1, 0, 40, &bytes)
    column += 2 + layout.text(words.promises(store.counts.total), "", at: column, 0, 30, &bytes)
    for (state, text) in words.counts(store.counts, withUnhandled: problems.isEmpty) {
      layout.symbol(state.word, state.word, at: column, 0, &bytes)
      column += 4 + layout.text(text, "", at: column + 2, 0, 30, &bytes)
    }
    for kind in problems.kinds {
      let text = "\(kind.glyph(isASCII: false)) \(problems.text(of: kind, words.language))"
      column += 2 + layout.text(text, Self.ink(kind), at: column, 0, 40, &bytes)
    }
    for text in missing {
      column += 2 + layout.text(text, "ink warning", at: column, 0, 40, &bytes)
    }
  }

  private func draw(_ finding: Finding, _ sentence: [String], at line: Int, _ bytes: inout [UInt8]) {
    bytes.append(text: "<g><title>")
    bytes.append(xml: "\(finding.sentence). \(finding.hint(words.language)) [\(finding.rule.rawValue)]")
    bytes.append(text: "</title>")
    layout.symbol("problem", finding.severity.rawValue, at: 1, line, &bytes)
    for (index, part) in sentence.enumerated() {
      layout.text(part, "", at: 3, line + index, layout.columns - 3, &bytes)
    }
    bytes.append(text: "</g>\n")
  }

  private func foot(_ bytes: inout [UInt8]) {
    if rows.count > Self.rowLimit {
      let rest = NumberText.grouped(rows.count - Self.rowLimit)
      layout.text(
        words.language("… \(rest) more rows", "… 另有 \(rest) 行"), "ink warning", at: 1, layout.top + Self.rowLimit, 60,
        &bytes)
    }
    bytes.append(text: "</svg>\n")
  }

  /// The color of a kind of problem.
  private static func ink(_ kind: ProblemKind) -> String {
    switch kind {
    case .unhandled: "ink error"
    case .hang, .cycle, .misuse, .slow, .swallowed: "ink warning"
    case .note, .unfinished: "ink note"
    }
  }

  // MARK: A row

  /// What a row says about a promise, in the words of the screen.
  private func said(of node: ChainNode) -> String { outcome.spans(of: node).map(\.text).joined() }

  private func guides(at index: Int) -> OutlineGuides { rows.guides(at: index, limit: Self.levelLimit) }

  private func name(_ row: OutlineRow) -> String {
    switch row.content {
    case .node(let id):
      return "\(store.node(id)?.name ?? "?") #\(id)"
    case .reference(let id):
      return "↪ #\(id) \(store.node(id)?.name ?? "")"
    case .lost(let count, let isDamage): return words.lost(count, isDamage: isDamage)
    case .evicted(let count): return words.evicted(count)
    }
  }

  private func draw(_ index: Int, into bytes: inout [UInt8]) {
    let row = rows[index]
    let guides = guides(at: index)
    let line = layout.top + index
    bytes.append(text: "<g>")
    switch row.content {
    case .node(let id):
      guard let node = store.node(id) else { break }
      tooltip(node, &bytes)
      draw(node, row, guides, line, &bytes)
    case .reference:
      layout.guides(guides, line, &bytes)
      let room = layout.tree - SVGLayout.lead(guides) + layout.outcome
      layout.text(
        name(row) + (row.isCycle ? words.language(" (a cycle)", "（循环）") : ""), "faint",
        at: 1 + SVGLayout.lead(guides), line, room, &bytes)
    case .lost, .evicted:
      layout.guides(guides, line, &bytes)
      layout.symbol("problem", "warning", at: 1, line, &bytes)
      layout.text(name(row), "ink warning", at: 1 + SVGLayout.lead(guides), line, layout.tree + layout.outcome, &bytes)
    }
    bytes.append(text: "</g>\n")
  }

  private func tooltip(_ node: ChainNode, _ bytes: inout [UInt8]) {
    var parts = ["\(node.name) #\(node.id)"]
    if node.label != nil, !node.operation.isEmpty { parts.append(node.operation) }
    if let site = node.site { parts.append("\(site.file):\(site.line)") }
    parts += [words.state(node.state), said(of: node)]
    bytes.append(text: "<title>")
    bytes.append(xml: parts.filter { !$0.isEmpty }.joined(separator: " · "), within: 600)
    bytes.append(text: "</title>")
  }

  private func draw(
    _ node: ChainNode, _ row: OutlineRow, _ guides: OutlineGuides, _ line: Int, _ bytes: inout [UInt8]
  ) {
    if let finding = findings.first(where: { $0.promises.contains(node.id) }) {
      bytes.append(
        text: """
          <rect class="band" y="\(layout.y(line))" width="\(layout.width)" height="\(SVGLayout.line)"/>\
          <rect class="ink \(finding.severity.rawValue)" y="\(layout.y(line))" width="4" height="\(SVGLayout.line)"/>
          """)
    }
    layout.guides(guides, line, &bytes)
    let lead = SVGLayout.lead(guides)
    if let kind = problems.badges[node.id]?.first {
      layout.text(kind.glyph(isASCII: false), Self.ink(kind), at: 1 + lead - 2, line, 2, &bytes)
    } else {
      let state = node.state == .unhandled && !problems.isEmpty ? .rejected : node.state
      layout.symbol(state.word, state.word, at: 1 + lead - 2, line, &bytes)
    }
    let id = "#\(node.id)"
    let room = max(6, layout.tree - lead - id.utf8.count - 1)
    let width = layout.text(node.name, node.label == nil ? "" : "strong", at: 1 + lead, line, room, &bytes)
    layout.text(id, "faint", at: 2 + lead + width, line, id.utf8.count, &bytes)
    let style = node.state == .fulfilled ? "ink value" : "ink \(node.state.word)"
    layout.text(said(of: node), style, at: layout.outcomeColumn, line, layout.outcome, &bytes)
    guard !node.isPlaceholder else { return }
    let durations = node.durations(now: store.lastTime)
    layout.text(
      DurationText.of(durations.total), "right", at: layout.totalColumn + SVGLayout.total, line, SVGLayout.total, &bytes
    )
    bars(node, line, &bytes)
  }

  private func bars(_ node: ChainNode, _ line: Int, _ bytes: inout [UInt8]) {
    let scale = layout.scale
    let isOpen = !node.state.isSettled && node.state != .leaked
    let isFailed = node.state == .unhandled || node.state == .rejected && !node.isHandled
    var phases = node.phases(now: store.lastTime)
    if phases.isEmpty { phases = [NodePhase(.running, node.created, node.created)] }
    for phase in phases {
      let style =
        switch phase.kind {
        case .waiting, .following, .awaiting: "waits"
        case .queued: "queued"
        case .running, .inFlight, .timer: isOpen ? "open" : isFailed ? "failed" : "done"
        }
      let (start, end) = (scale.position(phase.start), scale.position(phase.end))
      // What took no time remains visible.
      let from = min(start, scale.length - 2)
      bytes.append(text: "<path class=\"\(style)\" d=\"M")
      bytes.append(tenths: layout.x(layout.timeColumn) + from)
      bytes.append(text: " \(layout.y(line) + SVGLayout.line / 2)H")
      bytes.append(tenths: layout.x(layout.timeColumn) + max(end, from + 2))
      bytes.append(text: "\"/>")
    }
  }
}
