// The run that the screen shows: its events so far, the playhead, and what is wrong with it.
//
// Neither reads a source nor draws.

import ChainAnalysis
import ChainModel
import PromiseLog
import PromiseTrace

/// A run with a playhead, and its findings.
struct ScreenHistory: Sendable {
  private(set) var playback: Playback
  /// What is known of the run at its end.
  private struct Analysis: Sendable {
    var analyzer: Analyzer
    var bodies: BodyIndex
    var groups = Groups()
    var overview = RunOverview()
    var roots = OpenRoots()
    var usage = ProgramUsage()

    mutating func apply(_ event: Event, in store: ChainStore) {
      analyzer.apply(event, in: store)
      bodies.apply(event, in: store)
      groups.apply(event, in: store)
      overview.apply(event)
      roots.apply(event, in: store)
      usage.apply(event)
    }
  }

  private var analysis: Analysis
  private var atEnd = Problems()
  /// What was known of them at a playhead in the past, with the revision of the store at that moment and that of the problems.
  private var inPast: (store: UInt64, problems: Int, known: Problems)?
  /// The bodies of each queue at a playhead in the past, and the revision of the store at that moment.
  private var pastBodies: (revision: UInt64, index: BodyIndex)?
  /// The number of complete searches for problems.
  private var analyses = 0
  /// Changes whenever other promises have problems than before.
  private(set) var problemsRevision = 0
  /// The state of the run at the last search for problems.
  private var analyzed: (events: UInt64, now: Int64)?
  /// The positions of the events that say only that time has passed.
  private(set) var quiet: [UInt64] = []
  /// Whether events wait because the outline of the store is being drawn.
  var isHeld = false { didSet { wasHeld = wasHeld || isHeld } }
  /// Whether they waited for that: then all of them are taken at once, before the next change has to be drawn.
  private var wasHeld = false
  /// The events that came while the store was copied or drawn.
  private var waiting: [Event] = []
  /// The number of events beyond which the copy is made at once.
  private static let waitingLimit = 131_072
  /// The memory to copy in a frame, and the number of events to take after the copy.
  private static let (bytesPerFrame, eventsPerFrame) = (8 << 20, 16_384)
  /// The search for problems that continues with the next frame, and the state of the run when it began.
  private var search: (next: FindingsSearch, events: UInt64, now: Int64)?
  /// Whether a frame also looks at a limited number of promises if the run is small or over; else it looks at all of them.
  var limitsEveryFrame = false
  /// The number of promises up to which every change is analyzed immediately; a larger run is analyzed at intervals.
  private static let smallRun = 20_000
  /// The number of open promises that a frame of a large live run looks at.
  private static let stepsPerFrame = 4_096
  /// The number of open promises that a step of a search looks at if the run is over; keys are handled between two steps.
  private static let stepsAtEnd = 2_048

  /// Creates an empty run.
  ///
  /// - Parameters:
  ///   - texts: The table of the source whose events will be appended.
  ///   - archive: The source of the events, if they can be read again; nil keeps them in memory.
  ///   - limit: The number of promises to keep.
  ///   - settings: The thresholds of the findings.
  init(
    texts: TextTable, archive: (any EventArchive)?, limit: Int, settings: AnalysisSettings = AnalysisSettings()
  ) {
    // Room to go back past about as many promises as the store holds, a quarter of it for their events unless a file has them.
    let memory = max(1 << 20, limit * 100)
    playback =
      archive.map { Playback(archive: $0, texts: texts, limit: limit, memory: memory) }
      ?? Playback(texts: texts, limit: limit, memory: memory)
    analysis = Analysis(analyzer: Analyzer(settings: settings), bodies: BodyIndex(limit: min(limit, 262_144)))
  }

  /// The history at the playhead.
  var store: ChainStore { _read { yield playback.store } }

  /// Whether the playhead is at the end of the run, so that the screen shows the present.
  var isAtEnd: Bool { playback.isAtEnd }

  /// Appends the next event; a playhead at the end moves along.
  mutating func append(_ event: Event) {
    guard isBusy else { return apply(event) }
    waiting.append(event)
    if waiting.count >= Self.waitingLimit { takeWaiting(.max) }
  }

  private mutating func apply(_ event: Event) {
    if event.kind == .alive { quiet.append(playback.count) }
    playback.append(event)
    playback.withEnd(&analysis) { $0.apply(event, in: $1) }
  }

  /// Shows the store at the end of the run to a visitor; see `Playback`.
  mutating func withEnd<Visitor>(_ visitor: inout Visitor, _ visit: (inout Visitor, ChainStore) -> Void) {
    playback.withEnd(&visitor, visit)
  }

  /// Whether events wait until the store has been copied, see `Playback.separate(bytes:)`, or until it is drawn.
  var isBusy: Bool { playback.isSeparating || !waiting.isEmpty || isHeld }

  /// Continues the copy of the store, or takes some of the events that came meanwhile.
  ///
  /// Called with each frame.
  mutating func advance() {
    if playback.isSeparating { return playback.separate(bytes: Self.bytesPerFrame) }
    guard !waiting.isEmpty, !isHeld else { return }
    takeWaiting(wasHeld ? .max : Self.eventsPerFrame)
    wasHeld = false
  }

  private mutating func takeWaiting(_ limit: Int) {
    let count = min(limit, waiting.count)
    for event in waiting[..<count] { apply(event) }
    if count == waiting.count { waiting = [] } else { waiting.removeFirst(count) }
  }

  /// No more events will be appended.
  mutating func end() {
    takeWaiting(.max)
    playback.end()
  }

  /// Moves the playhead; see `Playback`.
  mutating func move(_ change: (inout Playback) throws -> Void) rethrows { try change(&playback) }

  /// What was wrong at the end of the run when it was last analyzed.
  var knownProblems: Problems { atEnd }
  /// What is wrong at the playhead.
  ///
  /// In the past, this is what was known then of the problems of the end.
  ///
  /// - Parameter now: The current moment, in nanoseconds since the log's start.
  mutating func problems(now: Int64) -> Problems {
    refresh(now: now)
    let store = playback.store
    if playback.isAtEnd || playback.position == playback.count {
      atEnd.age(to: now, in: store)
      return atEnd
    }
    if let inPast, inPast.store == store.revision, inPast.problems == analyses { return inPast.known }
    let known = Problems(atEnd.findings.known(at: store.lastTime, position: playback.position, in: store))
    inPast = (store.revision, analyses, known)
    return known
  }

  /// Whether a search for problems continues, or has to be repeated because the run ended meanwhile.
  ///
  /// The search of a run that is over rests while the playhead is in its past.
  var isSearching: Bool {
    playback.isEnded ? isAtEnd && (search != nil || analyzed?.events != playback.count) : search != nil
  }

  private mutating func refresh(now: Int64) {
    let events = playback.count
    let isSmall = playback.store.count < Self.smallRun || playback.isEnded
    if search == nil, let analyzed {
      // What is stuck depends on the time as well.
      let isDue = now.subtractingReportingOverflow(analyzed.now).partialValue >= interval
      guard isDue || (events != analyzed.events && isSmall) else { return }
    }
    let isAtOnce = isSmall && !limitsEveryFrame
    let start = isAtOnce ? nil : search
    var (next, found) = (start?.next, [Finding]?.none)
    search = nil
    let steps = isAtOnce ? .max : playback.isEnded ? Self.stepsAtEnd : isSmall ? Self.smallRun : Self.stepsPerFrame
    let isPossible = playback.withEnd(&next) { [analyzer = analysis.analyzer] next, store in
      if next == nil { next = FindingsSearch(in: store, now: now) }
      found = next?.advance(analyzer, in: store, steps: steps)
    }
    guard isPossible else { return }
    let state = start.map { ($0.events, $0.now) } ?? (events, now)
    guard let found else {
      search = next.map { ($0, state.0, state.1) }
      return
    }
    let problems = Problems(found)
    if problems.promises != atEnd.promises { problemsRevision += 1 }
    atEnd = problems
    analyses += 1
    analyzed = state
  }

  /// The time between two analyses of a large run, in nanoseconds: half a second, and up to ten seconds if many promises are pending.
  ///
  /// A query looks at every promise that has been pending for long, so that it takes a small part of this time.
  private var interval: Int64 {
    let pending = Int64(playback.store.counts.pending)
    // While nothing happens, only a time limit can add a problem.
    let isQuiet = pending > 1_000 && analyzed?.events == playback.count
    return min(max(500_000_000, pending * 30_000) * (isQuiet ? 8 : 1), 10_000_000_000)
  }

  /// How many promises were in flight, settled, and failed over the whole run so far.
  var overview: RunOverview { analysis.overview }

  /// The memory and the processor time of the program over the whole run so far.
  var usage: ProgramUsage { analysis.usage }

  /// The roots that have been in flight longest at the end of the run.
  func oldestRoots(_ limit: Int) -> [PromiseID] { analysis.roots.oldest(limit, in: playback.store) }

  /// The promises of the whole run so far by call site.
  var groupsAtEnd: Groups { analysis.groups }

  /// The promises at the playhead by call site.
  var groups: Groups {
    if playback.position == playback.count { return analysis.groups }
    var past = Groups()
    past.add(newest: Self.pastGroups, of: store)
    return past
  }

  /// The number of promises up to which a question about the past is answered within a frame.
  private static let pastLimit = 100_000
  /// The number of promises that the call sites of the past are found among: 20 ms.
  static let pastGroups = 50_000

  /// The bodies of each queue and event loop at the playhead; nil if finding them would take too long, or if ``indexBodies()`` has not found them.
  var bodies: BodyIndex? {
    let past = pastBodies?.revision == store.revision ? pastBodies?.index : nil
    var bodies = playback.position == playback.count ? analysis.bodies : past
    bodies?.learn(from: analysis.analyzer, until: store.lastTime)
    // Who settled others is known for the end of the run.
    if !isAtEnd { bodies?.settlers = SettlerWatch() }
    return bodies
  }

  /// Finds the bodies of each queue at the playhead, unless they are known.
  mutating func indexBodies() -> BodyIndex? {
    if playback.position == playback.count || store.count > Self.pastLimit {
      pastBodies = nil
    } else if pastBodies?.revision != store.revision {
      pastBodies = (store.revision, BodyIndex(store))
    }
    return bodies
  }
}
