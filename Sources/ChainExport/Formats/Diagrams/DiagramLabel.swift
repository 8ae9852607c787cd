// What a diagram says about a promise, without any language's escapes: name, number, operator, call site, state, time. Owns the wording and the
// length. Control characters are visible escapes.

import ChainModel
import PlainText
import PromiseTrace

/// The lines of a promise's box.
struct DiagramLabel {
  /// The maximum length of a line; a label may have 10,000 characters, which no diagram has room for.
  static let limit = 60

  var title: String
  /// `async Main:3`; empty if unknown.
  var origin: String
  /// `fulfilled  2.00 ms  20 items`.
  var outcome: String

  init(_ facts: NodeFacts, _ history: ExportedHistory) {
    let line = ExportBytes(texts: history.texts)
    func text(_ write: (ExportBytes) -> Void) -> String {
      line.removeAll()
      write(line)
      return String(decoding: line.all, as: UTF8.self)
    }
    title = text { Self.writeTitle(facts, into: $0) }
    origin = text { Self.writeOrigin(facts, into: $0) }
    outcome = text { Self.writeOutcome(facts, history, into: $0) }
  }

  static func writeTitle(_ facts: NodeFacts, into bytes: ExportBytes) {
    bytes.append(text: TextGlyphs.unicode[facts.state])
    bytes.append(" ")
    if !bytes.append(line: facts.label, limit: limit) { writeOperation(facts, into: bytes) }
    bytes.append("  #")
    bytes.append(decimal: facts.id)
  }

  static func writeOrigin(_ facts: NodeFacts, into bytes: ExportBytes) {
    // Without a label, the operation is in the title.
    let hasLabel = bytes.texts.contains(facts.label)
    if hasLabel { writeOperation(facts, into: bytes) }
    guard facts.site.line > 0 else { return }
    if hasLabel { bytes.append(" ") }
    bytes.append(site: facts.site, limit: limit)
  }

  static func writeOutcome(_ facts: NodeFacts, _ history: ExportedHistory, into bytes: ExportBytes) {
    let end = history.end(of: facts)
    bytes.append(text: facts.state.word)
    bytes.append("  ")
    bytes.append(duration: max(0, end - facts.created))
    let text = bytes.texts.contains(facts.text) ? facts.text : facts.type
    guard bytes.texts.contains(text) else { return }
    bytes.append("  ")
    bytes.append(line: text, limit: limit)
  }

  private static func writeOperation(_ facts: NodeFacts, into bytes: ExportBytes) {
    if !bytes.append(line: facts.operation, limit: limit) { bytes.append("?") }
  }
}

/// How one promise depends on another, in a diagram.
enum DiagramEdge: CaseIterable {
  case derived
  /// It is an input of a combinator.
  case input
  /// It was resolved with it.
  case adopts
  /// Its body waited for it.
  case awaited
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
    for id in history.store.awaited(by: facts.id) { try visit(id, .awaited) }
    if facts.from == 0, facts.inside != facts.adopts, !history.store.awaits(facts.inside, facts.id) {
      try visit(facts.inside, .inside)
    }
  }
}
