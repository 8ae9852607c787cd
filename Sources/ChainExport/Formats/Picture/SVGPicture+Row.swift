// A row of a picture: the guides of the tree, the name, the outcome, and the bars of the timeline.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

extension SVGPicture {
  /// What a row says about a promise, in the words of the screen.
  func said(of node: ChainNode) -> String { outcome.spans(of: node).map(\.text).joined() }

  func guides(at index: Int) -> OutlineGuides { rows.guides(at: index, limit: Self.levelLimit) }

  func name(_ row: OutlineRow) -> String {
    switch row.content {
    case .node(let id):
      return "\(store.node(id)?.name ?? "?") #\(id)"
    case .reference(let id):
      return "↪ #\(id) \(store.node(id)?.name ?? "")"
    case .lost(let count, let isDamage): return words.lost(count, isDamage: isDamage)
    case .evicted(let count): return words.evicted(count)
    }
  }

  func draw(_ index: Int, into bytes: inout [UInt8]) {
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
