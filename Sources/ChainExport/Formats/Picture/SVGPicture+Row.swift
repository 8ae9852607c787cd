// A row of a picture: the guides of the tree, the name, the outcome, and the bars of the timeline.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

extension SVGPicture {
  /// What a row says about a promise, in the words of the screen.
  func said(of facts: NodeFacts) -> String { outcome.spans(of: facts).map(\.text).joined() }

  func guides(at index: Int) -> OutlineGuides { rows.guides(at: index, limit: Self.levelLimit) }

  func name(_ row: OutlineRow) -> String {
    switch row.content {
    case .node(let id):
      return "\(store.name(of: id) ?? "?") #\(id)"
    case .reference(let id):
      return "↪ #\(id) \(store.name(of: id) ?? "")"
    case .lost(let count, let isDamage): return OutlineRow.words(lost: count, isDamage: isDamage, in: words.language)
    case .evicted(let count): return OutlineRow.words(evicted: count, in: words.language)
    }
  }

  func draw(_ index: Int, into bytes: inout [UInt8]) {
    let row = rows[index]
    let guides = guides(at: index)
    let line = layout.top + index
    bytes.append(text: "<g>")
    switch row.content {
    case .node(let id):
      guard let facts = store.facts(id) else { break }
      tooltip(facts, &bytes)
      draw(facts, row, guides, line, &bytes)
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

  private func tooltip(_ facts: NodeFacts, _ bytes: inout [UInt8]) {
    var parts = ["\(store.name(of: facts.id) ?? "?") #\(facts.id)"]
    if facts.label != .none, let operation = store.texts[facts.operation] { parts.append(operation) }
    if let site = store.nodeSite(facts.site) { parts.append("\(site.file):\(site.line)") }
    parts += [words.state(facts.state), said(of: facts)]
    bytes.append(text: "<title>")
    bytes.append(xml: parts.filter { !$0.isEmpty }.joined(separator: " · "), within: 600)
    bytes.append(text: "</title>")
  }

  private func draw(
    _ facts: NodeFacts, _ row: OutlineRow, _ guides: OutlineGuides, _ line: Int, _ bytes: inout [UInt8]
  ) {
    if let finding = findings.first(where: { $0.promises.contains(facts.id) }) {
      bytes.append(
        text: """
          <rect class="band" y="\(layout.y(line))" width="\(layout.width)" height="\(SVGLayout.line)"/>\
          <rect class="ink \(finding.severity.rawValue)" y="\(layout.y(line))" width="4" height="\(SVGLayout.line)"/>
          """)
    }
    layout.guides(guides, line, &bytes)
    let lead = SVGLayout.lead(guides)
    if let kind = problems.badges[facts.id]?.first {
      layout.text(kind.glyph(isASCII: false), Self.ink(kind), at: 1 + lead - 2, line, 2, &bytes)
    } else {
      let state = facts.state == .unhandled && !problems.isEmpty ? .rejected : facts.state
      layout.symbol(state.word, state.word, at: 1 + lead - 2, line, &bytes)
    }
    let id = "#\(facts.id)"
    let room = max(6, layout.tree - lead - id.utf8.count - 1)
    let width = layout.text(
      store.name(of: facts.id) ?? "?", facts.label == .none ? "" : "strong", at: 1 + lead, line, room, &bytes)
    layout.text(id, "faint", at: 2 + lead + width, line, id.utf8.count, &bytes)
    let style = facts.state == .fulfilled ? "ink value" : "ink \(facts.state.word)"
    layout.text(said(of: facts), style, at: layout.outcomeColumn, line, layout.outcome, &bytes)
    guard facts.hasDurations else { return }
    let durations = store.durations(facts, now: store.lastTime)
    layout.text(
      DurationText.of(durations.total), "right", at: layout.totalColumn + SVGLayout.total, line, SVGLayout.total, &bytes
    )
    bars(facts, line, &bytes)
  }

  private func bars(_ facts: NodeFacts, _ line: Int, _ bytes: inout [UInt8]) {
    let scale = layout.scale
    let isOpen = !facts.state.isSettled && facts.state != .leaked
    let isFailed = facts.state == .unhandled || facts.state == .rejected && !store.isHandled(facts.id)
    var phases = store.phases(facts, now: store.lastTime)
    if phases.isEmpty { phases = [NodePhase(.running, facts.created, facts.created)] }
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
