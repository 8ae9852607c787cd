// Which body ran on which queue, and when: the answer to "queued behind which body?". Also keeps which bodies held an event loop, for programs
// without queues; `LoopWatch` finds them.
//
// Owns one list of bodies for each queue that runs one body at a time. The log does not say whether a queue is serial, so a queue on which
// two bodies ever overlapped counts as concurrent, and the index answers nothing about it. The log identifies a queue only by its name, so
// two serial queues with the same name look concurrent, too.

import ChainModel
import PromiseTrace

/// The bodies that ran on each queue, in order.
///
/// Not thread-safe: use it from one thread at a time. Memory is bounded: it forgets the oldest bodies.
public struct BodyIndex: Sendable {
  /// One body on a serial queue.
  ///
  /// Times are nanoseconds since the log's start.
  struct Body: Sendable, Equatable {
    var promise: PromiseID
    var start: Int64
    /// `.max` while it runs.
    var end: Int64
  }

  struct Queue: Sendable {
    /// In the order of their start; none of them overlap.
    var bodies: [Body] = []
    var isConcurrent = false
    /// Nothing is known about bodies that started before.
    var horizon = Int64.min
    /// The longest of the bodies, if there are many and all are known; nil as soon as that changes.
    var ranks: BodyRanks?
  }

  /// The number of bodies to keep.
  private let limit: Int
  /// The number of bodies of all queues.
  private var count = 0
  private var queues: [Queue] = []
  private var indices: [TextID: Int] = [:]
  /// The queue of the latest event, which is often that of the next one.
  private var latest: (name: TextID, index: Int)?

  /// The bodies that held the event loop of each process, in the order of their ends; set by code that has an analyzer.
  package var holds: [[LoopHold]] = []
  /// What was settled, and in whose bodies; set by code that has an analyzer.
  var settlements = SettlementWatch()
  /// The processes, in the order of ``holds``.
  package var processes = Processes()
  /// Who settled the promises of each call site.
  package var settlers = SettlerWatch()

  /// Creates an empty index.
  ///
  /// - Parameter limit: The number of bodies to keep, 24 bytes each.
  public init(limit: Int = 262_144) { self.limit = max(16, limit) }

  /// Creates the index of a whole history.
  ///
  /// - Complexity: O(*n* log *n*) in the number of promises.
  public init(_ store: ChainStore) {
    self.init(limit: store.count)
    var found: [(queue: TextID, body: Body)] = []
    store.forEachFacts { facts in
      guard facts.enqueued != nil, let start = facts.started, facts.queue != .none else { return }
      let end = facts.finished ?? facts.settled ?? facts.released ?? (facts.state == .unknown ? start : .max)
      found.append((facts.queue, Body(promise: facts.id, start: start, end: end)))
    }
    found.sort { ($0.body.start, $0.body.end, $0.body.promise) < ($1.body.start, $1.body.end, $1.body.promise) }
    for (queue, body) in found { add(body, to: queue, slack: store.roundingError) }
    for index in queues.indices where queues[index].bodies.count >= 2 * Self.leastRun {
      queues[index].ranks = BodyRanks(queues[index].bodies.map { ($0.start, $0.end) })
    }
    // The store does not know when events were lost.
    guard store.counts.lost > 0 else { return }
    for index in queues.indices { forget(before: store.lastTime, index) }
  }

  /// Updates the index with an event.
  ///
  /// - Parameters:
  ///   - event: The next event.
  ///   - store: The store, to which the event has just been applied.
  /// - Complexity: Amortized O(1).
  public mutating func apply(_ event: Event, in store: ChainStore) {
    switch event.kind {
    case .started:
      guard event.queue != .none, store.bodyTimes(of: event.promise).enqueued != nil else { return }
      add(Body(promise: event.promise, start: event.time, end: .max), to: event.queue)
    case .finished, .fulfilled, .rejected, .released:
      guard let index = known(store.queue(of: event.promise)) else { return }
      end(event.promise, at: event.time, index)
    case .lost:
      // The running body may have finished among the lost events.
      for index in queues.indices { forget(before: event.time, index) }
    default: break
    }
  }

  /// The body that a queued body waits for at the moment; nil if that is not known.
  func occupant(of id: PromiseID, in store: ChainStore) -> PromiseID? {
    guard let facts = store.facts(id), facts.enqueued != nil, facts.started == nil, let index = indices[facts.queue],
      !queues[index].isConcurrent, let last = queues[index].bodies.last, last.end == .max, last.promise != id
    else { return nil }
    return last.promise
  }

  /// How long a body has to have held its queue to be worth a sentence, in nanoseconds.
  static let leastHold: Int64 = 1_000_000_000

  /// Whether the name is that of a queue that runs several bodies at a time, or of no queue.
  static func isConcurrent(_ name: String) -> Bool { name.hasPrefix("global.") || name == "task" || name == "inline" }

  /// The body that has held a serial queue for most of the time for which a promise has been pending; its own one first.
  func holder(of id: PromiseID, in store: ChainStore) -> PromiseID? {
    guard let facts = store.facts(id) else { return nil }
    let latest = store.lastTime - max(Self.leastHold, (store.lastTime - facts.created) / 2)
    var found: Body?
    for (name, index) in indices where !queues[index].isConcurrent {
      guard let last = queues[index].bodies.last, last.end == .max, last.start <= latest,
        let body = store.facts(last.promise), body.isOpen, !body.isAwaiting,
        !Self.isConcurrent(store.texts[name] ?? "")
      else { continue }
      if last.promise == id { return id }
      if facts.started == nil, (last.start, last.promise) < (found?.start ?? .max, found?.promise ?? 0) { found = last }
    }
    return found?.promise
  }

  /// The body that held the event loop until shortly before the end of a wait, which it may have prolonged.
  ///
  /// - Parameters:
  ///   - id: The promise that waited.
  ///   - range: The time of the wait, in nanoseconds since the log's start.
  /// - Returns: Nil if there is none.
  func hold(_ id: PromiseID, in range: Range<Int64>) -> LoopHold? {
    guard !holds.isEmpty else { return nil }
    let process = processes.index(of: id)
    guard process < holds.count else { return nil }
    let all = holds[process]
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].end <= range.upperBound { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let hold = all[low - 1]
    return hold.promise != id && hold.end > range.lowerBound && hold.delays(range.upperBound) ? hold : nil
  }

  /// The bodies that occupied a queue between two moments, newest first; none if the queue is concurrent or that is not known.
  ///
  /// - Parameters:
  ///   - queue: The queue.
  ///   - range: The moments: when a body was enqueued, and when it started.
  ///   - body: Receives a body that overlaps the range. Returns whether to continue.
  func forEachBody(on queue: TextID, in range: Range<Int64>, _ body: (Body) -> Bool) {
    guard let index = indices[queue], !queues[index].isConcurrent, range.lowerBound >= queues[index].horizon else {
      return
    }
    let bodies = queues[index].bodies
    for candidate in bodies[..<Self.firstStart(atOrAfter: range.upperBound, bodies)].reversed() {
      guard candidate.end > range.lowerBound else { return }
      if !body(candidate) { return }
    }
  }

  /// The number of bodies from which on skipping them takes less time than looking at each.
  private static let leastRun = 64

  /// Like ``forEachBody(on:in:_:)``, for a caller that needs only the longest pieces of time: skips bodies in the middle of a long range.
  ///
  /// - Parameters:
  ///   - queue: The queue.
  ///   - range: The moments: when a body was enqueued, and when it started.
  ///   - limit: The number of pieces to return of the bodies that are skipped.
  ///   - body: Receives a body that overlaps the range. Returns whether bodies before it may be skipped.
  ///   - run: Receives the bodies that are skipped, which ran on the queue directly before the last body that `body` received.
  func forEachBody(
    on queue: TextID, in range: Range<Int64>, longest limit: Int, _ body: (Body) -> Bool, skipped run: (BodyRun) -> Void
  ) {
    guard let index = indices[queue], !queues[index].isConcurrent, range.lowerBound >= queues[index].horizon else {
      return
    }
    let bodies = queues[index].bodies
    var next = Self.firstStart(atOrAfter: range.upperBound, bodies) - 1
    while next >= 0, bodies[next].end > range.lowerBound {
      let maySkip = body(bodies[next])
      if maySkip, let ranks = queues[index].ranks {
        let first = Self.firstStart(atOrAfter: range.lowerBound + 1, bodies)
        if next - first >= Self.leastRun {
          run(BodyRun(bodies, first..<next, ranks.longest(limit, in: first..<next)))
          next = first
        }
      }
      next -= 1
    }
  }

  private static func firstStart(atOrAfter time: Int64, _ bodies: [Body]) -> Int {
    var (low, high) = (0, bodies.count)
    while low < high {
      let middle = (low + high) / 2
      if bodies[middle].start < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds a body; an overlap of up to `slack` nanoseconds with the one before may be a matter of rounding.
  private mutating func add(_ body: Body, to name: TextID, slack: Int64 = 0) {
    guard let index = index(name), !queues[index].isConcurrent else { return }
    queues[index].ranks = nil
    if let last = queues[index].bodies.last, Self.overlap(last, body) > slack {
      queues[index].isConcurrent = true
      count -= queues[index].bodies.count
      queues[index].bodies = []
      return
    }
    queues[index].bodies.append(body)
    count += 1
    if count > limit { forgetOlderHalf() }
  }

  /// Forgets the older half of the bodies of each queue, but not its latest one.
  private mutating func forgetOlderHalf() {
    for index in queues.indices where queues[index].bodies.count > 1 {
      let half = queues[index].bodies.count / 2
      queues[index].bodies.removeFirst(half)
      queues[index].ranks = nil
      queues[index].horizon = queues[index].bodies[0].start
      count -= half
    }
  }

  /// The time for which two bodies ran at once, of which the first started first; negative if they did not.
  ///
  /// Saturates for hostile logs.
  private static func overlap(_ first: Body, _ second: Body) -> Int64 {
    let end = min(first.end, second.end)
    let (overlap, isTooLarge) = end.subtractingReportingOverflow(second.start)
    return isTooLarge ? (end < 0 ? .min : .max) : overlap
  }

  private mutating func end(_ id: PromiseID, at time: Int64, _ index: Int) {
    guard let last = queues[index].bodies.indices.last, queues[index].bodies[last].promise == id else { return }
    queues[index].ranks = nil
    if queues[index].bodies[last].end == .max { queues[index].bodies[last].end = time }
  }

  private mutating func forget(before time: Int64, _ index: Int) {
    queues[index].ranks = nil
    if let last = queues[index].bodies.last, last.end == .max {
      queues[index].bodies.removeLast()
      count -= 1
    }
    queues[index].horizon = max(queues[index].horizon, time)
  }

  private mutating func known(_ name: TextID) -> Int? {
    if let latest, latest.name == name { return latest.index }
    guard let index = indices[name] else { return nil }
    latest = (name, index)
    return index
  }

  private mutating func index(_ name: TextID) -> Int? {
    if let known = known(name) { return known }
    // A program has few queues. A log with more labels them differently each time.
    guard queues.count < 4_096 else { return nil }
    indices[name] = queues.count
    queues.append(Queue())
    return queues.count - 1
  }
}

/// Bodies of a queue that follow one another.
struct BodyRun {
  /// The start of the first one.
  var start: Int64
  var count: Int
  /// The longest of them, and of the pauses after them, latest first; 0 as the promise of a pause.
  var longest: [(promise: PromiseID, start: Int64, end: Int64)]
  /// The number of the other pieces that took time.
  var others: Int

  init(_ bodies: [BodyIndex.Body], _ range: Range<Int>, _ found: (pieces: [BodyRanks.Piece], others: Int)) {
    (start, count, others) = (bodies[range.lowerBound].start, range.count, found.others)
    longest = found.pieces.map { ($0.isPause ? 0 : bodies[$0.body].promise, $0.start, $0.end) }
  }
}
