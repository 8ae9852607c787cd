// The screen as a value: events and keys go in, a grid comes out. No terminal, no clock, no waiting.
//
// `+Keys` and `+Mouse` map input to changes, `+Frame` prepares what a frame shows. Does not read a source (`ScreenLoop` does), and draws
// nothing (`View` does).

import Canvas
import ChainAnalysis
import ChainModel
import LessonEngine
import PromiseLog
import PromiseTrace

/// A run, and the part of it that the screen shows.
///
/// Not thread-safe; a value like any other.
public struct Screen: Sendable {
  /// Its settings.
  public internal(set) var options: ScreenOptions
  /// The selection, the playback mode, and the panes.
  public internal(set) var state = ScreenState()
  /// Whether more events may come, and if not, why.
  public internal(set) var stream = StreamState.live
  /// The program's name, from the log's header; shown if the options name nothing.
  public var program = ""
  /// The number of lines of the input that could not be read.
  public var badLines = 0
  /// The fraction of the log that has been read, from 0 to 1; nil once it is complete.
  public var reading: Double?
  /// A sentence for the user, shown until the next key.
  public internal(set) var notice: String?
  /// What the program wrote, oldest first.
  private(set) var messages: [ProgramMessage] = []
  /// The number of messages to keep, and that of their bytes.
  private static let (messageLimit, messageBytesLimit) = (10_000, 4 << 20)
  private var messageBytes = 0
  /// The place of the log among those of its folder; nil without a folder.
  var logPlace: LogPlace?
  /// Why the run could not be read to its end.
  private(set) var reason: String?
  /// The number of events reported as missing.
  private(set) var lost: UInt64 = 0
  /// Whether the log ends with a signal that nothing could handle.
  private var wasKilled = false

  /// The lesson that it shows instead of the whole run; nil for none.
  var lesson: LessonState?
  /// The other version of the run; nil until it is shown.
  var comparison: Comparison?
  /// Whether the run has yet to be opened at what matters most.
  var opensAtWhatMatters: Bool
  var history: ScreenHistory
  var outline = Outline()
  private(set) var rate = RecentCounts(bucket: 250_000_000)
  private(set) var newest: PromiseID?
  var followsNext = false
  /// The moment that the frame shows, in nanoseconds since the log's start.
  var shownTime: Int64 = 0
  /// What is wrong at that moment.
  var problems = Problems()
  /// The answers to recent questions.
  var answers = Answers()
  /// The run and the problems to which the filter was applied last, and when.
  var filtered: (revision: UInt64, problems: Int, now: Int64)?
  /// The events that the filter of the log shows.
  var logMatches = LogMatches()
  /// The promises that match the search of the tree; nil without a search.
  var treeMatches: TreeMatches?
  /// What the caption says, and the run that it is about; nil without a caption.
  var caption: Caption?
  /// The run at the latest bookmark.
  var baseline: (position: UInt64, store: ChainStore, findings: [Finding])?
  /// The search for what the filter shows; nil once that is found.
  var treeFilter: TreeFilter?
  /// Where the playhead goes during the next frames, and whether it then shows the event; nil if it stays.
  var seeking: (target: UInt64, showsEvent: Bool)?
  /// What is to be selected as soon as the tree is drawn; nil for nothing.
  var destination: TreeDestination?
  /// The layout of the last frame, in which mouse positions and pages are measured.
  var layout = ScreenLayout(Size(columns: 80, rows: 24), ScreenState())
  /// The numbers on the last frame that a click follows.
  var links: [Link] = []
  /// The place of the former run's selection, until it is found in this run.
  var awaitedPlace: RunPlace?
  /// This run and a former one, side by side; nil until they are shown.
  var comparedRuns: RunComparison?
  /// The moment of the last key, click, or frame, in nanoseconds since the log's start, as the owner of the screen measures it.
  var now: Int64 = 0
  /// The key that was pressed last; nil after a click.
  var pressed: Key?
  /// What the key that is being performed asks of the owner.
  var requested = ScreenEffect.none
  /// What has happened to the log, until there is another one.
  var logNews: LogNews?
  /// The call sites of a service, up to date while their page is visible.
  var service = ServiceView()
  /// The promises of the call site that was opened last.
  var instances: Instances?
  /// The promises from which a guided view chooses what to show.
  var openPromises = OpenList()
  /// Whether no key and no click has come yet.
  var isUntouched = true
  /// When the run started, in nanoseconds since midnight; nil if that is unknown.
  public var startOfRun: Int64?
  /// Whether it was said how this run differs from the former one.
  var hasSummedUp = false
  /// The moment of a pause at the end of a live run; nil if the playhead was moved since.
  var pausedAt: Int64?
  /// The latest moment shown while the program ran.
  var lastMoment: Int64 = 0
  /// The time of the last event, wherever the playhead is.
  private(set) var endTime: Int64 = 0

  /// Creates a view of an empty run.
  ///
  /// - Parameters:
  ///   - options: See ``ScreenOptions``.
  ///   - texts: The table of the source whose events will be applied.
  ///   - archive: The source of the events, if they can be read again; nil keeps them in memory for going back.
  public init(_ options: ScreenOptions, texts: TextTable, archive: (any EventArchive)? = nil) {
    self.options = options
    opensAtWhatMatters = options.opensAtWhatMatters
    lesson = options.lesson.map { LessonState($0, texts: texts) }
    lesson?.canChange = options.form != nil
    // A lesson passes its events on one by one, and perhaps only some of them.
    let archive = lesson == nil ? archive : nil
    history = ScreenHistory(
      texts: texts, archive: archive, limit: options.promiseLimit, settings: options.analysis)
    outline.rowsPerUpdate = Self.rowsPerFrame
    state.isFollowing = options.follows
    state.isGuided = options.guides && lesson == nil && !options.startsAtStart
    _ = countLogs()
    if let panes = options.panes { state.openFirst(panes) }
    if let continuation = options.continuation, lesson == nil { continueFrom(continuation) }
    if options.opensComparison { toggleRuns() }
    if options.showsOutput { bring(.output) }
    if options.startsTyping { startTyping() }
    if lesson != nil {
      state.isPaused = true
      state.isFollowing = false
    } else if options.startsAtStart {
      state.isPaused = true
      history.move { $0.hold() }
    }
  }

  /// The number of rows of the tree that one frame draws if all of them change: about 10 ms.
  private static let rowsPerFrame = 49_152

  /// How the questions of its lesson were answered, once the end was reached; nil before that, and without a lesson.
  public var lessonResult: LessonResult? { lesson?.result }

  /// The questions of its lesson that were answered, now and about former runs, as ``Question/identity`` has them.
  public var answeredQuestions: Set<String> { lesson.map { $0.options.answered.union($0.answered) } ?? [] }

  /// The history at the playhead.
  public var store: ChainStore { _read { yield history.store } }

  /// The events of the run.
  public var archive: any EventArchive { history.playback.archive }

  // MARK: Events

  /// Appends events to the run.
  ///
  /// - Parameter events: In `sequence` order.
  public mutating func apply(_ events: [Event]) {
    guard lesson?.intake == nil else {
      lesson?.add(events)
      return
    }
    append(events)
  }

  /// Whether any event has arrived.
  var hasEvents: Bool { history.playback.count > 0 || (lesson?.count ?? 0) > 0 }

  /// Appends events to the part of the run that is shown.
  mutating func append(_ events: [Event]) {
    // Not an iteration over the array, which copies each event.
    events.withUnsafeBufferPointer { events in
      for index in events.indices { append(events[index]) }
    }
  }

  @inline(__always)
  private mutating func append(_ event: Event) {
    history.append(event)
    rate.add(time: event.time)
    endTime = max(endTime, event.time)
    switch event.kind {
    case .created:
      newest = event.promise
      followsNext = true
    case .noted:
      if let text = history.playback.store.texts[event.text] { note(text, event.promise, event.time) }
    case .ended:
      let signal = history.playback.store.texts[event.text]
      wasKilled = event.reason == .signal && !["SIGHUP", "SIGINT", "SIGTERM"].contains(signal)
    case .lost: lost = lost.addingReportingOverflow(event.count).overflow ? .max : lost + event.count
    default: break
    }
  }

  /// Adds a line that the program has printed, and that is not in its log.
  mutating func add(_ line: ProgramLine) {
    note(line.text, 0, max(line.time, messages.last?.time ?? 0))
    if line.isNotice { show(notice: line.text) }
  }

  private mutating func note(_ text: String, _ promise: PromiseID, _ time: Int64) {
    messages.append(ProgramMessage(promise: promise, time: time, text: text))
    messageBytes += text.utf8.count
    while messages.count > Self.messageLimit || messages.count > 1 && messageBytes > Self.messageBytesLimit {
      let old = messages[..<((messages.count + 1) / 2)]
      messageBytes -= old.reduce(0) { $0 + $1.text.utf8.count }
      messages.removeFirst(old.count)
    }
  }

  /// No more events will come.
  ///
  /// - Parameters:
  ///   - reason: A sentence to show if reading ended early.
  ///   - program: The state of the program that wrote the log; nil if the program is this one.
  public mutating func end(because reason: String? = nil, program: ProgramState? = nil) {
    history.end()
    switch program {
    case _ where hasEnd, nil: stream = endOfStream
    case .running, .stopped: stream = .growing
    case .gone: stream = .killed
    case .unknown: stream = .cutOff
    }
    self.reason = reason
    sumUp()
    if lesson != nil { beginLesson() }
  }

  private var isSnapshot: Bool { history.playback.store.endReason == .snapshot }

  private var hasEnd: Bool { isSnapshot || history.playback.hasEndEvent }

  private var endOfStream: StreamState { isSnapshot ? .snapshot : wasKilled ? .killed : .ended }

  /// Updates the stream state with the state of the program that writes the log.
  ///
  /// - Parameters:
  ///   - program: The state of the program.
  ///   - isQuiet: Whether no event has come for a second. While events come, the program runs, even if its process can't be found.
  /// - Returns: Whether the picture changed.
  mutating func update(program: ProgramState, isQuiet: Bool) -> Bool {
    let before = stream
    if hasEnd {
      stream = endOfStream
    } else if isQuiet, program == .gone {
      // One that wrote nothing may have ended by itself.
      stream = hasEvents ? .killed : .ended
    } else {
      stream = isQuiet && program == .stopped ? .unresponsive : .live
    }
    if !stream.isRunning { sumUp() }
    return stream != before
  }

  /// Shows a sentence until the next key.
  mutating func show(notice sentence: String?) { if let sentence { notice = sentence } }

  /// Searches for problems over several frames also when the run is over, so that no frame takes long.
  public mutating func searchInSteps() { history.limitsEveryFrame = true }

  /// Whether the next frame may show more matches of the search or of a filter, another moment on the way to one, or a tree that is still
  /// being sorted or filtered.
  var isMatching: Bool {
    logMatches.isBusy || treeMatches?.isBusy ?? false || treeFilter != nil || outline.isBusy || seeking != nil
  }

  /// Whether the next frame may show more problems, or more matches.
  var isSearching: Bool { lesson == nil && history.isSearching || isMatching }

  /// Whether the problems of a run that is over are being searched for.
  ///
  /// A search of a live run waits for frames, because it takes processor time from the program.
  var isSearchingAtEnd: Bool { lesson == nil && history.playback.isEnded && history.isSearching }

  /// Whether there is work to continue between two frames.
  var hasWork: Bool { isMatching || isSearchingAtEnd }

  /// Whether the picture changes with time alone: something is pending in a live view, or the playhead moves by itself.
  public var isMoving: Bool {
    state.isPlaying || history.isBusy || isMatching
      || stream.isRunning && !state.isPaused && history.store.counts.pending > 0
  }
}
