// A run of the loop whose terminal, source, and clock are scripted: no time passes.

/// A clock that only the terminal's waiting moves.
final class ScriptedClock {
  var now: Int64 = 0
}

/// Plays events, one for each wait that has room for it, and counts what it is shown.
final class ScriptedTerminal: Terminal {
  var size = Size(columns: 80, rows: 24)
  var showsUnicode = true
  let clock: ScriptedClock
  /// When each event arrives, in milliseconds.
  var arrivals: [(at: Int64, event: TerminalEvent)]
  private(set) var shown: [(at: Int64, grid: Grid)] = []
  private(set) var waits = 0
  var last: [String] {
    (shown.last?.grid.text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  init(_ clock: ScriptedClock, _ arrivals: [(Int64, TerminalEvent)]) {
    self.clock = clock
    self.arrivals = arrivals.map { (at: $0.0, event: $0.1) }
  }

  func present(_ grid: Grid) { shown.append((clock.now / 1_000_000, grid)) }

  func next(timeout: Duration?) -> TerminalEvent {
    waits += 1
    let end = timeout.map { clock.now + Int64($0 / .nanoseconds(1)) }
    guard let next = arrivals.first else {
      guard let end else { return .ended(.hungUp) }
      clock.now = max(clock.now, end)
      return .timedOut
    }
    let arrival = next.at * 1_000_000
    if let end, arrival > end {
      clock.now = max(clock.now, end)
      return .timedOut
    }
    clock.now = max(clock.now, arrival)
    arrivals.removeFirst()
    if case .resized(let size) = next.event { self.size = size }
    return next.event
  }
}

struct BrokenSource: Error {}

final class ScriptedSource: EventSource {
  var header = LogHeader()
  let texts: TextTable
  var diagnostics: [LogDiagnostic] = []
  private let clock: ScriptedClock
  private var events: ArraySlice<Event>
  private let atEnd: SourceStatus?
  private let readCost: Int64

  /// Gives each event at its time; at the end `atEnd`, or an error where that is nil.
  init(_ script: EventScript, _ clock: ScriptedClock, atEnd: SourceStatus?, readCost: Int64 = 0) {
    self.readCost = readCost
    texts = script.texts
    events = script.events[...]
    self.clock = clock
    self.atEnd = atEnd
    header.program = "scripted"
  }

  func read(into batch: inout [Event], limit: Int) throws -> SourceStatus {
    clock.now += readCost
    while let event = events.first, event.time <= clock.now, batch.count < limit {
      batch.append(event)
      events.removeFirst()
    }
    if !events.isEmpty { return batch.count == limit ? .more : .idle }
    if let atEnd { return atEnd }
    if !batch.isEmpty { return .more }
    throw BrokenSource()
  }
}

struct ScriptedRun {
  var end: ScreenEnd?
  var lost: UInt64 = 0
  let terminal: ScriptedTerminal

  init(
    _ script: EventScript, _ arrivals: [(Int64, TerminalEvent)], atEnd: SourceStatus? = .ended, live: Bool = false,
    readCost: Int64 = 0, progress: Double? = nil, showsUnicode: Bool = true, language: Language = .english,
    program: ((Int64) -> ProgramState)? = nil, newRun: ((_ isOver: Bool) -> LogNews?)? = nil,
    open: @escaping (ScreenEffect) -> String? = { _ in nil }
  ) throws {
    let clock = ScriptedClock()
    terminal = ScriptedTerminal(clock, arrivals)
    terminal.showsUnicode = showsUnicode
    var options = ScreenOptions(again: .scenario)
    options.language = language
    let source = ScriptedSource(script, clock, atEnd: atEnd, readCost: readCost)
    var loop = ScreenLoop(
      terminal: terminal, source: source, options: options,
      clock: ScreenClock(
        pace: { clock.now }, log: live ? { clock.now } : nil,
        program: program.map { state in { state(clock.now / 1_000_000) } }, newRun: newRun),
      progress: { progress }, outside: { open($0.effect) })
    end = try loop.run()
    lost = loop.lost
  }
}
