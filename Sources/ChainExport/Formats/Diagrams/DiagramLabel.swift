// What a diagram says about a promise, without any language's escapes: name, number, operator, call site, state, time. Owns the wording and the
// length. Control characters are visible escapes.

import ChainModel
import PlainText
import PromiseTrace

/// The lines of a promise's box.
struct DiagramLabel {
  /// The maximum length of a line; a label may have 10,000 characters, which no diagram has room for.
  static let limit = 60

  /// `✔ load  #1`.
  var title: String
  /// `async Main:3`; empty if unknown.
  var origin: String
  /// `fulfilled  2.00 ms  20 items`.
  var outcome: String

  init(_ facts: NodeFacts, _ history: ExportedHistory) {
    let texts = history.texts
    let operation = texts[facts.operation].map { Escaping.line($0, limit: Self.limit) } ?? "?"
    let label = texts[facts.label].map { Escaping.line($0, limit: Self.limit) }
    title = "\(TextGlyphs.unicode[facts.state]) \(label ?? operation)  #\(facts.id)"
    var parts: [String] = label == nil ? [] : [operation]
    if facts.site.line > 0 {
      let site = NodeSite(file: texts[facts.site.file] ?? "", line: Int(facts.site.line), function: "")
      parts.append(Escaping.line(site.short, limit: Self.limit))
    }
    origin = parts.joined(separator: " ")
    let end = facts.settled ?? facts.released ?? history.end.time
    parts = [facts.state.word, DurationText.of(max(0, end - facts.created))]
    if let text = texts[facts.text] ?? texts[facts.type] { parts.append(Escaping.line(text, limit: Self.limit)) }
    outcome = parts.joined(separator: "  ")
  }
}

/// How one promise depends on another, in a diagram.
enum DiagramEdge: CaseIterable {
  /// It derives from it.
  case derived
  /// It is an input of a combinator.
  case input
  /// It was resolved with it.
  case adopts
  /// It was created in its body, and has no other connection.
  case inside

  /// Calls `body` with each edge that leads to a promise, and with where it comes from.
  ///
  /// An edge points in the direction in which values flow: an adopted promise comes before the one that waits for it.
  static func forEach(
    to facts: NodeFacts, _ history: ExportedHistory, _ body: (PromiseID, DiagramEdge) throws -> Void
  ) rethrows {
    func visit(_ id: PromiseID, _ edge: DiagramEdge) throws {
      if id != 0, history.contains(id) { try body(id, edge) }
    }
    try visit(facts.from, .derived)
    if facts.hasInputs { for id in history.store.inputs(of: facts.id, limit: .max) { try visit(id, .input) } }
    try visit(facts.adopts, .adopts)
    if facts.from == 0, facts.inside != facts.adopts { try visit(facts.inside, .inside) }
  }
}
