// Who held a queue while others waited for it. Owns the accounts of every queue. Does not judge; the rules do.
//
// The log names queues but does not say whether they are serial. A queue on which two bodies ever overlapped on different threads is
// taken as concurrent, and nothing is said about it.

import ChainModel
import PromiseTrace

/// The accounts of all queues.
struct QueueWatch: Sendable {
  /// A body that held a queue for a long time.
  struct Slow: Sendable {
    var promise: PromiseID
    var start: Int64
    var end: Int64
    /// The number of bodies that were enqueued before it ended and started after.
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
  }

  struct Account: Sendable {
    let name: TextID
    /// Bodies that run now; nested ones of the same thread are not listed.
    var running: [Body] = []
    var isConcurrent = false
    /// The number of bodies that are enqueued and have not started.
    var waiting = 0
    var firstWaiting: PromiseID = 0
    var firstWaitingSince: Int64 = 0
    var slow: [Slow] = []
    /// The slow body that ended last, an index into `slow`.
    var latestSlow: Int?
    /// The total time that bodies waited and ran, without waits behind a slow body.
    var queued: Int64 = 0
    var ran: Int64 = 0
    var longWaits = 0
    var longestWait: Int64 = 0
    var longestWaiter: PromiseID = 0
    var longestSince: Int64 = 0
    /// Where waits began that are not explained by a slow body.
    var contentionStart: Int64?
  }

  private(set) var accounts: [Account] = []
  private var indices: [TextID: Int] = [:]
  private var latest: (name: TextID, index: Int) = (.none, 0)
  /// The number of slow bodies of all queues.
  private var slowCount = 0
  private let slowLimit: Int64
  private let waitLimit: Int64

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
    if accounts[queue].waiting == 0 {
      (accounts[queue].firstWaiting, accounts[queue].firstWaitingSince) = (event.promise, event.time)
    }
    accounts[queue].waiting += 1
  }

  /// Updates the queue when a body starts; `enqueued` is nil if the body was not enqueued, as on an inline executor.
  mutating func started(_ event: Event, enqueued: Int64?) {
    guard let enqueued, let queue = index(event.queue) else { return }
    accounts[queue].waiting = max(0, accounts[queue].waiting - 1)
    accounts[queue].firstWaitingSince = event.time
    accounts[queue].firstWaiting = 0
    let isNested = accounts[queue].running.contains { $0.thread == event.thread }
    if !isNested {
      if !accounts[queue].running.isEmpty { accounts[queue].isConcurrent = true }
      if accounts[queue].running.count < 256 {
        accounts[queue].running.append(
          Body(promise: event.promise, start: event.time, thread: event.thread, sequence: event.sequence))
      }
    }
    let wait = event.time - enqueued
    guard wait > 0 else { return }
    if let slow = accounts[queue].latestSlow, accounts[queue].slow[slow].end > enqueued {
      accounts[queue].slow[slow].waiters += 1
      if accounts[queue].slow[slow].firstWaiter == 0 { accounts[queue].slow[slow].firstWaiter = event.promise }
      accounts[queue].slow[slow].longestWait = max(accounts[queue].slow[slow].longestWait, wait)
      return
    }
    accounts[queue].queued = Int64(clampedTime: accounts[queue].queued &+ min(wait, .max / 4))
    if accounts[queue].contentionStart == nil { accounts[queue].contentionStart = enqueued }
    guard wait >= waitLimit else { return }
    accounts[queue].longWaits += 1
    if wait > accounts[queue].longestWait {
      (accounts[queue].longestWait, accounts[queue].longestWaiter, accounts[queue].longestSince) =
        (wait, event.promise, enqueued)
    }
  }

  mutating func finished(_ event: Event) {
    guard let queue = index(event.queue),
      let index = accounts[queue].running.firstIndex(where: { $0.promise == event.promise })
    else { return }
    let body = accounts[queue].running.remove(at: index)
    let duration = event.time - body.start
    accounts[queue].ran = Int64(clampedTime: accounts[queue].ran &+ min(duration, .max / 4))
    guard duration >= slowLimit, accounts[queue].slow.count < 1_024, slowCount < 65_536 else { return }
    slowCount += 1
    accounts[queue].slow.append(
      Slow(promise: event.promise, start: body.start, end: event.time, sequence: event.sequence))
    accounts[queue].latestSlow = accounts[queue].slow.count - 1
  }

  /// Events are missing, so nothing is known about what runs and waits.
  mutating func lost() {
    for queue in accounts.indices {
      accounts[queue].running = []
      accounts[queue].waiting = 0
      accounts[queue].latestSlow = nil
    }
  }
}
