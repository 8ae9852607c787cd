// Writes a Mermaid diagram, which GitHub, GitLab, and many editors draw inside of Markdown. Owns the three kinds: a flowchart of the promises,
// a sequence of their settlements, and a chart of their times. `MermaidText` owns the limits and the escapes.

import ChainModel
import PlainText
import PromiseTrace

extension ExportFormat {
  /// A Mermaid diagram.
  public static let mermaid = ExportFormat("mermaid", "a diagram for Markdown: flowchart, sequence, gantt") {
    MermaidExport(options: $0)
  }
}

/// A kind of Mermaid diagram.
public enum MermaidDiagram: String, FormatOptions, CaseIterable {
  /// A box per promise, with arrows in the direction in which values flow.
  case flowchart
  /// A column per promise, and an arrow per settlement, from top to bottom in time.
  case sequence
  /// A bar per promise, on a time axis.
  case gantt

  /// The kind unless another is asked for.
  public init() { self = .flowchart }
}

extension ExportOptions {
  /// Mermaid: the kind of diagram.
  public var diagram: MermaidDiagram {
    get { self[MermaidDiagram.self] }
    set { self[MermaidDiagram.self] = newValue }
  }
}

/// Exports a history as a Mermaid diagram; `MermaidExport+Sequence` has one of the kinds.
struct MermaidExport: HistoryExport {
  let options: ExportOptions

  var showsFindings: Bool { false }

  func write(_ history: ExportedHistory, into output: inout ExportOutput) throws {
    let (text, left) =
      switch options.diagram {
      case .flowchart: flowchart(history)
      case .sequence: sequence(history)
      case .gantt: gantt(history)
      }
    try output.write(text)
    guard left > 0 else { return }
    output.notice =
      "\(NumberText.grouped(left)) \(left == 1 ? "line is" : "lines are") left out, because viewers of Mermaid refuse more than "
      + "50,000 characters or 500 arrows; choose a part with --subtree or --only"
  }

  /// The name of the program, and what a reader has to know about the log.
  func title(_ history: ExportedHistory) -> String {
    let program = history.header.program.isEmpty ? "promises" : history.header.program
    return ([program] + history.end.caveats).map { MermaidText.escaped($0, limit: 200) }.joined(separator: " · ")
  }

  func rest(_ count: Int, _ what: String) -> String {
    "⚠ \(NumberText.grouped(count)) more \(what) do not fit into a Mermaid diagram"
  }

  // MARK: Flowchart

  private func flowchart(_ history: ExportedHistory) -> (String, left: Int) {
    var diagram = MermaidText(
      """
      flowchart TD
        classDef fulfilled fill:#e8f5e9,stroke:#2e7d32,color:#111
        classDef rejected fill:#ffebee,stroke:#c62828,color:#111
        classDef leaked fill:#fff3e0,stroke:#ef6c00,color:#111,stroke-dasharray:4
        classDef canceled fill:#eeeeee,stroke:#616161,color:#111
        classDef pending fill:#e3f2fd,stroke:#1565c0,color:#111
        classDef log fill:#fff8e1,stroke:#ef6c00,color:#111

      """)
    diagram.addNote("  log[\"\(title(history))\"]:::log\n")
    var (drawn, left): (Set<PromiseID>, Int) = ([], 0)
    // Write a promise's edges with its box; write an edge to a later promise with that promise.
    var waiting: [PromiseID: [String]] = [:]
    history.forEachPromise { facts in
      if diagram.isFull {
        left += 1
        return
      }
      let label = DiagramLabel(facts, history)
      let lines = [label.title, label.origin, label.outcome].filter { !$0.isEmpty }.map {
        MermaidText.escaped($0, limit: 200)
      }
      var text = "  p\(facts.id)[\"\(lines.joined(separator: "<br/>"))\"]:::\(style(facts.state))\n"
      var edges = waiting.removeValue(forKey: facts.id) ?? []
      DiagramEdge.forEach(to: facts, history) { source, edge in
        let line = "  p\(source) \(arrow(edge)) p\(facts.id)\n"
        if drawn.contains(source) || source == facts.id {
          edges.append(line)
        } else if !diagram.isFull {
          waiting[source, default: []].append(line)
        }
      }
      text += edges.joined()
      if diagram.add(text, edges: edges.count) { drawn.insert(facts.id) } else { left += 1 }
    }
    if left > 0 { diagram.addNote("  rest[\"\(rest(left, "promises"))\"]:::log\n") }
    return (diagram.text, left)
  }

  private func style(_ state: NodeState) -> String {
    switch state {
    case .fulfilled: "fulfilled"
    case .rejected, .unhandled: "rejected"
    case .leaked, .unknown: "leaked"
    case .cancelled: "canceled"
    case .pending, .running, .waiting: "pending"
    }
  }

  private func arrow(_ edge: DiagramEdge) -> String {
    switch edge {
    case .derived: "-->"
    case .input: "-->|input|"
    case .adopts: "-.->|adopted|"
    case .inside: "-.->|created inside|"
    case .awaited: "-.->|awaited|"
    }
  }

  // MARK: Gantt

  private func gantt(_ history: ExportedHistory) -> (String, left: Int) {
    // Mermaid's smallest unit is the millisecond; a shorter run is drawn with microseconds or nanoseconds in its place.
    let (unit, word): (Int64, String) =
      history.end.time < 1_000_000 ? (1, "ns") : history.end.time < 10_000_000_000 ? (1_000, "µs") : (1_000_000, "ms")
    var diagram = MermaidText("gantt\n  dateFormat x\n  axisFormat %Q\n")
    diagram.addNote("  title \(title(history)) · in \(word)\n")
    let chains = TraceChains(history.store)
    // The promises of a chain need not follow one another in the log, and a section is written once.
    var sections: [PromiseID: [String]] = [:]
    var (roots, left, kept): ([PromiseID], Int, Int) = ([], 0, 0)
    history.forEachPromise { facts in
      guard kept < MermaidText.textLimit else {
        left += 1
        return
      }
      let root = chains.root(of: facts.id)
      let start = max(0, facts.created) / unit
      let end = max(start + 1, history.end(of: facts) / unit)
      let tag =
        switch facts.state {
        case .rejected, .unhandled, .leaked: "crit, "
        case .fulfilled, .cancelled: "done, "
        case .pending, .running, .waiting, .unknown: "active, "
        }
      let title = MermaidText.escaped(DiagramLabel(facts, history).title, limit: 200)
      let line = "  \(title) :\(tag)p\(facts.id), \(start), \(end)\n"
      kept += line.utf8.count
      if sections[root] == nil { roots.append(root) }
      sections[root, default: []].append(line)
    }
    for root in roots {
      let name = history.store.facts(root).map { DiagramLabel($0, history).title.dropFirst(2) } ?? "#\(root)"
      var section = "  section \(MermaidText.escaped(String(name), limit: 200))\n"
      for line in sections[root] ?? [] {
        if diagram.add(section + line) { section = "" } else { left += 1 }
      }
    }
    if left > 0 { diagram.addNote("  \(rest(left, "promises")) :milestone, rest, 0, 0\n") }
    return (diagram.text, left)
  }
}
