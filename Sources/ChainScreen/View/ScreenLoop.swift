// The loop that joins a source, a view and a terminal: drain, draw, wait. The only part of the screen that waits, and it
// waits in the terminal.
//
// Owns the pace: at most 60 frames a second, none while nothing changed. Refuses to end the process and to print.

import Canvas
import ChainModel
import PromiseTrace

/// Why a ``ScreenLoop`` ended.
public enum ScreenEnd: Sendable, Hashable {
  /// The person left.
  case quit
  /// The person wants the scenario run again.
  case runAgain
  /// The terminal ended it.
  case terminal(TerminalEnd)
}

/// The two clocks a screen needs; tests give their own.
public struct ScreenClock {
  /// Monotonic nanoseconds, for the pace of frames.
  public var pace: () -> Int64
  /// Nanoseconds since the log's start, up to which what is pending is measured; nil measures to the last event, which
  /// is right for files and virtual clocks.
  public var log: (() -> Int64)?
  /// What is known of the program that writes a log; nil where the program is this one.
  ///
  /// Called twice a second at most.
  public var program: (() -> ProgramState)?

  /// Creates clocks.
  ///
  /// - Parameters:
  ///   - pace: Monotonic nanoseconds, from anywhere.
  ///   - log: The log's own clock, for a live program.
  ///   - program: What is known of the program that writes a log.
  public init(pace: @escaping () -> Int64, log: (() -> Int64)? = nil, program: (() -> ProgramState)? = nil) {
    self.pace = pace
    self.log = log
    self.program = program
  }

  /// The system's clock for the pace.
  ///
  /// - Parameters:
  ///   - log: The log's own clock, for a live program.
  ///   - program: What is known of the program that writes a log.
  /// - Returns: The clocks.
  public static func system(log: (() -> Int64)? = nil, program: (() -> ProgramState)? = nil) -> ScreenClock {
    let start = ContinuousClock.now
    return ScreenClock(
      pace: {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
      }, log: log, program: program)
  }
}

/// Shows a source on a terminal until the user quits.
public struct ScreenLoop {
  /// Nanoseconds between two frames.
  static let frame: Int64 = 16_666_667
  /// Events taken between two looks at the keyboard.
  static let batch = 4096

  private let terminal: any Terminal
  private let source: any EventSource
  private let clock: ScreenClock
  private let progress: () -> Double?
  private var view: ChainView
  private var events: [Event] = []
  private var isEnded = false
  private var hasMore = false
  private var size: Size
  private var lastFrame: Int64?
  private var drawCost: Int64 = 0
  private var quietSince: Int64 = 0
  private var lastAsked: Int64 = -500_000_000
  private var lastPlayed: Int64?
  private let outside: (ScreenRequest) -> String?

  /// Creates a loop.
  ///
  /// - Parameters:
  ///   - terminal: Where to draw; the calling thread owns it.
  ///   - source: What to show; the calling thread reads it.
  ///   - archive: The source's events, if they can be read again; nil keeps them in memory.
  ///   - options: See ``ScreenOptions``; a terminal that shows only ASCII makes it ASCII.
  ///   - clock: The clocks.
  ///   - progress: How much of a log was read, from 0 to 1; nil if unknown. Shown until the end is reached.
  ///   - outside: Does what the screen can't do itself: copies, opens an editor, saves. Returns a sentence to show.
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
    var options = options
    options.isASCII = options.isASCII || !terminal.showsUnicode
    view = ChainView(options, texts: source.texts, archive: archive)
    size = terminal.size
  }

  /// The number of events reported as missing so far.
  public var lost: UInt64 { view.lost }

  /// Runs until the user quits; blocks the calling thread.
  ///
  /// - Returns: Why it ended.
  /// - Throws: What the source throws before it gave any event; later it becomes a notice, for what was read stays.
  public mutating func run() throws -> ScreenEnd {
    var isChanged = true
    while true {
      isChanged = try drain() || isChanged
      if isChanged, isFrameDue {
        present()
        isChanged = false
      }
      var event = terminal.next(timeout: wait(isChanged: isChanged))
      // Keys that came together are taken together: a held key must not draw a frame each.
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
          view.paste(text)
          isChanged = true
        case .mouse(let mouse):
          isChanged = true
          if let end = handle(view.update(mouse, now: logTime)) { return end }
        case .woken: break
        case .timedOut: break
        }
        if event == .timedOut { break }
        event = terminal.next(timeout: .zero)
      }
      play()
      if isMoving, sinceFrame >= movingFrame { isChanged = true }
    }
  }

  /// Does what the view asks for.
  ///
  /// - Returns: Why the loop ends, if it does.
  private mutating func handle(_ effect: ScreenEffect) -> ScreenEnd? {
    switch effect {
    case .none: return nil
    case .quit: return .quit
    case .runAgain: return .runAgain
    case .redraw: lastFrame = nil
    case .copy, .openEditor, .save:
      view.say(outside(ScreenRequest(effect: effect, archive: view.archive, texts: view.store.texts)))
      lastFrame = nil
    }
    return nil
  }

  /// Moves a playhead that plays.
  private mutating func play() {
    let now = clock.pace()
    view.advance(by: lastPlayed.map { now - $0 } ?? 0)
    lastPlayed = view.state.isPlaying ? now : nil
  }

  /// Whether the picture changes with time alone.
  private var isMoving: Bool { view.state.isPlaying || view.isMoving && clock.log != nil }

  /// Takes what the source has, for at most half a frame's time; whether there was anything.
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
        guard view.playhead.count > 0 else { throw error }
        view.reading = nil
        view.end(because: "reading stopped: \(error)")
        isEnded = true
        hasMore = false
        return true
      }
      if !events.isEmpty {
        view.apply(events)
        isChanged = true
        quietSince = clock.pace()
      }
      if view.badLines != source.diagnostics.count {
        view.badLines = source.diagnostics.count
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

  /// A program that is killed leaves a log that ends without a word: whether it still runs is asked twice a second.
  private mutating func askForProgram() -> Bool {
    guard let program = clock.program, clock.pace() - lastAsked >= 500_000_000 else { return false }
    lastAsked = clock.pace()
    return view.hear(of: program(), isQuiet: clock.pace() - quietSince >= 1_000_000_000)
  }

  private mutating func present() {
    let start = clock.pace()
    terminal.present(view.draw(size, now: logTime))
    lastFrame = clock.pace()
    drawCost = clock.pace() - start
  }

  private var logTime: Int64 { clock.log?() ?? view.endTime }
  private var sinceFrame: Int64 { lastFrame.map { clock.pace() - $0 } ?? .max }

  /// A frame that is costly to draw (the outline of a million promises that still grow) gets no more than a third of the
  /// time; keys wait for it no longer than that.
  private var frameInterval: Int64 { max(Self.frame, 3 * min(drawCost, 100_000_000)) }
  private var isFrameDue: Bool { sinceFrame >= frameInterval }

  /// How often the times of what is pending move on.
  private var movingFrame: Int64 { view.state.isPlaying ? Self.frame * 2 : 100_000_000 }

  /// How long the terminal may keep us: until the next frame is due, until the source is worth another look, or for ever.
  private func wait(isChanged: Bool) -> Duration? {
    if hasMore { return .zero }
    // A picture that is costly to draw may be late, but a live ring is not left to run over meanwhile.
    if isChanged { return isEnded ? untilFrame : min(untilFrame, .nanoseconds(Self.frame)) }
    if view.state.isPlaying { return .nanoseconds(Self.frame) }
    if isEnded { return isMoving ? .nanoseconds(movingFrame) : nil }
    // Just after something happened more is likely; a program that rests is asked twenty times a second.
    return .nanoseconds(clock.pace() - quietSince < 500_000_000 ? Self.frame : 3 * Self.frame)
  }

  private var untilFrame: Duration { .nanoseconds(max(0, frameInterval - sinceFrame)) }
}
