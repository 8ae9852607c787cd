// The screen as a value: events and keys go in, a grid comes out. No terminal, no clock, no waiting.
//
// Owns the live history and, while paused, the frozen one; the outline; the selection that stays on its screen line.
// Refuses to read a source (`ScreenLoop` does) and to know a colour.

import Canvas
import ChainModel
import PromiseTrace

/// What one looks at: a history, and where one looks.
///
/// Not thread-safe; a value like any other.
public struct ChainView: Sendable {
  /// Its settings.
  public let options: ScreenOptions
  /// Where one looks.
  public internal(set) var state = ScreenState()
  /// The history up to the last event.
  public private(set) var store: ChainStore
  /// Whether more is to come.
  public private(set) var stream = StreamState.live
  /// The program's name, from the log's header; shown where the options name nothing.
  public var program = ""
  /// How many lines of the input could not be read.
  public var badLines = 0
  /// How much of a log was read, from 0 to 1, as long as it is being read.
  public var reading: Double?
  /// What the program said last, or what the screen has to say.
  public private(set) var notice: String?

  /// The history as it was when the view was paused.
  ///
  /// A pause costs one copy of the columns and no more, however long it lasts.
  private var frozen: (store: ChainStore, now: Int64)?
  private(set) var outline = Outline()
  private var rate = EventRate()
  private var newest: PromiseID?
  private var followsNext = false
  private var treeHeight = 1
  /// The moment that was shown last while the program ran.
  private var lastMoment: Int64 = 0

  /// Creates a view of nothing.
  ///
  /// - Parameters:
  ///   - options: See ``ScreenOptions``.
  ///   - texts: The table of the source whose events will be applied.
  public init(_ options: ScreenOptions, texts: TextTable) {
    self.options = options
    store = ChainStore(texts: texts, limit: options.promiseLimit)
    state.isFollowing = options.follows
  }

  // MARK: What happened

  /// Takes events into account.
  ///
  /// - Parameter events: In `sequence` order.
  public mutating func apply(_ events: [Event]) {
    for event in events {
      store.apply(event)
      rate.add(time: event.time)
      switch event.kind {
      case .created:
        newest = event.promise
        followsNext = true
      case .noted:
        if let text = store.texts[event.text] { notice = text }
      default: break
      }
    }
  }

  /// Nothing will come any more.
  ///
  /// - Parameters:
  ///   - reason: A sentence to show, where the end was not an orderly one.
  ///   - program: What is known of the program behind a log; nil where there is none to ask about.
  public mutating func end(because reason: String? = nil, program: ProgramState? = nil) {
    switch program {
    case _ where store.isEnded, nil: stream = .ended
    case .running, .stopped: stream = .growing
    case .gone: stream = .killed
    case .unknown: stream = .cutOff
    }
    if let reason { notice = reason }
  }

  /// Takes into account what is known of the program behind a log that may grow.
  ///
  /// - Parameters:
  ///   - program: What is known.
  ///   - isQuiet: Whether no event came for a while. A program whose events come is not gone, though its process cannot be seen.
  /// - Returns: Whether the picture changed.
  mutating func hear(of program: ProgramState, isQuiet: Bool) -> Bool {
    let before = stream
    if store.isEnded {
      stream = .ended
    } else if isQuiet, program == .gone {
      stream = .killed
    } else {
      stream = isQuiet && program == .stopped ? .unresponsive : .live
    }
    return stream != before
  }

  /// Whether the picture changes with time alone: something is pending, and the view is live.
  public var isMoving: Bool {
    stream.isRunning && frozen == nil && store.counts.pending > 0
  }

  // MARK: What a person did

  /// Does what a key stands for.
  ///
  /// - Parameters:
  ///   - key: Any key; one without a meaning does nothing.
  ///   - now: The moment, in nanoseconds since the log's start.
  /// - Returns: What the owner should do.
  public mutating func update(_ key: Key, now: Int64) -> ScreenEffect {
    let action = Command.action(for: key)
    if state.showsHelp, updateHelp(key, action) { return .none }
    guard let action else { return .none }
    return perform(action, now: now)
  }

  /// Does something.
  ///
  /// - Parameters:
  ///   - action: What to do.
  ///   - now: The moment, in nanoseconds since the log's start.
  /// - Returns: What the owner should do.
  public mutating func perform(_ action: Action, now: Int64) -> ScreenEffect {
    switch action {
    case .quit: return .quit
    case .runAgain: return options.canRunAgain ? .runAgain : .none
    case .help: state.showsHelp.toggle()
    case .detail: state.showsDetail.toggle()
    case .pause: setPaused(!state.isPaused, now: now)
    case .follow:
      state.isFollowing.toggle()
      followsNext = state.isFollowing
    case .up: move(to: state.row - 1)
    case .down: move(to: state.row + 1)
    case .pageUp: move(to: state.row - max(1, treeHeight - 1))
    case .pageDown: move(to: state.row + max(1, treeHeight - 1))
    case .first: move(to: 0)
    case .last: move(to: outline.count - 1)
    case .outward: goOutward()
    case .inward: goInward()
    case .toggleFold: setFold { !$0 }
    case .fold: setFold { _ in true }
    case .unfold: setFold { _ in false }
    case .toggleAllFolds: toggleAllFolds()
    }
    return .none
  }

  /// In the help, keys that move scroll it and all others close it; quitting still quits.
  private mutating func updateHelp(_ key: Key, _ action: Action?) -> Bool {
    switch action {
    case .up: state.helpTop = max(0, state.helpTop - 1)
    case .down: state.helpTop += 1
    case .pageUp: state.helpTop = max(0, state.helpTop - 8)
    case .pageDown: state.helpTop += 8
    case .quit where key == .control("c"): return false
    default:
      state.showsHelp = false
      state.helpTop = 0
    }
    return true
  }

  private mutating func setPaused(_ isPaused: Bool, now: Int64) {
    state.isPaused = isPaused
    frozen = isPaused ? (store, now) : nil
  }

  // MARK: Selection

  /// Moving by hand ends following: the person looks at something.
  private mutating func move(to row: Int) {
    state.isFollowing = false
    select(row: row)
  }

  private mutating func select(row: Int) {
    state.row = max(0, min(row, outline.count - 1))
    state.selection = outline.count > 0 ? outline[state.row].id : nil
    keepSelectionInView()
  }

  private mutating func keepSelectionInView() {
    state.top = max(state.row - treeHeight + 1, min(state.top, state.row))
    state.top = max(0, min(state.top, outline.count - treeHeight))
  }

  private mutating func goOutward() {
    guard outline.count > 0 else { return }
    let row = outline[state.row]
    if row.isFoldable && !row.isFolded {
      setFold { _ in true }
    } else if row.isContinuation {
      move(to: outline.firstOfChain(at: state.row))
    } else if let parent = outline.parent(of: state.row) {
      move(to: parent)
    }
  }

  private mutating func goInward() {
    guard outline.count > 0 else { return }
    let row = outline[state.row]
    if row.isFoldable && row.isFolded {
      setFold { _ in false }
    } else if case .reference(let id) = row.content, let target = outline.nearestIndex(of: id, in: shown) {
      // A reference is a way to where its promise is drawn.
      move(to: target)
    } else if state.row + 1 < outline.count, outline[state.row + 1].depth > row.depth {
      move(to: state.row + 1)
    }
  }

  private mutating func setFold(_ change: (Bool) -> Bool) {
    guard outline.count > 0, outline[state.row].isFoldable, let id = outline[state.row].node else { return }
    if change(outline[state.row].isFolded) { outline.folds.insert(id) } else { outline.folds.remove(id) }
    state.isFollowing = false
    follow()
  }

  private mutating func toggleAllFolds() {
    // Assigned once: the outline looks at the whole set at each change.
    var folds: Set<PromiseID> = []
    if outline.folds.isEmpty {
      for index in 0..<outline.count {
        let row = outline[index]
        if row.depth == 0, row.isFoldable, !row.isContinuation, let id = row.node { folds.insert(id) }
      }
    }
    outline.folds = folds
    state.isFollowing = false
    follow()
  }

  // MARK: Drawing

  /// The history that is seen: the live one, or the frozen one.
  var shown: ChainStore { frozen?.store ?? store }

  /// Events that came while the view is paused.
  var behind: UInt64 { frozen.map { store.revision - $0.store.revision } ?? 0 }

  /// Draws the screen.
  ///
  /// Costs in proportion to the rows that are seen, and after a change of structure to the outline's update.
  ///
  /// - Parameters:
  ///   - size: Columns and rows.
  ///   - now: The moment, in nanoseconds since the log's start, up to which what is pending is measured.
  /// - Returns: The picture.
  public mutating func draw(_ size: Size, now: Int64) -> Grid {
    let layout = ScreenLayout(size, state)
    treeHeight = layout.treeRows
    follow()
    // The clock of a program that was killed stops where it was last seen, and never steps back.
    if stream.isRunning { lastMoment = max(lastMoment, now, store.lastTime) }
    let moment =
      frozen?.now ?? (stream.isRunning || stream == .killed ? max(lastMoment, store.lastTime) : store.lastTime)
    let context = ScreenContext(
      store: shown, outline: outline, state: state, stream: stream, options: options,
      glyphs: ScreenGlyphs(isASCII: options.isASCII), now: moment, name: options.name.isEmpty ? program : options.name,
      behind: behind, reading: reading, badLines: badLines, notice: notice, rate: rate)
    return layout.draw(context)
  }

  /// Brings the outline up to date and leaves the selected promise on the screen line where it was.
  private mutating func follow() {
    let line = state.row - state.top
    outline.update(from: shown)
    guard outline.count > 0 else {
      state.row = 0
      state.top = 0
      return
    }
    if state.isFollowing, followsNext, frozen == nil, let newest {
      followsNext = false
      state.selection = newest
      if let index = outline.nearestIndex(of: newest, in: shown) { return select(row: index) }
    }
    if let id = state.selection {
      // A reference row has the id of a promise drawn elsewhere: it stays selected while its row is the same.
      if state.row >= outline.count || outline[state.row].id != id,
        let index = outline.nearestIndex(of: id, in: shown)
      {
        state.row = index
        state.top = index - line
      }
    }
    select(row: state.row)
  }
}
