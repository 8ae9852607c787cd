// What keys do. Owns the dispatch; the other extensions own the effects on the tree, the panes, and the time.

import Canvas
import ChainModel
import PromiseTrace

extension Screen {
  /// A person has acted, so the screen no longer opens or follows anything by itself.
  mutating func takeOver() {
    (state.isGuided, isUntouched, opensAtWhatMatters) = (false, false, false)
  }

  /// Performs the action of a key.
  ///
  /// - Parameters:
  ///   - key: Any key; one without a meaning does nothing.
  ///   - now: The moment, in nanoseconds since the log's start.
  /// - Returns: What the owner should do.
  public mutating func update(_ key: Key, now: Int64) -> ScreenEffect {
    takeOver()
    if state.form != nil { return updateForm(key) }
    if state.logList != nil { return updateLogList(key) }
    if lesson != nil { return updateLesson(key) }
    if state.prompt?.purpose == .input { return typeInput(key) }
    if state.prompt != nil { return type(key, now: now) }
    let action = options.keyMap.action(for: key)
    if state.showsHelp, updateHelp(key, action) { return .none }
    notice = nil
    guard let action else {
      explain(unknown: key)
      return .none
    }
    return perform(action, now: now)
  }

  /// Performs an action.
  ///
  /// - Parameters:
  ///   - action: What to do.
  ///   - now: The moment, in nanoseconds since the log's start.
  /// - Returns: What the owner should do.
  public mutating func perform(_ action: Action, now: Int64) -> ScreenEffect {
    // A lesson has keys of its own; of these actions, the others could show more than it has reached.
    if lesson != nil, action != .openEditor { return .none }
    let before = footprint
    let effect = carryOut(action, now: now)
    if effect == .none { explain(action, since: before) }
    return effect
  }

  private mutating func carryOut(_ action: Action, now: Int64) -> ScreenEffect {
    if let pane = state.page ?? state.focus, move(inside: pane, action, now: now) { return .none }
    switch action {
    case .quit: return .quit
    case .runAgain: return options.again != nil ? .runAgain : .none
    case .hint: return options.isExercise ? .hint : .none
    case .nextExercise: return options.isExercise ? .nextExercise : .none
    case .changeRun: openForm()
    case .openLog: openLogList()
    case .cancelRun:
      guard options.canCancelRun, stream.isRunning else {
        notice = words.noRunToCancel
        return .none
      }
      return .cancelRun
    case .compare: toggleComparison()
    case .compareRuns: toggleRuns()
    case .service: toggleService()
    case .goTo: state.prompt = Prompt(.goTo)
    case .sort where state.page == .service: sortService()
    case .back where state.page == .instances: open(page: .service)
    case .formerRun: return .showFormerRun
    case .outward where state.page == .runs: chooseRun(-1)
    case .inward where state.page == .runs: chooseRun(1)
    case .redraw: return .redraw
    case .help: state.showsHelp.toggle()
    case .follow:
      state.isFollowing.toggle()
      followsNext = state.isFollowing
    case .up: move(to: state.row - 1)
    case .down: move(to: state.row + 1)
    case .pageUp: move(to: state.row - max(1, layout.treeRows - 1))
    case .pageDown: move(to: state.row + max(1, layout.treeRows - 1))
    case .halfPageUp: move(to: state.row - max(1, layout.treeRows / 2))
    case .halfPageDown: move(to: state.row + max(1, layout.treeRows / 2))
    case .first: move(to: 0)
    case .last: move(to: outline.count - 1)
    case .outward: goOutward()
    case .inward: goInward()
    case .parent: goToParent()
    case .nextRejected: goToNext(now: now) { $0 == .rejected || $0 == .unhandled || $0 == .cancelled }
    case .nextPending: goToNext(now: now) { $0.isOpen || $0 == .leaked }
    case .toggleFold: openRow()
    case .fold: setFold { _ in true }
    case .unfold: setFold { _ in false }
    case .toggleAllFolds: toggleAllFolds()
    case .autoFold: toggleAutoFold()
    case .nextProblem: goToProblem(1, now: now)
    case .previousProblem: goToProblem(-1, now: now)
    case .why: ask(.why, now: now)
    case .criticalPath: ask(.criticalPath, now: now)
    case .details: show(.details)
    case .source: show(.source)
    case .log: show(.log)
    case .lanes: show(.lanes)
    case .groups: show(.groups)
    case .problems: show(.problems)
    case .changes: show(.changes)
    case .output: show(.output)
    case .typeInput:
      guard options.takesInput else {
        notice = words.noInput
        return .none
      }
      startTyping()
    case .togglePanes: togglePanes()
    case .nextPane: moveFocus(1)
    case .previousPane: moveFocus(-1)
    case .back: if state.page != nil { close(page: nil) } else { goBack() }
    case .cancel: cancel()
    // A recording has no present to return to, so there it is played.
    case .pause: if stream.isRunning { setPaused(!state.isPaused, now: now) } else { togglePlaying(now: now) }
    case .stepBack: step(-1, now: now)
    case .stepForward: step(1, now: now)
    case .jumpBack: jump(-1, now: now)
    case .jumpForward: jump(1, now: now)
    case .toStart: seek(to: 0, now: now)
    case .toEnd: goToEnd(now: now)
    case .play: togglePlaying(now: now)
    case .slower: state.speed = max(-3, state.speed - 1)
    case .faster: state.speed = min(5, state.speed + 1)
    case .bookmark: toggleBookmark()
    case .nextBookmark: goToNextBookmark(now: now)
    case .zoomIn: zoom(0.5, now: now)
    case .zoomOut: zoom(2, now: now)
    case .zoomAll: state.window = nil
    case .panLeft: pan(-0.25, now: now)
    case .panRight: pan(0.25, now: now)
    case .search where state.focus == .log, .filter where state.focus == .log:
      state.prompt = Prompt(.logFilter, text: state.logFilter)
    case .search: state.prompt = Prompt(.search, from: state.selection)
    case .nextMatch: goToMatch(1)
    case .previousMatch: goToMatch(-1)
    case .filter: state.prompt = Prompt(.filter, text: state.filter.text)
    case .onlyProblems: toggleOnlyProblems()
    case .sort: sort()
    case .swapTimes:
      state.showsTotals.toggle()
      notice = state.showsTotals ? words.showsTotals : words.showsOwn
    case .openEditor: return openEditor()
    case .copyID: return copyID()
    case .copyRow: return layout.tree.height > 1 && outline.count > 0 ? .copyRow : .none
    case .save: state.prompt = Prompt(.save, suggestion: "promises.txt")
    }
    return .none
  }

  /// Opens the form with which the scenario runs again.
  mutating func openForm() {
    state.form = options.form
    if options.form == nil { notice = words.noForm }
  }

  private mutating func updateForm(_ key: Key) -> ScreenEffect {
    guard var form = state.form else { return .none }
    switch form.update(key) {
    case .changed, .refused: state.form = form
    case .closed: state.form = nil
    case .finished:
      state.form = nil
      return .runWith(form)
    }
    return .none
  }

  /// In the help, keys that move scroll it and all others close it; quitting still quits.
  private mutating func updateHelp(_ key: Key, _ action: Action?) -> Bool {
    if searchHelp(key) { return true }
    let page = HelpLines.page(layout.size)
    switch action {
    case .first: scrollHelp(-.max)
    case .last: scrollHelp(.max)
    case .up: scrollHelp(-1)
    case .down: scrollHelp(1)
    case .pageUp: scrollHelp(-page)
    case .pageDown, .pause: scrollHelp(page)
    case .halfPageUp: scrollHelp(-page / 2)
    case .halfPageDown: scrollHelp(page / 2)
    case .quit where key == .control("c"): return false
    case .help, .quit, .cancel, .back, .toggleFold: closeHelp()
    default: break
    }
    return true
  }

  mutating func closeHelp() { (state.showsHelp, state.helpTop, state.helpSearch) = (false, 0, nil) }

  /// Edits the text that the lines of the help contain.
  ///
  /// - Returns: Whether the key belongs to the text.
  mutating func searchHelp(_ key: Key) -> Bool {
    guard var text = state.helpSearch else {
      guard key == .character("/") else { return false }
      state.helpSearch = ""
      return true
    }
    switch key {
    case .character(let character): text.append(character)
    case .backspace where !text.isEmpty: text.removeLast()
    case .backspace, .escape, .enter:
      state.helpSearch = nil
      return true
    default: return false
    }
    (state.helpSearch, state.helpTop) = (text, 0)
    return true
  }

  /// Scrolls the help, at most to its last line.
  mutating func scrollHelp(_ lines: Int) {
    let last = HelpLines(contextNow(0)).lastTop(layout.size)
    state.helpTop = lines > last ? last : max(0, min(state.helpTop + lines, last))
  }

  /// Ends the innermost mode: first the focus, then the path, the filter, the search, the zoom.
  private mutating func cancel() {
    if state.page != nil {
      close(page: nil)
    } else if state.focus == .log, !state.logFilter.isEmpty {
      state.logFilter = ""
      state.cursors[.log] = nil
    } else if state.focus != nil {
      state.focus = nil
    } else if state.path != nil {
      state.path = nil
    } else if state.showsPanes, state.panes.first != .details {
      bring(.details)
    } else if !state.filter.isEmpty {
      setFilter(Filter())
    } else if !state.search.isEmpty {
      state.search = ""
    } else {
      state.window = nil
    }
  }

  private func openEditor() -> ScreenEffect {
    guard let id = state.selection, let site = history.store.node(id)?.site else { return .none }
    return .openEditor(path: site.file, line: site.line)
  }

  private func copyID() -> ScreenEffect { state.selection.map { .copy("#\($0)") } ?? .none }
}
