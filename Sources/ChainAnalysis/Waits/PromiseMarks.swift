// A set of promises for a walk that may see all of a store. Owns only the marks; the walks know what they mean.

import ChainModel
import PromiseTrace

/// A set of promises of one store: a hash table while it is small, and then a bit per promise of the store.
///
/// A hash table of a million numbers takes 24 MB and 0.2 s to fill, the bits 125 KB. They are not used from the start, because clearing them for
/// each of many short walks would take longer than the walks. It becomes invalid when an event is applied.
struct PromiseMarks {
  private let store: ChainStore
  private var few: Set<PromiseID> = []
  /// By index in the store; empty while there are few.
  private var bits: [UInt64] = []

  init(_ store: ChainStore) { self.store = store }

  func contains(_ id: PromiseID) -> Bool {
    guard !bits.isEmpty else { return few.contains(id) }
    guard let index = store.index(of: id) else { return few.contains(id) }
    return bits[index >> 6] & (1 << UInt64(index & 63)) != 0
  }

  /// Adds a promise.
  ///
  /// - Returns: Whether it was not in the set.
  @discardableResult
  mutating func insert(_ id: PromiseID) -> Bool {
    if bits.isEmpty {
      guard few.insert(id).inserted else { return false }
      if few.count >= 4_096 { useBits() }
      return true
    }
    // A promise that the store doesn't contain has no index.
    guard let index = store.index(of: id) else { return few.insert(id).inserted }
    let bit = UInt64(1) << UInt64(index & 63)
    defer { bits[index >> 6] |= bit }
    return bits[index >> 6] & bit == 0
  }

  /// Removes a promise.
  mutating func remove(_ id: PromiseID) {
    guard !bits.isEmpty, let index = store.index(of: id) else {
      few.remove(id)
      return
    }
    bits[index >> 6] &= ~(1 << UInt64(index & 63))
  }

  private mutating func useBits() {
    bits = [UInt64](repeating: 0, count: store.indexEnd / 64 + 1)
    let ids = few
    few = []
    for id in ids { insert(id) }
  }
}
