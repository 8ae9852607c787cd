// The loop that connects a source, a view, and a terminal: read, draw, wait. The only part of the screen that waits, and it waits in the
// terminal.
//
// The pace: at most 60 frames per second, and none while nothing has changed. Neither prints nor ends the process.

import Canvas
import ChainModel
import PromiseLog
import PromiseTrace

/// Shows a source on a terminal until the user quits.
public struct ScreenLoop {
  /// The time between two frames, in nanoseconds.
  static let frame: Int64 = 16_666_667
  /// The time between two frames of a paused view that differ only in their counts, in nanoseconds.
  private static let restingFrame: Int64 = 100_000_000
  /// The maximum number of events to read before checking the keyboard.
  static let batch = 4096

  private let terminal: any Terminal
  private let source: any EventSource
  let clock: ScreenClock
  private let progress: () -> Double?
  /// The screen of the run that the source has.
  public internal(set) var view: Screen
  let before: FormerRuns
  /// The screen of a former run, which covers it; nil for none.
  var former: Screen?
  private var events: [Event] = []
  private var isEnded = false
  private var hasMore = false
  private var size: Size
  var lastFrame: Int64?
  /// Whether a person did something since the last frame.
  private var isUrgent = true
  private var drawCost: Int64 = 0
  var quietSince: Int64 = 0
  /// When the last event arrived, other than reports that the program still runs.
  private var stillSince: Int64 = 0
  var lastAsked: Int64 = -500_000_000
  var lastChecked: Int64 = 0
  /// The time between two checks for a new run, in nanoseconds.
  static let checkInterval: Int64 = 500_000_000
  /// The news that a person knows about.
  var announced: LogNews?
  private var lastPlayed: Int64?
  private let outside: (ScreenRequest) -> String?

  /// Creates a loop.
  ///
  /// - Parameters:
  ///   - terminal: The terminal to draw on; the calling thread owns it.
  ///   - source: The events to show; the calling thread reads them.
  ///   - archive: The source's events, if they can be read again; nil keeps them in memory.
  ///   - options: See ``ScreenOptions``; on a terminal that shows only ASCII, the screen is ASCII.
  ///   - clock: The clocks.
  ///   - before: The runs before, of which the options know, too.
  ///   - progress: Returns the fraction of the log that has been read, from 0 to 1; nil if unknown. Shown until the end is reached.
  ///   - outside: Performs what the screen can't do itself: copying, opening an editor, saving. Returns a sentence to show.
  public init(
    terminal: any Terminal, source: any EventSource, archive: (any EventArchive)? = nil, options: ScreenOptions,
    clock: ScreenClock, before: FormerRuns = FormerRuns(), progress: @escaping () -> Double? = { nil },
    outside: @escaping (ScreenRequest) -> String? = { _ in nil }
  ) {
    self.terminal = terminal
    self.source = source
    self.clock = clock
    self.before = before
    self.progress = progress
    self.outside = outside
    view = Screen(options.suited(to: terminal), texts: source.texts, archive: archive)
    view.searchInSteps()
    size = terminal.size
  }

  /// The number of events reported as missing so far.
  public var lost: UInt64 { view.lost }
  /// Whether keys go to the program.
  public var isTyping: Bool { view.state.prompt?.purpose == .input }

  /// Whether the program's output is the first pane, and a person has pressed a key since.
  public var showsOutput: Bool {
    !view.isUntouched && view.state.page == nil && view.state.showsPanes && view.state.panes.first == .output
  }

  /// The screen that a person sees.
  var front: Screen {
    get { former ?? view }
    _modify {
      guard var screen = former else {
        yield &view
        return
      }
      former = nil
      defer { former = screen }
      yield &screen
    }
  }
  /// The moment that the screen in front shows.
  private var frontTime: Int64 { former?.endTime ?? logTime }

  /// Runs until the user quits; blocks the calling thread.
  ///
  /// - Returns: The reason why it ended.
  /// - Throws: An error of the source before its first event. A later error becomes a notice, and the events that were read stay visible.
  public mutating func run() throws -> ScreenEnd {
    var isChanged = true
    while true {
      isChanged = try drain() || isChanged
      for line in clock.output?() ?? [] {
        view.add(line)
        isChanged = true
      }
      if clock.isOver?() ?? false { return .quit }
      if isTyping, !(clock.takesInput?() ?? true) {
        view.stopTyping()
        isChanged = true
      }
      if isChanged, isFrameDue {
        present()
        (isChanged, isUrgent) = (false, false)
      }
      var event = terminal.next(timeout: wait(isChanged: isChanged))
      // Handles all pending keys before the next frame, so that a held key does not draw a frame per repetition.
      for _ in 0..<256 {
        if ![.woken, .timedOut].contains(event) { isUrgent = true }
        switch event {
        case .key(let key):
          isChanged = true
          if let end = handle(front.update(key, now: frontTime)) { return end }
        case .resized(let size):
          self.size = size
          lastFrame = nil
          isChanged = true
        case .ended(let end): return .terminal(end)
        case .paste(let text):
          isChanged = true
          if let end = handle(front.paste(text)) { return end }
        case .mouse(let mouse):
          isChanged = true
          if let end = handle(front.update(mouse, now: frontTime)) { return end }
        case .woken: break
        case .timedOut: break
        }
        if event == .timedOut { break }
        event = terminal.next(timeout: .zero)
      }
      if let end = checkForNewRun(&isChanged) { return end }
      if clock.isDue?() ?? false {
        isChanged = true
        if let end = handle(.runAgain) { return end }
      }
      play()
      // Between two frames, a seek, a search, and the drawing of a large tree continue until a key is pressed.
      if front.continueWork() { isChanged = true }
      if isMoving, sinceFrame >= movingFrame { isChanged = true }
    }
  }

  /// Performs an effect that the view requested.
  ///
  /// - Returns: The reason to end the loop; nil to continue.
  mutating func handle(_ effect: ScreenEffect) -> ScreenEnd? {
    let end: ScreenEnd
    switch effect {
    case .none: return nil
    case .runWith(let form): return .runWith(form)
    case .nextLesson: return .nextLesson
    case .exercise: return .exercise
    case .redraw:
      lastFrame = nil
      return nil
    case .showFormerRun:
      showFormerRun()
      return nil
    case .type, .copy, .copyRow, .openEditor, .save, .cancelRun, .hint:
      front.show(notice: outside(ScreenRequest(effect: effect, screen: front)))
      lastFrame = nil
      return nil
    case .quit, .nextExercise: end = .quit
    case .runAgain: end = .runAgain
    case .openLog: end = .openLog
    case .nextRun(let news): end = .nextRun(news)
    }
    guard let sentence = outside(ScreenRequest(effect: effect, screen: front)) else { return end }
    front.show(notice: sentence)
    lastFrame = nil
    return nil
  }

  /// Moves the playhead while it is playing.
  private mutating func play() {
    let now = clock.pace()
    front.advance(by: lastPlayed.map { now - $0 } ?? 0)
    lastPlayed = front.state.isPlaying ? now : nil
  }

  /// Whether the picture changes as time passes, without events or keys.
  private var isMoving: Bool { front.state.isPlaying || front.isSearching || front.isMoving && clock.log != nil }

  /// Reads available events for at most half the time of a frame; returns whether anything changed.
  private mutating func drain() throws -> Bool {
    guard !isEnded else { return false }
    let start = clock.pace()
    var isChanged = false
    while true {
      events.removeAll(keepingCapacity: true)
      let status: SourceStatus
      do {
        status = try source.read(into: &events, limit: Self.batch)
      } catch {
        guard view.hasEvents else { throw error }
        view.reading = nil
        view.end(because: view.language.readingStopped("\(error)"))
        isEnded = true
        hasMore = false
        return true
      }
      if !events.isEmpty {
        view.apply(events)
        isChanged = true
        quietSince = clock.pace()
        if events.contains(where: { $0.kind != .alive }) { stillSince = quietSince }
      }
      if view.badLines != source.problemCount {
        view.badLines = source.problemCount
        isChanged = true
      }
      if view.program != source.header.program {
        view.program = source.header.program
        view.startOfRun = clock.startOfRun?()
        isChanged = true
      }
      let reading = status == .more ? progress() : nil
      if view.reading != reading {
        view.reading = reading
        isChanged = true
      }
      if status == .ended {
        isEnded = true
        hasMore = false
        view.end(program: clock.program?())
        return true
      }
      hasMore = status == .more
      if status == .idle { isChanged = askForProgram() || isChanged }
      if !hasMore || clock.pace() - start > Self.frame / 2 { return isChanged }
    }
  }

  private mutating func present() {
    let start = clock.pace()
    terminal.present(front.frame(size, now: frontTime))
    lastFrame = clock.pace()
    drawCost = clock.pace() - start
  }

  private var logTime: Int64 { clock.log?() ?? view.endTime }
  private var sinceFrame: Int64 { lastFrame.map { clock.pace() - $0 } ?? .max }

  /// The least time between two frames, in nanoseconds.
  ///
  /// Drawing gets at most a third of the time, so keys are handled promptly even while the outline of a million promises grows.
  private var frameInterval: Int64 {
    // Behind a paused view, only the counts of the header change.
    let isResting = front.state.isPaused && !isUrgent && !front.isMatching && !front.history.isBusy
    return max(isResting ? Self.restingFrame : Self.frame, 3 * min(drawCost, 100_000_000))
  }
  private var isFrameDue: Bool { sinceFrame >= frameInterval }

  /// The time between two frames in which only the durations of pending promises change, in nanoseconds.
  private var movingFrame: Int64 {
    if front.state.isPlaying || front.isSearching { return Self.frame * 2 }
    // Tenths of a second matter while something happens; durations of more than a minute show none.
    switch clock.pace() - stillSince {
    case ..<10_000_000_000: return 100_000_000
    case ..<60_000_000_000: return 500_000_000
    default: return 1_000_000_000
    }
  }

  /// How long to wait for input: until the next frame is due, until the source should be read again, or indefinitely (nil).
  private func wait(isChanged: Bool) -> Duration? {
    if hasMore || front.hasWork && !front.history.playback.isSeparating { return .zero }
    // An expensive frame may be late, but a live source must still be read, or its rings would be overwritten.
    if isChanged { return isEnded ? untilFrame : min(untilFrame, .nanoseconds(Self.frame)) }
    if front.state.isPlaying { return .nanoseconds(Self.frame) }
    if isEnded {
      return isMoving
        ? .nanoseconds(movingFrame)
        : clock.newRun == nil ? nil : .nanoseconds(clock.isReplaced == nil ? Self.checkInterval : 3 * Self.frame)
    }
    // More events are likely shortly after the last ones; after half a second of silence, 20 reads per second are enough.
    return .nanoseconds(clock.pace() - stillSince < 500_000_000 ? Self.frame : 3 * Self.frame)
  }

  private var untilFrame: Duration { .nanoseconds(max(0, frameInterval - sinceFrame)) }
}
