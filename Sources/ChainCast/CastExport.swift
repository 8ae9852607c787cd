// Records the screen while it plays a log, as a file that terminal players such as asciinema show. Owns the pace: which moments of the run
// become frames, and when they are shown. `CastWriter` writes the frames; ChainScreen draws them.
//
// The pace is derived from the log and the options, never from a clock, so the same log always gives the same bytes. How fast to play is known only at the
// end, so all events are kept until then, packed to about 9 bytes each.

import Canvas
import ChainExport
import ChainModel
import ChainScreen
import PromiseTrace

extension ExportFormat {
  /// The screen, playing the log, as asciicast v2.
  ///
  /// - Parameter cast: The size, the pace, and the look.
  /// - Returns: The format.
  public static func cast(_ cast: CastOptions) -> ExportFormat {
    ExportFormat("cast", "the screen playing the log, for asciinema players") { options in
      var cast = cast
      cast.isASCII = cast.isASCII || options.isASCII
      if let language = options.language { cast.language = language }
      return CastExport(cast, promiseLimit: options.limit)
    }
  }
}

/// Writes a recording.
struct CastExport: EventExport {
  /// The maximum size of the events in memory, in bytes: about 100 million events.
  private static let tapeLimit = 1 << 30
  /// The time between two frames of the recording, in milliseconds.
  private static let frame: Int64 = 100
  /// The time that each key after the end stays on the screen, in milliseconds.
  private static let keyPause: Int64 = 1_000

  private let options: CastOptions
  private let promiseLimit: Int
  private var header = LogHeader()
  private var texts: TextTable?
  private var tape: EventTape?

  init(_ options: CastOptions, promiseLimit: Int) { (self.options, self.promiseLimit) = (options, promiseLimit) }

  mutating func begin(_ log: ExportedLog, into output: inout ExportOutput) {
    (header, texts) = (log.header, log.texts)
    tape = EventTape(texts: log.texts, limit: Self.tapeLimit)
  }

  mutating func write(_ events: [Event], into output: inout ExportOutput) {
    for event in events { tape?.append(event) }
  }

  mutating func end(_ end: ExportEnd, into output: inout ExportOutput) throws {
    guard let texts, let tape else { return }
    var screen = ScreenOptions(isASCII: options.isASCII, promiseLimit: promiseLimit)
    screen.language = options.language
    var view = Screen(screen, texts: texts)
    view.program = header.program
    var writer = CastWriter(options.size, options.theme)
    try writer.begin(title: header.program, into: &output)
    try play(tape, speed: speed(of: end.time), on: &view, &writer, &output)
    view.badLines = end.problemCount
    output.evicted = view.store.counts.evicted
    view.end(because: end.ending.isEmpty ? nil : end.ending, program: options.program(header))
    try writer.show(view.frame(options.size, now: view.store.lastTime), into: &output)
    try press(on: &view, &writer, &output)
    writer.pass(milliseconds: 2 * Self.keyPause)
    try writer.end(into: &output)
  }

  private func speed(of duration: Int64) -> Double {
    let seconds = Double(duration) / 1e9
    return options.speed ?? (seconds <= 0 ? 1 : max(seconds / 60, min(1, seconds / 5)))
  }

  // MARK: Playing

  private func play(
    _ tape: EventTape, speed: Double, on view: inout Screen, _ writer: inout CastWriter,
    _ output: inout ExportOutput
  ) throws {
    let step = Double(Self.frame) * 1e6 * speed
    let mostIdle = Int64(options.idleLimit * 1e3) / Self.frame
    var events = TapeReader(tape)
    var now = 0.0
    // The frames since something happened.
    var idle: Int64 = 0
    try writer.show(view.frame(options.size, now: 0), into: &output)
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
      try writer.show(view.frame(options.size, now: Int64(min(now, 9e18))), into: &output)
    }
  }

  private func press(
    on view: inout Screen, _ writer: inout CastWriter, _ output: inout ExportOutput
  ) throws {
    for key in options.keys.keys {
      writer.pass(milliseconds: Self.keyPause)
      let effect = view.update(key, now: view.store.lastTime)
      try writer.show(view.frame(options.size, now: view.store.lastTime), into: &output)
      if case .quit = effect { return }
    }
  }
}

/// The events of a tape, in order.
private struct TapeReader {
  private let tape: EventTape
  private var position: UInt64
  private var events: [Event] = []
  private var index = 0

  init(_ tape: EventTape) {
    self.tape = tape
    position = tape.positions.lowerBound
    if position > 0 {
      // They no longer fit into memory.
      var lost = Event(.lost)
      lost.count = position
      events.append(lost)
    }
    fill()
  }

  /// The time of the next event; nil at the end.
  var nextTime: Int64? { index < events.count ? events[index].time : nil }

  /// Returns the next events up to a time.
  mutating func take(until time: Double) -> [Event] {
    var taken: [Event] = []
    while index < events.count, Double(events[index].time) <= time {
      taken.append(events[index])
      index += 1
      fill()
    }
    return taken
  }

  private mutating func fill() {
    guard index >= events.count, position < tape.positions.upperBound else { return }
    events.removeAll(keepingCapacity: true)
    index = 0
    tape.read(from: position, into: &events, limit: 4_096)
    position += UInt64(events.count)
  }
}
