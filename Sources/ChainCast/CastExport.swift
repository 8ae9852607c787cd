// Records the screen while it plays a log, as a file that terminal players such as asciinema show. Owns the pace: which moments of the run
// become frames, and when they are shown. `CastWriter` writes the frames; ChainScreen draws them.
//
// The pace is derived from the log and the options, never from a clock, so the same log always gives the same bytes. How fast to play is known only at the
// end, so all events are kept until then, packed to about 9 bytes each.

import Canvas
import ChainExport
import ChainModel
import ChainScreen
import PlainText
import PromiseLog
import PromiseTrace

extension ExportFormat {
  /// The screen, playing the log, as asciicast v2.
  public static let cast = ExportFormat("cast", "the screen playing the log, for asciinema players") {
    CastExport(options: $0)
  }
}

extension ExportOptions {
  /// Recordings: the size, the pace, and the look.
  public var cast: CastOptions {
    get { self[CastOptions.self] }
    set { self[CastOptions.self] = newValue }
  }
}

struct CastExport: EventExport {
  /// The maximum size of the events in memory, in bytes: about 100 million events.
  private static let tapeLimit = 1 << 30
  /// The time between two frames of the recording, in milliseconds.
  private static let frame: Int64 = 100
  /// With *n* times as many promises, only every *n*th frame is drawn.
  private static let promisesPerStep = 10_000
  /// The largest *n*: a large run still has a frame per second.
  private static let longestStep = 10
  /// The time that each key after the end stays on the screen, in milliseconds.
  private static let keyPause: Int64 = 1_000

  private let options: ExportOptions
  private let cast: CastOptions
  private var header = LogHeader()
  private var texts: TextTable?
  private var tape: EventTape?

  init(options: ExportOptions) { (self.options, cast) = (options, options.cast) }

  mutating func begin(_ log: ExportedLog, into output: inout ExportOutput) {
    (header, texts) = (log.header, log.texts)
    tape = EventTape(texts: log.texts, limit: Self.tapeLimit)
  }

  mutating func write(_ events: [Event], into output: inout ExportOutput) {
    for event in events { tape?.append(event) }
  }

  mutating func end(_ end: ExportEnd, into output: inout ExportOutput) throws {
    guard let texts, let tape else { return }
    var screen = ScreenOptions(isASCII: options.isASCII, promiseLimit: options.limit)
    screen.language = options.language ?? .english
    var view = Screen(screen, texts: texts)
    view.program = header.program
    var writer = CastWriter(cast.size, cast.theme)
    try writer.begin(title: header.program, into: &output)
    try play(TapeReader(tape, texts), speed: speed(of: end.time), on: &view, &writer, &output)
    view.badLines = end.problemCount
    output.evicted = view.store.counts.evicted
    view.end(because: end.ending.isEmpty ? nil : end.ending, program: cast.program(header))
    try writer.show(view.wholeFrame(cast.size, now: view.store.lastTime), into: &output)
    try press(on: &view, &writer, &output)
    writer.pass(milliseconds: 2 * Self.keyPause)
    try writer.end(into: &output)
  }

  private func speed(of duration: Int64) -> Double {
    let seconds = Double(duration) / 1e9
    return cast.speed ?? (seconds <= 0 ? 1 : max(seconds / 60, min(1, seconds / 5)))
  }

  // MARK: Playing

  private func play(
    _ tape: TapeReader, speed: Double, on view: inout Screen, _ writer: inout CastWriter,
    _ output: inout ExportOutput
  ) throws {
    let step = Double(Self.frame) * 1e6 * speed
    let mostIdle = Int64(cast.idleLimit * 1e3) / Self.frame
    var events = tape
    var now = 0.0
    // The frames since something happened.
    var idle: Int64 = 0
    // The frames since one was drawn, this one included. The time to draw a frame may grow with the promises, and a longer run has more frames:
    // with all of them drawn, ten times the races took 40 times as long.
    var undrawn = 0
    try writer.show(view.frame(cast.size, now: 0), into: &output)
    while let next = events.nextTime {
      if Double(next) > now + step {
        idle += 1
        now = idle >= mostIdle ? Double(next) : now + step
      } else {
        now += step
      }
      let happened = events.take(until: now)
      if !happened.isEmpty {
        idle = 0
        view.apply(happened)
      }
      writer.pass(milliseconds: Self.frame)
      undrawn += 1
      guard undrawn >= min(view.store.count / Self.promisesPerStep, Self.longestStep) else { continue }
      undrawn = 0
      try writer.show(view.frame(cast.size, now: Int64(min(now, 9e18))), into: &output)
    }
  }

  private func press(
    on view: inout Screen, _ writer: inout CastWriter, _ output: inout ExportOutput
  ) throws {
    for key in cast.keys.keys {
      writer.pass(milliseconds: Self.keyPause)
      let effect = view.update(key, now: view.store.lastTime)
      try writer.show(view.wholeFrame(cast.size, now: view.store.lastTime), into: &output)
      if case .quit = effect { return }
    }
  }
}

/// The events of a tape, in order.
private struct TapeReader {
  private var pump: EventPump
  private var events: [Event]
  private var index = 0

  init(_ tape: EventTape, _ texts: TextTable) {
    // The first events of a very long run no longer fit into memory.
    pump = EventPump(ArchiveSource(tape, texts, reportsEvicted: true))
    events = pump.next() ?? []
  }

  /// The time of the next event; nil at the end.
  var nextTime: Int64? { index < events.count ? events[index].time : nil }

  /// Returns the next events up to a time.
  mutating func take(until time: Double) -> [Event] {
    var taken: [Event] = []
    while index < events.count, Double(events[index].time) <= time {
      taken.append(events[index])
      index += 1
      if index == events.count { (events, index) = (pump.next() ?? [], 0) }
    }
    return taken
  }
}
