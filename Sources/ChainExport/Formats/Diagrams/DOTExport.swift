// Writes a directed graph in Graphviz's language: a box per promise, and an arrow for each dependence, in the direction in which values flow.
// Owns the language and its escapes. A state has a word and a symbol besides its color.
//
// Source: "DOT Language" and "Character encoding", graphviz.org.

import ChainModel
import PlainText
import PromiseTrace

/// Exports a history as a Graphviz graph.
struct DOTExport: HistoryExport {
  var showsFindings: Bool { false }

  func limit(_ options: ExportOptions) -> Int { options.limit * 10 }

  func write(_ history: ExportedHistory, into output: inout ExportOutput) throws {
    let program = history.header.program.isEmpty ? "promises" : history.header.program
    let caption = [Escaping.line(program, limit: DiagramLabel.limit)] + history.end.caveats.map { Escaping.line($0) }
    try output.write(
      """
      digraph promises {
        graph [rankdir=TB, labelloc=t, fontname="sans-serif", label=\(Self.quoted(caption))];
        node [shape=box, style="rounded,filled", fillcolor=white, fontname="sans-serif", fontsize=11];
        edge [fontname="sans-serif", fontsize=9];

      """)
    try history.forEachPromise { facts in
      let label = DiagramLabel(facts, history)
      let lines = [label.title, label.origin, label.outcome].filter { !$0.isEmpty }
      try output.write("  p\(facts.id) [label=\(Self.quoted(lines)), \(Self.style(facts.state))];\n")
    }
    try history.forEachPromise { facts in
      try DiagramEdge.forEach(to: facts, history) { source, edge in
        try output.write("  p\(source) -> p\(facts.id)\(Self.style(edge));\n")
      }
    }
    try output.write("}\n")
  }

  /// Lines as a quoted text; each line ends in the escape for a left-aligned one.
  private static func quoted(_ lines: [String]) -> String {
    let text = lines.map { line in
      if line.utf8.allSatisfy({ $0 != 0x22 && $0 != 0x5C && $0 != 0x26 }) { return line + "\\l" }
      var escaped = ""
      for character in line.unicodeScalars {
        switch character {
        case "\"": escaped += "\\\""
        case "\\": escaped += "\\\\"
        // Otherwise `&lt;` would be read as an entity.
        case "&": escaped += "&amp;"
        default: escaped.unicodeScalars.append(character)
        }
      }
      return escaped + "\\l"
    }
    return "\"\(text.joined())\""
  }

  private static func style(_ state: NodeState) -> String {
    switch state {
    case .fulfilled: "color=\"#2e7d32\", fillcolor=\"#e8f5e9\""
    case .rejected, .unhandled: "color=\"#c62828\", fillcolor=\"#ffebee\""
    case .leaked, .unknown: "color=\"#ef6c00\", fillcolor=\"#fff3e0\", style=\"rounded,filled,dashed\""
    case .cancelled: "color=\"#616161\", fillcolor=\"#eeeeee\""
    case .pending, .running, .waiting: "color=\"#1565c0\", fillcolor=\"#e3f2fd\""
    }
  }

  private static func style(_ edge: DiagramEdge) -> String {
    switch edge {
    case .derived: ""
    case .input: " [label=\"input\"]"
    case .adopts: " [label=\"adopted\", style=dashed]"
    case .inside: " [label=\"created inside\", style=dotted, arrowhead=open]"
    }
  }
}
