// The analyzer: finds what is wrong with a history while it grows. Owns the state between events. Does not change the store.
//
// Events only add candidates: promises for which a rule may hold. `findings(in:)` checks the candidates against the store, so a finding
// that no longer holds, such as an unhandled rejection that is handled late, disappears by itself. `+Apply`, `+Series`, and
// `+Calls` collect the candidates; the extensions that `FindingsSearch` calls, in its order, check them, with the help of `+Hang`,
// `+HeldDeadlock`, and `+Processes`.

import ChainModel
import PlainText
import PromiseTrace

/// Finds what is wrong with the promises of a history.
///
/// Apply each event to a ``ChainStore`` first and then to the analyzer:
///
/// ```swift
/// var store = ChainStore(texts: reader.texts)
/// var analyzer = Analyzer()
/// for event in events {
///   store.apply(event)
///   analyzer.apply(event, in: store)
/// }
/// for finding in analyzer.findings(in: store) { print(finding.sentence) }
/// ```
///
/// Not thread-safe: use it from one thread at a time. Memory is bounded: each rule keeps a limited number of candidates.
public struct Analyzer: Sendable {
  /// The thresholds, severities and exceptions.
  public let settings: AnalysisSettings

  /// Events that prove a finding, by promise.
  struct Proof: Hashable, Sendable {
    var promise: PromiseID
    var other: PromiseID = 0
    var event: UInt64 = 0
    var time: Int64 = 0
    /// Whether the `catch` block around an `await` uses the error; nil if there is none, or the log doesn't say.
    var takesError: Bool?
  }

  /// A body that waits for a promise.
  struct BlindWait: Sendable, Hashable {
    var body: PromiseID
    var source: PromiseID
  }

  /// The retries of one operation.
  struct Retries: Sendable {
    /// The promise of the first attempt, for a loop that the program wrote itself.
    var first: PromiseID = 0
    /// The times of the latest attempts, oldest first.
    var times: [Int64] = []
    var attempts = 0
    var isStorm = false
  }

  /// The promises from one call site that ran one after another.
  struct Serial: Sendable {
    var context: PromiseID = 0
    var origin: UInt32 = .max
    var latest: PromiseID = 0
    var count = 0
    var first: PromiseID = 0
    /// Whether nothing is gained by running its promises together: two of them did, they may be pauses, or each
    /// may decide whether there is a next one.
    var isExempt = false
    /// The attempts that followed failures without a success in between.
    var failures = Retries()
  }

  /// A step of an iteration, or a pause: what a body does before it and after it has to follow one another.
  struct Turn: Sendable {
    var time: Int64 = .min
    /// Whether the body iterates, so that what fails after it is not tried again.
    var isIteration = false
  }

  /// A series that is long enough for a finding.
  struct SerialRun: Sendable {
    enum Owner: Hashable, Sendable {
      case body(PromiseID)
      case task(UInt64)
    }

    var count: Int
    /// A later promise of the series, which knows the body that it was created in.
    var latest: PromiseID
    var owner: Owner
  }

  var gaps = Gaps()
  var operators = OperatorTable()
  var queues: QueueWatch

  /// The times of the first event and of the latest one other than ``EventKind/alive`` and ``EventKind/ended``, in nanoseconds since the log's start.
  var (firstActivity, lastActivity): (Int64, Int64) = (.max, 0)
  /// The time of the first settlement, and the promise that settled.
  var (firstSettlement, firstSettled): (Int64, PromiseID) = (.max, 0)
  /// The longest time from the creation of a promise until its resolver settled it, in nanoseconds.
  var longestWait: Int64 = 0
  /// The promise whose body started last.
  var lastStarted: PromiseID = 0
  var siteTimes = SiteTimes()
  var helpers = Helpers()

  // Rejections.
  var unhandled = Candidates<PromiseID>()
  /// When each of them was reported, as far as they are kept.
  var unhandledTimes: [PromiseID: Int64] = [:]
  var rejected = Candidates<PromiseID>()
  var handlers = Candidates<Proof>()
  /// Whether the handlers for rejections of a call site use the error; others are not known.
  var errorHandlers: [UInt32: Bool] = [:]
  /// Whether the `catch` block around the latest `await` of a body uses the error, by the body's promise; others are not known.
  var catchBlocks: [PromiseID: Bool] = [:]
  /// The waits of bodies whose `catch` blocks do not use the error.
  var blindWaits: Set<BlindWait> = []
  var resolutionErrors = Candidates<Proof>()
  /// The promises that were resolved with themselves, according to a note.
  var selfNotes: Set<PromiseID> = []

  // Pending promises: those created within the last `settings.stuck`, oldest first, and the open ones among older ones.
  var young: [(promise: PromiseID, created: Int64)] = []
  var youngStart = 0
  var old = OpenPromises()
  /// The promises that may stay pending, as the program declared.
  var expected: Set<PromiseID> = []
  var leaked = Candidates<Proof>()
  /// Pending promises whose last resolver was released.
  var unresolvable = Candidates<Proof>()
  var combinators = Candidates<PromiseID>()
  /// The promise that a running body waits for, by the body's promise.
  var awaited: [PromiseID: PromiseID] = [:]
  /// The loop around the `await` at which a body waits, by the body's promise; others wait in none, or it is not known.
  var loopsAround: [PromiseID: LoopForm] = [:]
  var deadlocks = Candidates<Proof>()

  // Calls of async functions.
  var calls = Candidates<Proof>()
  /// Whether the log has any.
  var isCallUsed = false
  /// The call sites of those whose promises the code says it does not use.
  var detached: Set<UInt32> = []
  /// The event loop of each process, in the order in which they started; see ``process(of:)``.
  var eventLoops: [LoopWatch]
  /// When and why processes ended that are not the only one of their run.
  var ends: [Int: (time: Int64, reason: EndReason)] = [:]
  var bursts: Bursts

  // Handlers and values.
  var ignored = Candidates<Proof>()
  var notReturned = Candidates<Proof>()
  var unused = Candidates<PromiseID>()
  /// The promises whose bodies returned values for which nothing had asked.
  var returned: Set<PromiseID> = []
  var needless = Candidates<Proof>()

  var requests = RequestWatch()

  // Shapes.
  var crowded = Candidates<PromiseID>()
  var retries: [PromiseID: Retries] = [:]
  /// The retries of loops that the program wrote itself, by the promise that handled the latest failure.
  var attempts: [PromiseID: Retries] = [:]
  /// How often such a loop retried, by the promise of its first attempt, and the promise of a later one, if it is a loop of a body or a task.
  var loops: [PromiseID: (attempts: Int, latest: PromiseID)] = [:]
  /// The latest attempt, by the body that tried again after each failure; 0 if it went on after a success.
  var retried: [PromiseID: PromiseID] = [:]
  /// When the latest step of an iteration, or the latest pause, was created, by the body that takes it.
  var turns: [PromiseID: Turn] = [:]
  var retryPruning = PruneSchedule()
  var storms = Candidates<PromiseID>()
  var serials: [Serial]
  /// Those that tasks awaited, which are no promise's bodies.
  var taskSerials = TaskSerials<Serial>()
  var serialFound = Candidates<PromiseID>()
  var serialRuns: [PromiseID: SerialRun] = [:]
  var depths: [(promise: PromiseID, depth: Int, noted: UInt32)]
  /// The deepest promise of each deep chain, by the chain's call site.
  var deepest: [UInt32: (promise: PromiseID, depth: Int)] = [:]

  /// Creates an analyzer for a store to which no event has been applied.
  public init(settings: AnalysisSettings = AnalysisSettings()) {
    var settings = settings
    settings.stuck = Int64(clampedTime: settings.stuck)
    self.settings = settings
    queues = QueueWatch(slow: settings.slowHandler, wait: settings.queueContention)
    eventLoops = [LoopWatch(shortest: settings.eventLoop)]
    bursts = Bursts(limit: settings.concurrency)
    serials = Array(repeating: Serial(), count: 256)
    depths = Array(repeating: (0, 0, .max), count: 1_024)
  }

  /// The number of possible findings that were not examined, because a rule examines 20,000 at most.
  ///
  /// It is 0 unless a program repeats a mistake that often.
  public var unexamined: Int {
    [
      unhandled.omitted, rejected.omitted, combinators.omitted, unused.omitted, crowded.omitted, storms.omitted,
      serialFound.omitted, handlers.omitted, resolutionErrors.omitted, leaked.omitted, unresolvable.omitted,
      deadlocks.omitted,
      ignored.omitted, notReturned.omitted, needless.omitted, calls.omitted, bursts.found.omitted, requests.omitted,
    ].reduce(0, +)
  }

  /// The number of promises that rules look at, other than those about open promises and deadlocks.
  var candidates: Int {
    [
      unhandled.count, rejected.count, combinators.count, unused.count, crowded.count, storms.count, serialFound.count,
      handlers.count, leaked.count, unresolvable.count, ignored.count, notReturned.count, needless.count, calls.count,
      resolutionErrors.count, bursts.found.count, requests.count,
    ].reduce(0, +)
  }

  /// What is wrong at this moment, most serious first.
  ///
  /// - Parameters:
  ///   - store: The store that all events were applied to.
  ///   - now: The moment, in nanoseconds since the log's start; nil for the time of the latest event. It decides what is stuck.
  ///   - language: The language of the sentences.
  /// - Returns: The findings that the settings do not exclude.
  /// - Complexity: O(*c*) in the number of candidates, not in the length of the history.
  public func findings(in store: ChainStore, now: Int64? = nil, language: Language = .english) -> [Finding] {
    var search = FindingsSearch(self, in: store, now: now, language: language)
    while true {
      if let findings = search.advance(self, in: store, steps: .max) { return findings }
    }
  }
}
