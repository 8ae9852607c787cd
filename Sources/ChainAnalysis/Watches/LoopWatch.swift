// Who held the thread of an event loop while other promises waited for it. Owns the account of what runs. Does not judge; the rule does.
//
// It applies to runtimes with one thread and without queues, whose bodies run from `started` or `continued` to their next stop. A call within
// a body runs on top of it, so runs nest, and each is charged only for what it did itself:
//
//     caller  ├── runs ──┤                ├─┤        runs for 12 ms
//     callee             ├── runs ────────┤          runs for 80 ms: it blocked the loop
//     timer         due ∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙┤    settles right after: it waited for the loop

import ChainModel
import PromiseTrace

/// The account of an event loop.
struct LoopWatch: Sendable {
  /// A run that held the thread for long while others waited.
  struct Block: Sendable {
    var promise: PromiseID
    var start: Int64
    var end: Int64
    /// The time that it ran itself, without the calls within it.
    var own: Int64
    var sequence: UInt64
    /// Where it was most of the time or, if the log doesn't say, the `await` at which it stopped; without a line if it ended.
    var stop: Site
    /// The processor time that it took, in nanoseconds; 0 if the log doesn't have it.
    var processorTime: UInt64
    var code: Code
    var waiters = 0
    var firstWaiter: PromiseID = 0
    var longestWait: Int64 = 0
    /// The time that it and the long runs directly before it ran.
    var inARow: Int64 = 0
  }

  /// A function, by the operator, call site, and label of the promises of its calls.
  struct Code: Sendable, Hashable {
    var origin: UInt32
    var label: TextID
  }

  private struct Run: Sendable {
    var promise: PromiseID
    var start: Int64
    /// The time of the calls within it.
    var inner: Int64 = 0
  }

  /// The maximum number of blocks to keep.
  private static let limit = 1_024

  private let shortest: Int64
  private var runs: [Run] = []
  /// The body that the latest note about a long run names, and where it was.
  private var noted: (promise: PromiseID, site: Site)?
  /// The latest long run, to which those are added that settle right after it.
  private var latest: Block?
  private var complete: [Block] = []
  /// The latest long runs, whether others waited or not, in the order of their ends.
  private var held: [LoopHold] = []
  /// The number of runs of each function, and of long ones among them.
  private var lengths: [Code: (all: Int, long: Int)] = [:]

  init(shortest: Int64) { self.shortest = shortest }

  /// The runs for which others waited.
  ///
  /// A body that hardly ever takes long was rather interrupted, by the system or by the garbage collector, than busy, unless it took very much
  /// processor time.
  var blocks: [Block] {
    (complete + (latest.map { $0.waiters > 0 ? [$0] : [] } ?? [])).filter { block in
      let (all, long) = lengths[block.code, default: (0, 0)]
      return all < 10 || long * 20 >= all || block.processorTime >= UInt64(max(0, shortest)) * 4
    }
  }

  /// The latest long runs that ended by a moment, in the order of their ends.
  func holds(until moment: Int64) -> [LoopHold] { held.filter { $0.end <= moment } }

  /// Updates the account when a body starts or continues.
  mutating func starts(_ event: Event) {
    guard event.queue == .none, event.thread == .none else { return }
    if event.kind == .continued || event.context == 0 {
      // A call within a body is only recorded with its caller as the context; anything else starts from the loop.
      if event.kind == .continued || runs.last?.promise != event.promise { runs.removeAll(keepingCapacity: true) }
    }
    guard runs.count < 256 else { return }
    runs.append(Run(promise: event.promise, start: event.time))
  }

  /// Keeps a note that says where a body was during most of a long run, which ends next.
  mutating func notes(_ event: Event) { noted = (event.promise, event.site) }

  /// Updates the account when a body stops or ends.
  mutating func stops(_ event: Event, _ store: ChainStore) {
    guard let index = runs.lastIndex(where: { $0.promise == event.promise }) else { return }
    let run = runs[index]
    runs.removeSubrange(index...)
    let whole = max(0, event.time - run.start)
    if let outer = runs.indices.last { runs[outer].inner += whole }
    let own = whole - run.inner
    // Of a thread that the system did not let run, or of a machine that slept, less time was taken than passed.
    let isLong = own >= shortest && (event.processorTime == 0 || event.processorTime >= UInt64(max(0, shortest)))
    let code = Code(origin: store.origin(of: run.promise), label: store.label(of: run.promise))
    if lengths[code] != nil || lengths.count < 4_096 {
      lengths[code, default: (0, 0)].all += 1
      if isLong { lengths[code]?.long += 1 }
    }
    let noted = noted
    self.noted = nil
    guard isLong else { return }
    let before = latest.map { run.start - $0.end <= LoopHold.patience(after: $0.own) ? $0.inARow : 0 } ?? 0
    finishBlock()
    latest = Block(
      promise: run.promise, start: run.start, end: event.time, own: own, sequence: event.sequence,
      stop: noted.flatMap { $0.promise == run.promise ? $0.site : nil }
        ?? (event.kind == .awaiting ? event.site : Site()),
      processorTime: event.processorTime, code: code, inARow: own + before)
    held.append(LoopHold(promise: run.promise, start: run.start, end: event.time))
    if held.count > 2 * Self.limit { held.removeFirst(Self.limit) }
  }

  /// Counts a promise that something outside of bodies settled, if it waited for the latest block.
  mutating func settled(_ event: Event, _ store: ChainStore) {
    guard let block = latest else { return }
    // Whatever settles later did not only wait for the thread.
    guard event.time - block.end <= LoopHold.patience(after: block.own) else { return finishBlock() }
    guard event.cause == .resolver, event.context == 0, let facts = store.facts(event.promise),
      facts.created <= block.start, facts.inside != block.promise, !store.awaits(block.promise, facts.id)
    else { return }
    let wait = event.time - facts.created
    // Such runs must be most of what the promise waited for, so that the answer does not depend on the speed of a machine.
    guard block.inARow >= wait / 2 else { return }
    latest?.waiters += 1
    if block.firstWaiter == 0 { latest?.firstWaiter = event.promise }
    latest?.longestWait = max(block.longestWait, min(wait, event.time - block.start))
  }

  /// Events are missing, so nothing is known about what runs.
  mutating func lost() {
    runs = []
    latest = nil
  }

  private mutating func finishBlock() {
    if let block = latest, block.waiters > 0, complete.count < Self.limit { complete.append(block) }
    latest = nil
  }
}
