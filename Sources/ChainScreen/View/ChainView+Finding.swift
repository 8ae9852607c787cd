// Finding promises: the line that a person types, search, and filter. Owns what matches a text.

import Canvas
import ChainModel
import PromiseTrace

extension ChainView {
  /// Edits the line being typed.
  mutating func type(_ key: Key, now: Int64) -> ScreenEffect {
    guard var prompt = state.prompt else { return .none }
    switch key {
    case .escape, .control("c"):
      state.prompt = nil
      apply(prompt.purpose, prompt.former)
      return .none
    case .enter:
      state.prompt = nil
      return finish(prompt, now: now)
    case .backspace, .control("h"), .delete:
      if prompt.text.isEmpty {
        state.prompt = nil
        return .none
      }
      prompt.text.removeLast()
    case .control("u"): prompt.text = ""
    case .control("w"):
      while prompt.text.last == " " { prompt.text.removeLast() }
      while let last = prompt.text.last, last != " " { prompt.text.removeLast() }
    case .character(let character): prompt.text.append(character)
    default: return .none
    }
    state.prompt = prompt
    apply(prompt.purpose, prompt.text)
    return .none
  }

  /// Adds pasted text to the line being typed; elsewhere, a paste does nothing.
  ///
  /// - Parameter text: Any text; its line breaks become blanks.
  public mutating func paste(_ text: String) {
    guard var prompt = state.prompt else { return }
    prompt.text += text.prefix(1_000).map { $0.isNewline ? " " : String($0) }.joined()
    state.prompt = prompt
    apply(prompt.purpose, prompt.text)
  }

  private mutating func apply(_ purpose: Prompt.Purpose, _ text: String) {
    switch purpose {
    case .search:
      state.search = text
      // The first match from here on, as long as something is typed.
      if !text.isEmpty { goToMatch(1, includingSelected: true) }
    case .filter:
      var filter = state.filter
      filter.text = text
      setFilter(filter)
    case .save: break
    }
  }

  private mutating func finish(_ prompt: Prompt, now: Int64) -> ScreenEffect {
    switch prompt.purpose {
    case .search:
      state.search = prompt.text
      if prompt.text.isEmpty { return .none }
      goToMatch(1, includingSelected: true)
    case .filter: apply(.filter, prompt.text)
    case .save:
      guard !prompt.text.isEmpty else { return .none }
      return .save(path: prompt.text, savedContent(prompt.text, now: now))
    }
    return .none
  }

  /// The log for a name that ends with `.ndjson`, otherwise the tree; for a name like `#12.txt`, only what hangs below that promise.
  private mutating func savedContent(_ path: String, now: Int64) -> SavedContent {
    let name = path.split(separator: "/").last ?? ""
    let promise = name.hasPrefix("#") ? PromiseID(name.dropFirst().prefix { $0.isWholeNumber }) : nil
    if path.hasSuffix(".ndjson") { return .log(of: promise) }
    return promise.map { .tree(of: $0) } ?? .text(savedText(now: now))
  }

  // MARK: Search

  /// Selects the next or the previous promise that matches the search, also inside folds; after the last one comes the first.
  mutating func goToMatch(_ direction: Int, includingSelected: Bool = false) {
    guard !state.search.isEmpty else {
      notice = words(.noSearch)
      return
    }
    let store = history.store
    let matcher = Matcher(state.search, in: store)
    guard let match = matcher.next(from: state.selection, direction, includingSelected: includingSelected) else {
      notice = words(.noMatch, state.search)
      return
    }
    notice = nil
    go(to: match)
  }

  // MARK: Filter

  mutating func setFilter(_ filter: Filter) {
    guard filter != state.filter else { return }
    state.filter = filter
    follow()
  }

  mutating func toggleOnlyProblems(now: Int64) {
    var filter = state.filter
    filter.onlyProblems.toggle()
    setFilter(filter)
  }
}

/// Finds the promises that contain a text in label, operator, value, error, call site, or ID.
struct Matcher {
  private let text: String
  private let id: PromiseID?
  private let store: ChainStore

  /// Creates a matcher that ignores case.
  init(_ text: String, in store: ChainStore) {
    self.text = text.lowercased()
    self.store = store
    id = text.hasPrefix("#") ? PromiseID(text.dropFirst()) : nil
  }

  /// Whether a promise matches.
  func matches(_ node: ChainNode) -> Bool {
    if let id { return node.id == id }
    func contains(_ other: String?) -> Bool { other?.lowercased().contains(text) ?? false }
    return contains(node.label) || contains(node.operation) || contains(node.text) || contains(node.type)
      || contains(node.site.map { "\($0.file):\($0.line) \($0.function)" }) || "#\(node.id)" == text
      || String(node.id) == text || node.state.word == text
  }

  /// The next match in the order of creation.
  func next(from start: PromiseID?, _ direction: Int, includingSelected: Bool) -> PromiseID? {
    var ids: [PromiseID] = []
    store.forEachFacts { ids.append($0.id) }
    guard !ids.isEmpty else { return nil }
    let current = start.flatMap { id in ids.firstIndex(of: id) } ?? (direction > 0 ? -1 : ids.count)
    let first = includingSelected && start != nil ? 0 : 1
    for offset in first...max(first, ids.count) {
      let index = ((current + direction * offset) % ids.count + ids.count) % ids.count
      if let node = store.node(ids[index]), matches(node) { return node.id }
    }
    return nil
  }
}
