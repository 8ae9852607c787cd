// What a linter remembers about each promise: a few bits, so that a log of millions of promises takes a few bytes for each one. Owns the bound.

import PromiseTrace

/// What has happened to a promise.
struct PromiseFacts: OptionSet, Sendable {
  let rawValue: UInt16
  static let created = PromiseFacts(rawValue: 1)
  static let fulfilled = PromiseFacts(rawValue: 2)
  static let rejected = PromiseFacts(rawValue: 4)
  static let started = PromiseFacts(rawValue: 8)
  static let finished = PromiseFacts(rawValue: 16)
  static let awaiting = PromiseFacts(rawValue: 32)
  static let adopting = PromiseFacts(rawValue: 64)
  static let handled = PromiseFacts(rawValue: 128)
  static let unhandled = PromiseFacts(rawValue: 256)
  static let released = PromiseFacts(rawValue: 512)

  var isSettled: Bool { !isDisjoint(with: [.fulfilled, .rejected]) }
  /// Whether its body has started and not finished.
  var isRunning: Bool { contains(.started) && !contains(.finished) }
  /// The state as a log has it.
  var state: String { contains(.fulfilled) ? "fulfilled" : contains(.rejected) ? "rejected" : "pending" }
}

/// The facts about all promises of a log.
///
/// Example: promise 70 is the seventh of the group of 64 promises that starts at 64. A million consecutive promises take 2 MB. A promise whose
/// number is far from all others takes a group of its own; beyond the limit, nothing is remembered of further groups.
struct PromiseTable {
  /// The greatest number of groups of 64 promises that are remembered.
  var limit = 1 << 20
  private var groups: [UInt64: Int] = [:]
  private var facts: ContiguousArray<PromiseFacts> = []
  private var last = (group: UInt64.max, index: 0)
  /// Whether the log has more promises than are remembered.
  private(set) var isFull = false

  /// The memory that it takes, in bytes, without that of the hash table.
  var bytes: Int { facts.count * MemoryLayout<PromiseFacts>.stride }

  /// The facts about a promise; none for one that was never mentioned.
  subscript(promise: PromiseID) -> PromiseFacts {
    mutating get { index(promise).map { facts[$0] } ?? [] }
    set { if let index = index(promise) { facts[index] = newValue } }
  }

  private mutating func index(_ promise: PromiseID) -> Int? {
    let (group, position) = (promise >> 6, Int(promise & 63))
    if last.group == group { return last.index + position }
    guard let known = groups[group] else {
      if groups.count >= limit {
        isFull = true
        return nil
      }
      last = (group, facts.count)
      groups[group] = facts.count
      facts.append(contentsOf: repeatElement([], count: 64))
      return last.index + position
    }
    last = (group, known)
    return known + position
  }
}
