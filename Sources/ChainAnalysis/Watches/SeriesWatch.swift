// Repetition while events arrive: promises from one call site, one after another, and attempts that follow a failure. Each step takes
// constant time.

import ChainModel
import PromiseTrace

/// The attempts of one operation.
struct Retries: Sendable {
  /// The promise of the first attempt, for a loop that the program wrote itself.
  var first: PromiseID = 0
  /// The times of the latest attempts, oldest first.
  private(set) var times: [Int64] = []
  var attempts = 0
  private(set) var isStorm = false

  init(first: PromiseID = 0, attempts: Int = 0) { (self.first, self.attempts) = (first, attempts) }

  /// Counts an attempt; returns whether there were too many within the window.
  mutating func count(_ time: Int64, _ settings: AnalysisSettings) -> Bool {
    attempts += 1
    // The first attempt is no retry.
    guard attempts > 1 else { return false }
    times.append(time)
    if times.count > settings.retries + 1 { times.removeFirst() }
    guard times.count == settings.retries + 1, time - times[0] <= settings.retryWindow else { return false }
    isStorm = true
    return true
  }
}

/// What a program does again and again.
struct SeriesWatch: Sendable {
  /// The promises from one call site that ran one after another.
  private struct Serial: Sendable {
    var context: PromiseID = 0
    var origin: UInt32 = .max
    var latest: PromiseID = 0
    var count = 0
    var first: PromiseID = 0
    /// Whether nothing is gained by running its promises together: two of them did, they may be pauses, or each
    /// may decide whether there is a next one.
    var isExempt = false
    /// Whether a loop awaits its promises, and the source shows that none of them needs another one.
    var isIndependent = false
    /// The time that its promises took together, and the longest of them, as far as they have settled.
    var total: Int64 = 0
    var longest: Int64 = 0
    /// The attempts that followed failures without a success in between.
    var failures = Retries()
  }

  /// A step of an iteration, or a pause: what a body does before it and after it has to follow one another.
  private struct Turn: Sendable {
    var time: Int64 = .min
    /// Whether the body iterates, so that what fails after it is not tried again.
    var isIteration = false
  }

  /// A series that is long enough for a finding.
  struct Run: Sendable {
    enum Owner: Hashable, Sendable {
      case body(PromiseID)
      case task(UInt64)
    }

    var count: Int
    /// A later promise of the series, which knows the body that it was created in.
    var latest: PromiseID
    var owner: Owner
    /// The last promise, whose time is not in ``total`` yet.
    var last: PromiseID
    /// The time that the others took together, and the longest of them, in nanoseconds.
    var total: Int64
    var longest: Int64
  }

  private static let limit = 4_096
  /// A constant, because the compiler builds the set at each use otherwise.
  private static let turnTraits: OperatorTraits = [.pause, .timer, .iteration]

  private let settings: AnalysisSettings
  private var serials = [Serial](repeating: Serial(), count: 256)
  /// Those that tasks awaited, which are no promise's bodies.
  private var taskSerials = TaskSerials<Serial>()
  /// When the latest step of an iteration, or the latest pause, was created, by the body that takes it.
  private var turns: [PromiseID: Turn] = [:]
  /// The first promises of the series that are long enough for a finding.
  private(set) var found = Candidates<PromiseID>()
  private(set) var runs: [PromiseID: Run] = [:]
  /// How often a loop of a body or a task retried, by the promise of its first attempt, and the promise of a later one.
  private(set) var loops: [PromiseID: (attempts: Int, latest: PromiseID)] = [:]
  /// The latest attempt, by the body that tried again after each failure; 0 if it went on after a success.
  private(set) var retried: [PromiseID: PromiseID] = [:]
  /// The first promises of too many retries.
  private(set) var storms = Candidates<PromiseID>()

  init(_ settings: AnalysisSettings) { self.settings = settings }

  /// Events are missing, so nothing is known about the order.
  mutating func lost() {
    for index in serials.indices { serials[index] = Serial() }
    taskSerials.lost()
  }

  // MARK: One after another

  /// Follows the promises from one call site in one body, or in the handlers of one chain.
  mutating func created(_ event: Event, _ traits: OperatorTraits, _ store: ChainStore) {
    guard event.peer == 0, event.site.line > 0 else { return }
    if !traits.isDisjoint(with: Self.turnTraits) {
      return noteTurn(event, isIteration: traits.contains(.iteration))
    }
    if traits.contains(.turn) { return }
    let origin = store.origin(of: event.promise)
    let index = callSiteIndex(origin)
    let series = serials[index]
    guard series.origin == origin,
      isNextStep(event.context, after: series.context, store) || isNextInTask(event, series, store)
    else {
      // Another series with the same index must not hide one that repeats often.
      serials[index] = Serial(
        context: event.context, origin: origin, latest: event.promise, count: 1, first: event.promise,
        // One that fails is tried again.
        isExempt: traits.contains(.perhapsPause))
      return
    }
    // Each of its steps needs the value of the one before.
    if store.texts[store.operation(of: event.context)] == "reduce" { return }
    serials[index] = extended(
      series, by: event.promise, at: event.time, inside: event.context, after: store.facts(series.latest), store)
  }

  /// Notes a step of an iteration, or a pause.
  private mutating func noteTurn(_ event: Event, isIteration: Bool) {
    guard event.context != 0 else { return }
    if turns.count >= Self.limit { turns.removeAll() }
    let former = turns[event.context]?.isIteration ?? false
    turns[event.context] = Turn(time: event.time, isIteration: isIteration || former)
  }

  /// A series with one more promise.
  ///
  /// - Parameters:
  ///   - series: The series.
  ///   - promise: The promise.
  ///   - time: When it was created.
  ///   - context: The promise in whose body; 0 for a task.
  ///   - former: What the program made of the promise before, and waited for.
  ///   - store: The store.
  private mutating func extended(
    _ series: Serial, by promise: PromiseID, at time: Int64, inside context: PromiseID, after former: NodeFacts?,
    _ store: ChainStore
  ) -> Serial {
    var series = series
    let place = series.latest
    (series.context, series.latest) = (context, promise)
    let turn = turns[context] ?? Turn()
    guard let former, let end = former.settled, end <= time, !turn.isIteration || turn.time <= former.created else {
      series.isExempt = true
      return series
    }
    // What failed is rather tried again.
    if former.isRejected {
      followFailure(&series, at: time, inside: context, store)
      return series
    }
    series.failures = Retries()
    if turn.time > former.created { series.isExempt = true }
    // Whatever failed was not tried again until it succeeded.
    if retried[context] != nil { retried[context] = 0 }
    // An operation that took hardly any time gains nothing from running in parallel, and several at a time are a limit.
    guard !series.isExempt, end - former.created >= Self.instant, !former.hasInputs else { return series }
    series.count += 1
    series.total += end - former.created
    series.longest = max(series.longest, end - former.created)
    guard series.count >= settings.serial, series.isIndependent || !store.runtime.showsLoops else { return series }
    // Of a run that repeats it without end, the first findings are kept.
    guard runs[series.first] != nil || runs.count < Candidates<PromiseID>.limit else {
      found.omit()
      return series
    }
    found.insert(series.first)
    runs[series.first] = Run(
      count: series.count, latest: place, owner: .body(context == 0 ? series.first : context), last: promise,
      total: series.total, longest: series.longest)
    return series
  }

  /// Notes that a body waits for a promise in a loop: the rounds are independent, or the promise may decide whether there is a next one.
  mutating func awaits(_ promise: PromiseID, in body: PromiseID, isIndependent: Bool, _ store: ChainStore) {
    guard let facts = store.facts(promise) else { return }
    let root = store.root(of: facts)
    let index = callSiteIndex(root.origin)
    guard serials[index].origin == root.origin, serials[index].context == body else { return }
    if isIndependent { serials[index].isIndependent = true } else { serials[index].isExempt = true }
  }

  /// Follows a loop in one body or task that tries again after each failure.
  private mutating func followFailure(
    _ series: inout Serial, at time: Int64, inside context: PromiseID, _ store: ChainStore
  ) {
    if series.failures.attempts == 0 { series.failures.attempts = 1 }
    // A recursion inside of handlers for errors is followed by those handlers.
    guard store.facts(context)?.sides.contains(.rejected) != true else { return }
    if context != 0, retried[context] != 0, series.count == 1, retried.count < Self.limit {
      retried[context] = series.latest
    }
    if series.failures.count(time, settings) { storms.insert(series.first) }
    if series.failures.isStorm, loops.count < Self.limit {
      loops[series.first] = (series.failures.attempts, series.latest)
    }
  }

  /// Follows the promises that a task, which is no promise's body, awaits at one call site.
  mutating func registered(_ event: Event, _ store: ChainStore) {
    guard event.peer == 0, event.task != 0, let awaited = store.facts(event.promise) else { return }
    let root = store.root(of: awaited)
    // A pause, as between two looks at a server's state, is no work.
    if root.timer != nil || awaited.timer != nil { return }
    let key = TaskSerials<Serial>.Key(task: event.task, site: event.site)
    var series = taskSerials[key]
    if series?.awaited == awaited.id { return }
    if let former = series?.awaited, let facts = store.facts(former), series?.serial.origin == root.origin,
      store.isPrompt(root, after: store.facts(store.awaitedBefore(awaited.id)) ?? facts)
    {
      let serial = series?.serial ?? Serial()
      series?.serial = extended(serial, by: root.id, at: root.created, inside: 0, after: facts, store)
      runs[serial.first]?.owner = .task(event.task)
    } else {
      series = (Serial(origin: root.origin, latest: root.id, count: 1, first: root.id), 0)
    }
    series?.awaited = awaited.id
    taskSerials[key] = series
  }

  /// The duration from which on an operation is worth running in parallel, in nanoseconds.
  private static let instant: Int64 = 100_000

  /// Whether a body is the same as another one, or the handler that follows it in its chain.
  private func isNextStep(_ context: PromiseID, after former: PromiseID, _ store: ChainStore) -> Bool {
    if context == former { return context != 0 }
    guard context != 0, former != 0, let step = store.facts(context), let before = store.facts(former) else {
      return false
    }
    // In a recursion, each step is created inside the one before.
    return (step.from == former || step.inside == former) && step.origin == before.origin
  }

  /// Whether a promise follows another one in a task that is no promise's body: as soon as the task has awaited the one, it created the other.
  private func isNextInTask(_ event: Event, _ series: Serial, _ store: ChainStore) -> Bool {
    guard event.context == 0, series.context == 0, !taskSerials.isUsed,
      let created = store.originAndCreation(of: series.latest)?.created
    else { return false }
    var (last, isObserved) = (series.latest, false)
    for _ in 0..<32 {
      var next: PromiseID = 0
      store.forEachDependent(of: last, limit: 4) { dependent, kind, _ in
        if kind == .observer { isObserved = true } else { next = dependent }
        return true
      }
      guard next != 0, store.contains(next) else { break }
      (last, isObserved) = (next, false)
    }
    // The runtime last: a `RuntimeProfile` is large, and this is asked at most creations.
    guard isObserved, let end = store.settledTime(of: last), end <= event.time, store.runtime.hasTasks else {
      return false
    }
    return event.time - end <= (end - created) / 4
  }
}
