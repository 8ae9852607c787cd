// Writes a directed graph in Graphviz's language: a box per promise, and an arrow for each dependence, in the direction in which values flow.
// Owns the language and its escapes. A state has a word and a symbol besides its color.
//
// Source: "DOT Language" and "Character encoding", graphviz.org.

import ChainModel
import PlainText
import PromiseTrace

extension ExportFormat {
  /// A Graphviz graph.
  public static let dot = ExportFormat("dot", "a graph for Graphviz") { _ in DOTExport() }
}

/// Exports a history as a Graphviz graph.
struct DOTExport: HistoryExport {
  var showsFindings: Bool { false }

  /// The number of siblings side by side.
  private static let columns = 8
  /// The number of promises whose followers are counted; no larger graph can be drawn.
  private static let parents = 100_000

  func limit(_ options: ExportOptions) -> Int { options.dataLimit }

  func write(_ history: ExportedHistory, into output: inout ExportOutput) throws {
    let program = history.header.program.isEmpty ? "promises" : history.header.program
    let caption = [Escaping.line(program, limit: DiagramLabel.limit)] + history.end.caveats.map { Escaping.line($0) }
    try output.write(
      """
      digraph promises {
        graph [rankdir=TB, labelloc=t, fontname="sans-serif", label=\(Self.quoted(caption, history.texts))];
        node [shape=box, style="rounded,filled", fillcolor=white, fontname="sans-serif", fontsize=11];
        edge [fontname="sans-serif", fontsize=9];

      """)
    let bytes = ExportBytes(texts: history.texts)
    let line = ExportBytes(texts: history.texts)
    func write(_ content: (ExportBytes) -> Void) {
      line.removeAll()
      content(line)
      if line.count > 0 { Self.write(line: line.all, into: bytes) }
    }
    try history.forEachPromise { facts in
      bytes.append("  p")
      bytes.append(decimal: facts.id)
      bytes.append(" [label=\"")
      write { DiagramLabel.writeTitle(facts, into: $0) }
      write { DiagramLabel.writeOrigin(facts, into: $0) }
      write { DiagramLabel.writeOutcome(facts, history, into: $0) }
      bytes.append("\", ")
      bytes.append(Self.style(facts.state))
      bytes.append("];\n")
      try output.write(bytes)
    }
    // Siblings would all be in one rank, however many there are: each stands below the one that is a row before it.
    var ranks: [PromiseID: [PromiseID]] = [:]
    try history.forEachPromise { facts in
      var above: PromiseID = 0
      DiagramEdge.forEach(to: facts, history) { source, edge in
        if above == 0, edge == .derived || edge == .inside { above = source }
        bytes.append("  p")
        bytes.append(decimal: source)
        bytes.append(" -> p")
        bytes.append(decimal: facts.id)
        bytes.append(Self.style(edge))
        bytes.append(";\n")
      }
      // A combinator stands below its inputs anyway.
      if !facts.hasInputs, ranks.count < Self.parents {
        var row = ranks[above, default: []]
        if row.count == Self.columns {
          bytes.append("  p")
          bytes.append(decimal: row.removeFirst())
          bytes.append(" -> p")
          bytes.append(decimal: facts.id)
          bytes.append(" [style=invis];\n")
        }
        row.append(facts.id)
        ranks[above] = row
      }
      try output.write(bytes)
    }
    try output.write("}\n")
  }

  /// Lines as a quoted text.
  private static func quoted(_ lines: [String], _ texts: TextTable) -> String {
    let bytes = ExportBytes(texts: texts)
    bytes.append("\"")
    for var line in lines { line.withUTF8 { write(line: $0, into: bytes) } }
    bytes.append("\"")
    return String(decoding: bytes.all, as: UTF8.self)
  }

  /// Writes a line for a quoted text; it ends in the escape for a left-aligned one.
  private static func write(line: UnsafeBufferPointer<UInt8>, into bytes: ExportBytes) {
    var start = 0
    func write(_ replacement: StaticString, for count: Int, at index: Int) {
      bytes.append(UnsafeBufferPointer(rebasing: line[start..<index]))
      bytes.append(replacement)
      start = index + count
    }
    for index in line.indices {
      switch line[index] {
      case UInt8(ascii: "\""): write("\\\"", for: 1, at: index)
      case UInt8(ascii: "\\"): write("\\\\", for: 1, at: index)
      // Without its escape, an ampersand would start an entity in `&lt;`.
      case UInt8(ascii: "&"): write("&amp;", for: 1, at: index)
      // Graphviz copies U+FFFE and U+FFFF to SVG, which must not contain them: XML 1.0, section 2.2.
      case 0xEF where line.count - index > 2 && line[index + 1] == 0xBF && line[index + 2] >= 0xBE:
        write(line[index + 2] == 0xBE ? "\\\\u{FFFE}" : "\\\\u{FFFF}", for: 3, at: index)
      default: break
      }
    }
    bytes.append(UnsafeBufferPointer(rebasing: line[start...]))
    bytes.append("\\l")
  }

  private static func style(_ state: NodeState) -> StaticString {
    switch state {
    case .fulfilled: "color=\"#2e7d32\", fillcolor=\"#e8f5e9\""
    case .rejected, .unhandled: "color=\"#c62828\", fillcolor=\"#ffebee\""
    case .leaked, .unknown: "color=\"#ef6c00\", fillcolor=\"#fff3e0\", style=\"rounded,filled,dashed\""
    case .cancelled: "color=\"#616161\", fillcolor=\"#eeeeee\""
    case .pending, .running, .waiting: "color=\"#1565c0\", fillcolor=\"#e3f2fd\""
    }
  }

  private static func style(_ edge: DiagramEdge) -> StaticString {
    switch edge {
    case .derived: ""
    case .input: " [label=\"input\"]"
    case .adopts: " [label=\"adopted\", style=dashed]"
    case .awaited: " [label=\"awaited\", style=dashed]"
    case .inside: " [label=\"created inside\", style=dotted, arrowhead=open]"
    }
  }
}
