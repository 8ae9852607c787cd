// The promises that took longest. Owns two bounded lists: by total and by own time.

import ChainModel
import PromiseTrace

/// The settled promises that took longest.
public struct Slowest: Sendable, Equatable {
  /// A promise and its durations.
  public struct Entry: Sendable, Equatable {
    /// The promise.
    public var promise: PromiseID
    /// Its durations.
    public var durations: NodeDurations
  }

  /// The number of promises in each list.
  public let limit: Int
  /// The promises with the longest time from creation to settlement, longest first.
  public private(set) var byTotal: [Entry] = []
  /// The promises with the longest time of their own, longest first.
  public private(set) var byOwn: [Entry] = []

  /// Creates empty lists.
  public init(limit: Int = 20) { self.limit = max(0, limit) }

  /// Considers a settled promise.
  ///
  /// - Complexity: O(1) for a promise that is not among the slowest, otherwise O(*limit*).
  public mutating func add(_ promise: PromiseID, _ durations: NodeDurations) {
    let entry = Entry(promise: promise, durations: durations)
    insert(entry, into: &byTotal) { $0.total }
    insert(entry, into: &byOwn) { $0.own }
  }

  @inline(__always)
  private func insert(_ entry: Entry, into list: inout [Entry], by key: (NodeDurations) -> Int64) {
    let value = key(entry.durations)
    guard value > 0, list.count < limit || value > key(list[list.count - 1].durations) else { return }
    guard limit > 0 else { return }
    // Equal ones stay in the order in which they settled.
    let index = list.firstIndex { key($0.durations) < value } ?? list.count
    list.insert(entry, at: index)
    if list.count > limit { list.removeLast() }
  }
}
