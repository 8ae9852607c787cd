// From a key to what it does, whatever covers the page. `Keys` has what each of them does; the other extensions have the effects on the tree, the
// panes, and the time.

import Canvas
import ChainModel
import PlainText
import PromiseTrace

extension Screen {
  /// A person has acted, so the screen no longer opens or follows anything by itself.
  mutating func takeOver() {
    (state.isGuided, isUntouched, opensAtWhatMatters) = (false, false, false)
  }

  /// The keys of this screen.
  var keyMap: KeyMap { lesson == nil ? options.keyMap : .lesson }

  /// Whether it has a key.
  func has(_ binding: Binding) -> Bool { binding.places.contains(lesson == nil ? .run : .lesson) }

  /// Performs the action of a key.
  ///
  /// - Parameters:
  ///   - key: Any key; one without a meaning does nothing.
  ///   - now: The moment, in nanoseconds since the log's start.
  /// - Returns: What the owner should do.
  public mutating func update(_ key: Key, now: Int64) -> ScreenEffect {
    takeOver()
    (self.now, pressed) = (now, key)
    if state.form != nil { return updateForm(key) }
    if state.logList != nil { return updateLogList(key) }
    if state.prompt?.purpose == .input { return typeInput(key) }
    if state.prompt != nil { return type(key) }
    let binding = meaning(of: key)
    if state.showsHelp, updateHelp(key, binding) { return .none }
    notice = nil
    if binding != .openEditor { lesson?.opensEditor = false }
    if chooseAnswer(with: key) { return .none }
    guard let binding else {
      if let help = keyMap.keys(for: .help).first {
        notice = language(
          "\(key.name) does nothing: \(help.name) lists the keys.", "\(key.name) 没有对应的命令：按 \(help.name) 查看按键。")
      }
      return .none
    }
    return perform(binding, now: now)
  }

  /// What a key means on this screen.
  ///
  /// At a projector, Page Up and Page Down step through a lesson, because presentation remotes send them.
  private func meaning(of key: Key) -> Binding? {
    switch key {
    case .pageDown where lesson != nil && options.isPresenter: .forward
    case .pageUp where lesson != nil && options.isPresenter: .back
    default: keyMap.binding(for: key)
    }
  }

  /// Does what a key does.
  ///
  /// One that changes nothing says why, if that needs a word.
  ///
  /// - Parameters:
  ///   - binding: The key; one that this screen does not have does nothing.
  ///   - now: The moment, in nanoseconds since the log's start.
  /// - Returns: What the owner should do.
  public mutating func perform(_ binding: Binding, now: Int64) -> ScreenEffect {
    guard has(binding) else { return .none }
    self.now = now
    let before = footprint
    carryOut(binding)
    defer { requested = .none }
    // What takes several frames has not changed yet.
    if requested == .none, notice == nil, footprint == before, !outline.isBusy, seeking == nil {
      let key = keyMap.name(of: binding)
      notice = binding.idle(self)?.text(in: language)
      if notice == nil, lesson == nil { notice = language("\(key) changes nothing here.", "\(key) 在这里不起作用。") }
    }
    return requested
  }

  private mutating func carryOut(_ binding: Binding) {
    if lesson != nil, ![.play, .slower, .faster].contains(binding) { state.isPlaying = false }
    if let pane = state.page ?? state.focus, move(inside: pane, binding) { return }
    if binding.needsTree, state.page != nil { close(page: state.page) }
    binding.run(&self)
  }

  /// What a key can change, as far as a person sees it.
  private struct Footprint: Equatable {
    var state: ScreenState
    var rows: Int
    var isFolded: Bool?
    var order: Outline.Order
    var foldsSettled: Bool
    var position: UInt64
    var lessonScroll: Int?
  }

  private var footprint: Footprint {
    var state = state
    state.isSelectionChosen = true
    return Footprint(
      state: state, rows: outline.count, isFolded: state.row < outline.count ? outline[state.row].isFolded : nil,
      order: outline.order, foldsSettled: outline.autoFoldsSettled, position: history.playback.position,
      lessonScroll: lesson?.scroll)
  }

  // MARK: Small effects

  /// Moves the selection of the tree or, in a lesson, through its text.
  mutating func move(by motion: Motion) {
    if lesson != nil, moveInLesson(by: motion) { return }
    move(to: state.row + motion.distance(rows: layout.treeRows))
  }

  /// Opens the line of the search; that of the events, if they have the focus.
  mutating func openSearch() {
    state.prompt =
      state.focus == .log ? Prompt(.logFilter, text: state.logFilter) : Prompt(.search, from: state.selection)
  }

  mutating func openFilter() {
    state.prompt =
      state.focus == .log ? Prompt(.logFilter, text: state.logFilter) : Prompt(.filter, text: state.filter.text)
  }

  mutating func swapTimes() {
    state.showsOwn.toggle()
    notice =
      state.showsOwn
      ? language("The time spent on work of its own.", "自身工作所用的时间。")
      : language("The total: from creation to settlement.", "总时长：从创建到敲定。")
  }

  mutating func toggleFollowing() {
    state.isFollowing.toggle()
    followsNext = state.isFollowing
    notice =
      state.isFollowing
      ? language("The newest promise stays in view.", "最新的 Promise 保持可见。")
      : language("The selection stays where it is.", "选择停在原处。")
  }

  /// Doubles or halves the speed at which a run is played.
  mutating func changeSpeed(by step: Int) {
    let speed = max(-3, min(5, state.speed + step))
    guard speed != state.speed else { return }
    state.speed = speed
    if !state.isPlaying { notice = language("p plays at \(state.speedText)×.", "按 p 以 \(state.speedText)× 播放。") }
  }

  /// Ends the innermost mode: first the focus, then the path, the filter, the search, the zoom.
  mutating func cancel() {
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

  /// Opens the call site of the selected promise; in a lesson, the first time only names the editor.
  mutating func openEditor() {
    guard let id = state.selection, let site = history.store.callSite(of: id) else { return }
    if lesson?.opensEditor == false, !options.editor.isEmpty { return announceEditor(site) }
    lesson?.opensEditor = false
    requested = .openEditor(path: site.file, line: site.line)
  }

  // MARK: The form

  /// Opens the form with which the scenario runs again.
  mutating func openForm() {
    state.form = options.form
    if options.form == nil { notice = language("This run has no settings to change.", "这次运行没有可以修改的设置。") }
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

  // MARK: The help

  /// In the help, keys that move scroll it, and those that close something close it; Ctrl-C still quits.
  private mutating func updateHelp(_ key: Key, _ binding: Binding?) -> Bool {
    if searchHelp(key) { return true }
    let page = HelpLines.page(layout.size)
    if let motion = binding?.motion {
      scrollHelp(motion.distance(rows: page + 1))
    } else if key == .character(" ") {
      scrollHelp(page)
    } else if key == .character("?"), lesson == nil {
      state.explained = state.explained == nil ? pageText : nil
      state.helpTop = 0
    } else if key == .control("c"), binding == .quit {
      return false
    } else if [.enter, .escape, .backspace].contains(key) || ([.help, .quit, .cancel] as [Binding?]).contains(binding) {
      // Whatever these keys are bound to, they have this meaning in a box.
      closeHelp()
    }
    return true
  }

  mutating func closeHelp() {
    (state.showsHelp, state.helpTop, state.helpSearch, state.explained) = (false, 0, nil, nil)
  }

  /// What the screen shows below the help, without its keys.
  private var pageText: String {
    var page = self
    page.state.showsHelp = false
    return page.draw().text.split(separator: "\n").dropLast().joined(separator: "\n")
  }

  /// Edits the text that the lines of the help contain.
  ///
  /// - Returns: Whether the key belongs to the text.
  private mutating func searchHelp(_ key: Key) -> Bool {
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
    state.helpTop = max(0, min(state.helpTop + lines, HelpLines(self).lastTop(layout.size)))
  }
}

// MARK: What keys say, and when they are offered

extension Screen {
  /// Why a key folds or unfolds nothing.
  var nothingToFold: Text {
    outline.count > 0 && outline[state.row].isFoldable
      ? Text("It is that way already.", "已经是这样。") : Text("Nothing is below it.", "下面没有别的 Promise。")
  }

  /// The keys that step back and forward.
  var stepKeys: String {
    [.stepBack, .stepForward].map(keyMap.name).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Whether there is something to run or read again; a lesson runs only its scenario.
  var canRunAgain: Bool { lesson == nil ? options.again != nil : options.again == .scenario }

  /// Whether the program has ended: it reads nothing anymore, and runs again when its source was changed.
  var isProgramOver: Bool { options.again == .program && !stream.isRunning }
}
