// Finding promises: the line being typed, the search, and the filter. `Matcher` decides what matches a text.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

extension Screen {
  /// Edits the line being typed.
  mutating func type(_ key: Key) -> ScreenEffect {
    guard var prompt = state.prompt else { return .none }
    switch key {
    case .escape, .control("c"):
      state.prompt = nil
      apply(prompt.purpose, prompt.former)
      if let origin = prompt.origin { go(to: origin) }
      return .none
    case .enter:
      state.prompt = nil
      return finish(prompt)
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
    case .character(let character): prompt.type(String(character))
    default: return .none
    }
    state.prompt = prompt
    apply(prompt.purpose, prompt.text)
    return .none
  }

  /// Adds pasted text to the line being typed; elsewhere, a paste does nothing.
  ///
  /// - Parameter text: Any text; its line breaks become blanks.
  /// - Returns: What the owner should do.
  @discardableResult
  public mutating func paste(_ text: String) -> ScreenEffect {
    guard var prompt = state.prompt else { return .none }
    if prompt.purpose == .input { return typeInput(pasted: text) }
    prompt.type(text.prefix(1_000).map { $0.isNewline ? " " : String($0) }.joined())
    state.prompt = prompt
    apply(prompt.purpose, prompt.text)
    return .none
  }

  private mutating func apply(_ purpose: Prompt.Purpose, _ text: String) {
    switch purpose {
    case .search:
      state.search = text
      // The first match from where the search began; without one, the selection returns there.
      if let origin = state.prompt?.origin, origin != state.selection { go(to: origin) }
      if !text.isEmpty { goToMatch(1, includingSelected: true) }
    case .filter:
      var filter = state.filter
      filter.text = text
      setFilter(filter)
    case .logFilter:
      state.logFilter = text
      state.cursors[.log] = nil
    case .goTo, .save, .input: break
    }
  }

  private mutating func finish(_ prompt: Prompt) -> ScreenEffect {
    switch prompt.purpose {
    case .search:
      state.search = prompt.text
      if prompt.text.isEmpty { return .none }
      goToMatch(1, includingSelected: true)
    case .goTo: goTo(moment: prompt.text)
    case .filter, .logFilter: apply(prompt.purpose, prompt.text)
    case .save:
      guard !prompt.text.isEmpty else { return .none }
      return .save(path: prompt.text, savedContent(prompt.text))
    case .input: break
    }
    return .none
  }

  /// The log for a name that ends with `.ndjson`, otherwise the tree; for a name like `#12.txt`, only what hangs below that promise.
  private func savedContent(_ path: String) -> SavedContent {
    let name = path.split(separator: "/").last ?? ""
    let promise = name.hasPrefix("#") ? PromiseID(name.dropFirst().prefix { $0.isWholeNumber }) : nil
    if path.hasSuffix(".ndjson") { return .log(of: promise) }
    return promise.map { .tree(of: $0) } ?? .wholeTree
  }

  // MARK: Search

  /// Selects the next or the previous promise that matches the search, also inside folds; after the last one comes the first.
  ///
  /// In a large run it is found during the next frames.
  mutating func goToMatch(_ direction: Int, includingSelected: Bool = false) {
    guard !state.search.isEmpty else {
      notice = language("Nothing to search for: / starts a search.", "没有要搜索的内容：按 / 开始搜索。")
      return
    }
    let isBackward = direction < 0
    let isSame =
      !includingSelected && treeMatches?.text == state.search && treeMatches?.revision == history.store.revision
      && treeMatches?.selected == state.selection
    if !isSame || treeMatches?.want(isBackward: isBackward) != true {
      startSearch(isBackward: isBackward, includesStart: includingSelected, prefersProblems: includingSelected)
    }
    searchTree()
  }

  private mutating func startSearch(isBackward: Bool = false, includesStart: Bool, prefersProblems: Bool) {
    let search = PromiseSearch(
      for: queries(state.search), from: state.selection, includesStart: includesStart, isBackward: isBackward)
    treeMatches = TreeMatches(
      state.search, search, revision: history.store.revision, prefersProblems: prefersProblems,
      isPartial: reading != nil)
  }

  /// Continues the search of the tree, and says how far it is.
  private mutating func searchTree() {
    guard var matches = treeMatches.take() else { return }
    let problems = problems
    if let match = matches.advance(in: history.store, isProblem: { problems.badges[$0] != nil }) { go(to: match) }
    let count = matches.search.found.count
    if let current = matches.current {
      let number = matches.search.number(at: current).map { NumberText.grouped($0) }
      notice =
        number.map {
          language("Match \($0) of \(NumberText.grouped(count)).", "第 \($0)/\(NumberText.grouped(count)) 个匹配。")
        }
        ?? language(
          count == 1 ? "1 match so far." : "\(NumberText.grouped(count)) matches so far.",
          "目前找到 \(NumberText.grouped(count)) 个匹配。")
    } else if matches.isBusy || reading != nil {
      notice = language("No match for “\(state.search)” so far.", "目前还没有找到「\(state.search)」。")
    } else if !goToNumbered() {
      notice = language("No match for “\(state.search)”.", "找不到「\(state.search)」。")
    }
    matches.notice = notice
    treeMatches = matches
  }

  /// Goes to the promise that a search like `handle 17` asks for: the 17th of those named `handle`.
  ///
  /// - Returns: Whether there is one.
  private mutating func goToNumbered() -> Bool {
    let parts = state.search.split(separator: " ")
    guard parts.count > 1, let number = parts.last.flatMap({ Int($0) }) else { return false }
    let name = parts.dropLast().joined(separator: " ")
    guard let (id, count) = history.store.promise(named: name, number: number), go(to: id) else { return false }
    let (place, all) = (NumberText.grouped(number), NumberText.grouped(count))
    notice = language("Number \(place) of \(all) “\(name)”.", "「\(name)」中的第 \(place)/\(all) 个。")
    return true
  }

  /// Continues a search of the tree, unless a person does something else meanwhile.
  ///
  /// A search that started while the log was being read is repeated at the end of the log.
  mutating func continueSearch() {
    guard let matches = treeMatches, matches.isBusy || matches.isPartial && reading == nil else { return }
    guard matches.notice == notice, matches.selected ?? state.selection == state.selection else {
      treeMatches = nil
      return
    }
    if !matches.isBusy { startSearch(includesStart: true, prefersProblems: matches.current == nil) }
    searchTree()
  }

  /// What matches a text: the promises that contain it, and those in the state that it names.
  private func queries(_ text: String) -> [PromiseQuery] {
    let wanted = text.lowercased()
    let states = Set(NodeState.allCases.filter { $0.word == wanted || $0.word(in: language) == wanted })
    return [PromiseQuery(text: text)] + (states.isEmpty ? [] : [PromiseQuery(states: states)])
  }

  // MARK: Filter

  mutating func setFilter(_ filter: Filter) {
    guard filter != state.filter else { return }
    state.filter = filter
    (filtered, treeFilter) = (nil, nil)
    follow()
  }

  /// Passes the promises that the filter shows to the outline; in a large run, they are found during several frames.
  ///
  /// A small run is filtered again whenever it grows, a larger one once per second.
  mutating func applyFilter(_ problems: Problems) {
    guard !state.filter.isEmpty else {
      if outline.onlyKeeps != nil { outline.onlyKeeps = nil }
      return
    }
    let (store, now) = (history.store, shownTime)
    if let filtered, treeFilter == nil {
      let isDue = store.count < 20_000 || now.subtractingReportingOverflow(filtered.now).partialValue >= 1_000_000_000
      // A promise that hangs becomes a problem without any event.
      let areProblemsNew = state.filter.onlyProblems && filtered.problems != history.problemsRevision
      guard filtered.revision != store.revision || areProblemsNew, isDue || !stream.isRunning else { return }
    }
    var matching: Set<PromiseID>?
    if !state.filter.text.isEmpty {
      var search = treeFilter.take() ?? TreeFilter(PromiseSearch(for: queries(state.filter.text)))
      search.advance(in: store)
      guard !search.isBusy else {
        treeFilter = search
        return
      }
      matching = search.found
    }
    filtered = (store.revision, history.problemsRevision, now)
    let problematic = state.filter.onlyProblems ? problems.shown : nil
    outline.onlyKeeps = matching.map { found in problematic?.intersection(found) ?? found } ?? problematic
  }

  mutating func toggleOnlyProblems() {
    var filter = state.filter
    filter.onlyProblems.toggle()
    setFilter(filter)
  }
}
