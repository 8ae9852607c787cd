// Who held a queue while others waited for it. Owns the accounts of every queue. Does not judge; the rules do.
//
// The log names queues but does not say whether they are serial. A queue on which two bodies ever overlapped on different threads is
// taken as concurrent, and nothing is said about it.
//
// A wait is compared with what the queue did meanwhile. If one long body took most of it, that body is slow; if many bodies did, the queue
// has too much to do; and if none did, something that is no promise occupied it:
//
//     queued       ∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙∙┤ started
//     bodies   ├─ 1 ─┤├─ 2 ─┤├─ 3 ─┤            ├─ 4 ─┤  covered: 1 to 4; the gap belongs to other code

import ChainModel
import PromiseTrace

/// The accounts of all queues.
struct QueueWatch: Sendable {
  /// A body that held a queue for a long time.
  struct Slow: Sendable {
    var promise: PromiseID
    var start: Int64
    var end: Int64
    /// The number of bodies that waited mostly for it, and took less than half as long themselves.
    var waiters = 0
    var firstWaiter: PromiseID = 0
    var longestWait: Int64 = 0
    var sequence: UInt64
  }

  struct Body: Sendable {
    var promise: PromiseID
    var start: Int64
    var thread: TextID
    var sequence: UInt64
    /// The slow body that it waited for, an index into `slow`.
    var slow: Int?
    var wait: Int64 = 0
  }

  /// Bodies that waited for long.
  struct Waits: Sendable {
    var count = 0
    var total: Int64 = 0
    var longest: Int64 = 0
    var longestWaiter: PromiseID = 0
    /// When the longest wait began.
    var since: Int64 = 0
    /// When the first wait began.
    var first: Int64?

    mutating func add(_ wait: Int64, of promise: PromiseID, since enqueued: Int64) {
      count += 1
      total = Int64(clampedTime: total &+ min(wait, .max / 4))
      first = min(first ?? enqueued, enqueued)
      if wait > longest { (longest, longestWaiter, since) = (wait, promise, enqueued) }
    }
  }

  /// The bodies of one call site.
  struct Occupant: Sendable {
    var first: PromiseID
    var count = 0
    var ran: Int64 = 0
  }

  struct Account: Sendable {
    let name: TextID
    /// Bodies that run now; nested ones of the same thread are not listed.
    var running: [Body] = []
    var isConcurrent = false
    /// The number of bodies that are enqueued and have not started.
    var waiting = 0
    var firstWaiting: PromiseID = 0
    var slow: [Slow] = []
    /// The number of bodies that took long enough to be worth another queue.
    var long = 0
    /// The total time that bodies ran.
    var ran: Int64 = 0
    /// The total time that bodies had run when those that wait now were enqueued.
    var ranBefore: [PromiseID: Int64] = [:]
    /// Long waits during which other bodies occupied the queue, none of which is slow.
    var crowded = Waits()
    /// Long waits during which something that is no promise occupied the queue.
    var foreign = Waits()
    /// Who ran on the queue, by call site.
    var occupants: [UInt32: Occupant] = [:]

    /// The call site that took most of the queue's time.
    var topOccupant: Occupant? { occupants.values.max { ($0.ran, $1.first) < ($1.ran, $0.first) } }
  }

  private(set) var accounts: [Account] = []
  private var indices: [TextID: Int] = [:]
  private var latest: (name: TextID, index: Int) = (.none, 0)
  /// The number of slow bodies of all queues.
  private var slowCount = 0
  private let slowLimit: Int64
  private let waitLimit: Int64
  /// The maximum number of waiting bodies and of call sites to follow per queue.
  private static let (waitingLimit, occupantLimit) = (65_536, 1_024)

  init(slow: Int64, wait: Int64) { (slowLimit, waitLimit) = (slow, wait) }

  func account(_ name: TextID) -> Account? { indices[name].map { accounts[$0] } }

  @inline(__always)
  private mutating func index(_ name: TextID) -> Int? {
    guard name != .none else { return nil }
    if latest.name == name { return latest.index }
    let index: Int
    if let known = indices[name] {
      index = known
    } else {
      // A program has few queues; a log with more labels them differently each time.
      guard accounts.count < 4_096 else { return nil }
      index = accounts.count
      accounts.append(Account(name: name))
      indices[name] = index
    }
    latest = (name, index)
    return index
  }

  mutating func enqueued(_ event: Event) {
    guard let queue = index(event.queue) else { return }
    if accounts[queue].waiting == 0 { accounts[queue].firstWaiting = event.promise }
    accounts[queue].waiting += 1
    guard !accounts[queue].isConcurrent, accounts[queue].ranBefore.count < Self.waitingLimit else { return }
    accounts[queue].ranBefore[event.promise] = accounts[queue].ran(until: event.time)
  }

  /// Updates the queue when a body starts; `enqueued` is nil if the body was not enqueued, as on an inline executor.
  mutating func started(_ event: Event, enqueued: Int64?) {
    guard let enqueued, let queue = index(event.queue) else { return }
    accounts[queue].waiting = max(0, accounts[queue].waiting - 1)
    accounts[queue].firstWaiting = 0
    var body = Body(promise: event.promise, start: event.time, thread: event.thread, sequence: event.sequence)
    body.wait = event.time - enqueued
    let before = accounts[queue].ranBefore.removeValue(forKey: event.promise)
    if body.wait > 0, let before { body.slow = judge(body, enqueued, ranBefore: before, queue) }
    guard !accounts[queue].running.contains(where: { $0.thread == event.thread }) else { return }
    if !accounts[queue].running.isEmpty {
      accounts[queue].isConcurrent = true
      accounts[queue].ranBefore = [:]
    }
    if accounts[queue].running.count < 256 { accounts[queue].running.append(body) }
  }

  /// Finds out what a body waited for: a slow one, whose index is returned, many others, or something that is no promise.
  private mutating func judge(_ body: Body, _ enqueued: Int64, ranBefore: Int64, _ queue: Int) -> Int? {
    var (held, longest, slow) = (Int64(0), Int64(0), Int?.none)
    for index in accounts[queue].slow.indices.reversed() {
      let (start, end) = (accounts[queue].slow[index].start, accounts[queue].slow[index].end)
      guard end > enqueued else { break }
      let overlap = end - max(start, enqueued)
      held += overlap
      if overlap > longest { (longest, slow) = (overlap, index) }
    }
    if let slow, held >= body.wait / 2 {
      accounts[queue].slow[slow].waiters += 1
      if accounts[queue].slow[slow].firstWaiter == 0 { accounts[queue].slow[slow].firstWaiter = body.promise }
      accounts[queue].slow[slow].longestWait = max(accounts[queue].slow[slow].longestWait, body.wait)
      return slow
    }
    note(body, enqueued, isForeign: accounts[queue].ran(until: body.start) - ranBefore < body.wait / 2, queue)
    return nil
  }

  private mutating func note(_ body: Body, _ enqueued: Int64, isForeign: Bool, _ queue: Int) {
    guard body.wait >= waitLimit else { return }
    if isForeign {
      accounts[queue].foreign.add(body.wait, of: body.promise, since: enqueued)
    } else {
      accounts[queue].crowded.add(body.wait, of: body.promise, since: enqueued)
    }
  }

  mutating func finished(_ event: Event, _ store: ChainStore) {
    guard let queue = index(event.queue),
      let index = accounts[queue].running.firstIndex(where: { $0.promise == event.promise })
    else { return }
    let body = accounts[queue].running.remove(at: index)
    let duration = min(max(0, event.time - body.start), .max / 4)
    if duration >= waitLimit / 20 { accounts[queue].long += 1 }
    accounts[queue].ran = Int64(clampedTime: accounts[queue].ran &+ duration)
    let origin = store.origin(of: event.promise)
    if accounts[queue].occupants[origin] != nil || accounts[queue].occupants.count < Self.occupantLimit {
      accounts[queue].occupants[origin, default: Occupant(first: event.promise)].count += 1
      accounts[queue].occupants[origin]?.ran += duration
    }
    // One that takes about as long as the body that it waited for is no victim of that one; the two share a queue.
    if let slow = body.slow, duration > (accounts[queue].slow[slow].end - accounts[queue].slow[slow].start) / 2 {
      accounts[queue].slow[slow].waiters -= 1
      note(body, body.start - body.wait, isForeign: false, queue)
    }
    guard duration >= slowLimit, accounts[queue].slow.count < 1_024, slowCount < 65_536 else { return }
    slowCount += 1
    accounts[queue].slow.append(
      Slow(promise: event.promise, start: body.start, end: event.time, sequence: event.sequence))
  }

  /// Events are missing, so nothing is known about what runs and waits.
  mutating func lost() {
    for queue in accounts.indices {
      accounts[queue].running = []
      accounts[queue].waiting = 0
      accounts[queue].ranBefore = [:]
    }
  }
}

extension QueueWatch.Account {
  /// The total time that bodies have run until a moment, including the one that runs.
  fileprivate func ran(until now: Int64) -> Int64 {
    ran &+ (running.first.map { max(0, now - $0.start) } ?? 0)
  }
}
