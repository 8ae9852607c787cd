// The loop that connects a source, a view, and a terminal: read, draw, wait. The only part of the screen that waits, and it waits in
// the terminal.
//
// Owns the pace: at most 60 frames per second, and none while nothing has changed. Neither prints nor ends the process.

import Canvas
import ChainModel
import PromiseTrace

/// Why a ``ScreenLoop`` ended.
public enum ScreenEnd: Sendable, Hashable {
  /// The user quit.
  case quit
  /// The user asked to run the scenario again.
  case runAgain
  /// The user asked to run the scenario again with these settings.
  case runWith(RunForm)
  /// Another log is to be shown, which its owner has opened.
  case openLog
  /// The terminal ended it.
  case terminal(TerminalEnd)
}

/// The clocks of a screen, and the state of the program that it observes; tests pass their own.
public struct ScreenClock {
  /// Monotonic nanoseconds, for the pace of frames.
  public var pace: () -> Int64
  /// The current time in nanoseconds since the log's start, up to which pending promises are measured.
  ///
  /// Nil measures up to the last event, as is right for complete logs and virtual clocks.
  public var log: (() -> Int64)?
  /// Returns the state of the program that writes the log; nil if the program is this one.
  ///
  /// Called at most twice per second.
  public var program: (() -> ProgramState)?
  /// Returns the path of the log of a newer run that replaces the shown one; nil if there is none.
  ///
  /// Called at most twice per second. Nil if the screen does not follow what a program writes.
  public var newRun: ((_ isOver: Bool) -> String?)?
  /// Returns what the program has printed since the last call; nil if only the log says what it prints.
  public var output: (() -> [ProgramLine])?
  /// Returns whether the screen ends by itself, because the program has, as it was asked to.
  public var isOver: (() -> Bool)?
  /// Returns whether the program still takes what is typed; nil if it never does.
  public var takesInput: (() -> Bool)?

  /// Creates clocks.
  ///
  /// - Parameters:
  ///   - pace: Monotonic nanoseconds, with any origin.
  ///   - log: The log's own clock, for a live program.
  ///   - program: What is known of the program that writes a log.
  ///   - newRun: The log of a newer run.
  public init(
    pace: @escaping () -> Int64, log: (() -> Int64)? = nil, program: (() -> ProgramState)? = nil,
    newRun: ((_ isOver: Bool) -> String?)? = nil
  ) {
    (self.pace, self.log, self.program, self.newRun) = (pace, log, program, newRun)
  }

  /// The system's clock for the pace.
  ///
  /// - Parameters:
  ///   - log: The log's own clock, for a live program.
  ///   - program: What is known of the program that writes a log.
  ///   - newRun: The log of a newer run.
  /// - Returns: The clocks.
  public static func system(
    log: (() -> Int64)? = nil, program: (() -> ProgramState)? = nil, newRun: ((_ isOver: Bool) -> String?)? = nil
  ) -> ScreenClock {
    let start = ContinuousClock.now
    return ScreenClock(
      pace: {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
      }, log: log, program: program, newRun: newRun)
  }
}

/// Shows a source on a terminal until the user quits.
public struct ScreenLoop {
  /// The time between two frames, in nanoseconds.
  static let frame: Int64 = 16_666_667
  /// The maximum number of events to read before checking the keyboard.
  static let batch = 4096

  private let terminal: any Terminal
  private let source: any EventSource
  private let clock: ScreenClock
  private let progress: () -> Double?
  private var view: Screen
  private var events: [Event] = []
  private var isEnded = false
  private var hasMore = false
  private var size: Size
  private var lastFrame: Int64?
  private var drawCost: Int64 = 0
  private var quietSince: Int64 = 0
  private var lastAsked: Int64 = -500_000_000
  private var lastChecked: Int64 = 0
  /// The time between two checks for a new run, in nanoseconds.
  private static let checkInterval: Int64 = 500_000_000
  /// The path of the new run that a person knows about.
  private var announced: String?
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
  ///   - progress: Returns the fraction of the log that has been read, from 0 to 1; nil if unknown. Shown until the end is reached.
  ///   - outside: Performs what the screen can't do itself: copying, opening an editor, saving. Returns a sentence to show.
  public init(
    terminal: any Terminal, source: any EventSource, archive: (any EventArchive)? = nil, options: ScreenOptions,
    clock: ScreenClock, progress: @escaping () -> Double? = { nil },
    outside: @escaping (ScreenRequest) -> String? = { _ in nil }
  ) {
    self.terminal = terminal
    self.source = source
    self.clock = clock
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
        isChanged = false
      }
      var event = terminal.next(timeout: wait(isChanged: isChanged))
      // Handles all pending keys before the next frame, so that a held key does not draw a frame per repetition.
      for _ in 0..<256 {
        switch event {
        case .key(let key):
          isChanged = true
          if let end = handle(view.update(key, now: logTime)) { return end }
        case .resized(let size):
          self.size = size
          lastFrame = nil
          isChanged = true
        case .ended(let end): return .terminal(end)
        case .paste(let text):
          isChanged = true
          if let end = handle(view.paste(text)) { return end }
        case .mouse(let mouse):
          isChanged = true
          if let end = handle(view.update(mouse, now: logTime)) { return end }
        case .woken: break
        case .timedOut: break
        }
        if event == .timedOut { break }
        event = terminal.next(timeout: .zero)
      }
      if let end = checkForNewRun(&isChanged) { return end }
      play()
      if isMoving, sinceFrame >= movingFrame { isChanged = true }
    }
  }

  /// Performs an effect that the view requested.
  ///
  /// - Returns: The reason to end the loop; nil to continue.
  private mutating func handle(_ effect: ScreenEffect) -> ScreenEnd? {
    switch effect {
    case .none: return nil
    case .quit:
      guard let sentence = outside(ScreenRequest(effect: effect, screen: view)) else { return .quit }
      view.show(notice: sentence)
      lastFrame = nil
    case .runAgain: return .runAgain
    case .runWith(let form): return .runWith(form)
    case .redraw: lastFrame = nil
    case .openLog:
      guard let sentence = outside(ScreenRequest(effect: effect, screen: view)) else { return .openLog }
      view.show(notice: sentence)
      lastFrame = nil
    case .type: _ = outside(ScreenRequest(effect: effect, screen: view))
    case .copy, .copyRow, .openEditor, .save, .cancelRun:
      view.show(notice: outside(ScreenRequest(effect: effect, screen: view)))
      lastFrame = nil
    }
    return nil
  }

  /// Moves the playhead while it is playing.
  private mutating func play() {
    let now = clock.pace()
    view.advance(by: lastPlayed.map { now - $0 } ?? 0)
    lastPlayed = view.state.isPlaying ? now : nil
  }

  /// Whether the picture changes as time passes, without events or keys.
  private var isMoving: Bool { view.state.isPlaying || view.isSearching || view.isMoving && clock.log != nil }

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
        view.end(because: view.words.readingStopped("\(error)"))
        isEnded = true
        hasMore = false
        return true
      }
      if !events.isEmpty {
        view.apply(events)
        isChanged = true
        quietSince = clock.pace()
      }
      if view.badLines != source.problemCount {
        view.badLines = source.problemCount
        isChanged = true
      }
      if view.program != source.header.program {
        view.program = source.header.program
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

  /// Checks twice per second whether the program still runs, because the log of a killed program ends without an `ended` event.
  private mutating func askForProgram() -> Bool {
    guard let program = clock.program, clock.pace() - lastAsked >= 500_000_000 else { return false }
    lastAsked = clock.pace()
    return view.update(program: program(), isQuiet: clock.pace() - quietSince >= 1_000_000_000)
  }

  /// Checks twice per second whether the program runs again, or another one has begun.
  ///
  /// A view that is paused stays, and says so once.
  private mutating func checkForNewRun(_ isChanged: inout Bool) -> ScreenEnd? {
    guard let newRun = clock.newRun, clock.pace() - lastChecked >= Self.checkInterval else { return nil }
    lastChecked = clock.pace()
    isChanged = view.countLogs() || isChanged
    guard view.lesson == nil, let path = newRun(!view.stream.isRunning) else { return nil }
    guard view.isAtPresent else {
      if announced != path { view.show(notice: view.words.newRun) }
      (announced, isChanged) = (path, true)
      return nil
    }
    isChanged = true
    return handle(.openLog(path: path))
  }

  private mutating func present() {
    let start = clock.pace()
    terminal.present(view.frame(size, now: logTime))
    lastFrame = clock.pace()
    drawCost = clock.pace() - start
  }

  private var logTime: Int64 { clock.log?() ?? view.endTime }
  private var sinceFrame: Int64 { lastFrame.map { clock.pace() - $0 } ?? .max }

  /// The least time between two frames, in nanoseconds.
  ///
  /// Drawing gets at most a third of the time, so keys are handled promptly even while the outline of a million promises grows.
  private var frameInterval: Int64 { max(Self.frame, 3 * min(drawCost, 100_000_000)) }
  private var isFrameDue: Bool { sinceFrame >= frameInterval }

  /// The time between two frames in which only the durations of pending promises change, in nanoseconds.
  private var movingFrame: Int64 { view.state.isPlaying || view.isSearching ? Self.frame * 2 : 100_000_000 }

  /// How long to wait for input: until the next frame is due, until the source should be read again, or indefinitely (nil).
  private func wait(isChanged: Bool) -> Duration? {
    if hasMore { return .zero }
    // An expensive frame may be late, but a live source must still be read, or its rings would be overwritten.
    if isChanged { return isEnded ? untilFrame : min(untilFrame, .nanoseconds(Self.frame)) }
    if view.state.isPlaying { return .nanoseconds(Self.frame) }
    if isEnded {
      return isMoving
        ? .nanoseconds(movingFrame) : clock.newRun == nil ? nil : .nanoseconds(Self.checkInterval)
    }
    // More events are likely shortly after the last ones; after half a second of silence, 20 reads per second are enough.
    return .nanoseconds(clock.pace() - quietSince < 500_000_000 ? Self.frame : 3 * Self.frame)
  }

  private var untilFrame: Duration { .nanoseconds(max(0, frameInterval - sinceFrame)) }
}
