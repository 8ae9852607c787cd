// Which promises match a text. Owns what is searched: label, operator, value, error, call site, state, and ID.

import ChainModel
import PlainText
import PromiseTrace

/// Finds the promises that contain a text, ignoring case.
struct Matcher {
  private let text: String
  private let id: PromiseID?
  /// The file and the line of a text such as `main.swift:12`.
  private let site: (file: String, line: UInt32)?
  private let store: ChainStore
  private let words: Words
  /// Whether each text matches, because many promises have the same texts.
  private var known: [TextID: Bool] = [:]

  /// Creates a matcher; a text such as `#12` matches only that promise.
  init(_ text: String, in store: ChainStore, _ words: Words = Words()) {
    self.text = text.lowercased()
    self.store = store
    self.words = words
    id = PromiseID(text.hasPrefix("#") ? text.dropFirst() : text[...])
    let parts = text.split(separator: ":")
    site = parts.count == 2 ? UInt32(parts[1]).map { (parts[0].lowercased(), $0) } : nil
  }

  /// Whether a promise matches.
  mutating func matches(_ facts: NodeFacts) -> Bool {
    if facts.id == id { return true }
    if text.hasPrefix("#") { return false }
    if let site, facts.site.line == site.line, contains(facts.site.file, site.file) { return true }
    for handle in [facts.label, facts.operation, facts.text, facts.type, facts.site.file, facts.site.function] {
      if contains(handle) { return true }
    }
    return facts.state.word == text || words.state(facts.state) == text
  }

  /// The next match in the order of creation; after the last one comes the first.
  ///
  /// - Complexity: O(*n*) in the number of promises.
  mutating func next(from start: PromiseID?, _ direction: Int, includingSelected: Bool) -> PromiseID? {
    var matches: [PromiseID] = []
    var position: Int?
    var isMatch = false
    store.forEachFacts { facts in
      if facts.id == start { position = matches.count }
      guard self.matches(facts) else { return }
      if facts.id == start { isMatch = true }
      matches.append(facts.id)
    }
    guard !matches.isEmpty else { return nil }
    guard let position else { return direction > 0 ? matches.first : matches.last }
    if includingSelected, isMatch { return start }
    let next = direction > 0 ? position + (isMatch ? 1 : 0) : position - 1
    return matches[(next + matches.count) % matches.count]
  }

  /// Where a text contains another one, ignoring case; nil if it does not.
  static func range(of part: String, in text: String) -> Range<String.Index>? {
    let wanted = part.lowercased()
    var start = text.startIndex
    while start < text.endIndex {
      var (index, rest) = (start, wanted[...])
      while index < text.endIndex, !rest.isEmpty, rest.hasPrefix(text[index].lowercased()) {
        rest = rest.dropFirst(text[index].lowercased().count)
        index = text.index(after: index)
      }
      if rest.isEmpty { return start..<index }
      start = text.index(after: start)
    }
    return nil
  }

  private mutating func contains(_ handle: TextID) -> Bool {
    guard handle != .none else { return false }
    if let known = known[handle] { return known }
    let contains = store.texts[handle]?.lowercased().contains(text) ?? false
    known[handle] = contains
    return contains
  }

  private func contains(_ handle: TextID, _ part: String) -> Bool {
    store.texts[handle]?.lowercased().contains(part) ?? false
  }
}
