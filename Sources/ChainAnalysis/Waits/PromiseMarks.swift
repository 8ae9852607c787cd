// A set of promises for a walk that may see all of a store. Owns only the marks; the walks know what they mean.

import ChainModel
import PromiseTrace

/// A set of promises of one store: a hash table while it is small, and then a bit per promise of the store.
///
/// A hash table of a million numbers takes 24 MB and 0.2 s to fill, the bits 125 KB. They are not used from the start, because clearing them for
/// each of many short walks would take longer than the walks; walks that share a set leave it empty. It becomes invalid when an event is
/// applied. It does not store the store, because copying one takes longer than a short walk.
struct PromiseMarks {
  private var few: Set<PromiseID> = []
  /// By index in the store; empty while there are few.
  private var bits: [UInt64] = []

  init() {}

  /// Creates an empty set for many walks, which empty it again.
  init(sharedIn store: ChainStore) { bits = Self.noBits(store) }

  private static func noBits(_ store: ChainStore) -> [UInt64] {
    [UInt64](repeating: 0, count: store.indexEnd / 64 + 1)
  }

  func contains(_ id: PromiseID, in store: ChainStore) -> Bool {
    guard !bits.isEmpty, let index = store.index(of: id) else { return !few.isEmpty && few.contains(id) }
    return bits[index >> 6] & (1 << UInt64(index & 63)) != 0
  }

  /// Adds a promise.
  ///
  /// - Returns: Whether it was not in the set.
  @discardableResult
  mutating func insert(_ id: PromiseID, in store: ChainStore) -> Bool {
    if bits.isEmpty {
      guard few.insert(id).inserted else { return false }
      if few.count >= 4_096 { useBits(store) }
      return true
    }
    // A promise that the store doesn't contain has no index.
    guard let index = store.index(of: id) else { return few.insert(id).inserted }
    let bit = UInt64(1) << UInt64(index & 63)
    defer { bits[index >> 6] |= bit }
    return bits[index >> 6] & bit == 0
  }

  mutating func remove(_ id: PromiseID, in store: ChainStore) {
    guard !bits.isEmpty, let index = store.index(of: id) else {
      few.remove(id)
      return
    }
    bits[index >> 6] &= ~(1 << UInt64(index & 63))
  }

  private mutating func useBits(_ store: ChainStore) {
    bits = Self.noBits(store)
    let ids = few
    few = []
    for id in ids { insert(id, in: store) }
  }
}
