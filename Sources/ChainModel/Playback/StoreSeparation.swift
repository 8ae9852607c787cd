// A copy of a store's memory in steps. A keyframe or a pause makes two stores share their memory, and the next event would copy all of it: 100 ms
// for a million promises. A screen copies a part with each frame instead, and applies the events that came meanwhile afterward.
//
// Owns the large arrays of a store, which make up almost all of its memory. The small ones are copied by the next event.

import PromiseTrace

/// The large arrays of a store that must not change until its copy is complete.
struct StoreSeparation: Sendable {
  fileprivate var ids: ArrayCopy<PromiseID>
  fileprivate var life: ArrayCopy<Life>
  fileprivate var links: ArrayCopy<Links>
  fileprivate var words: ArrayCopy<TextHandles>
  fileprivate var edges: ArrayCopy<Edge>
  fileprivate var rows: ArrayCopy<Row>

  init(_ store: ChainStore) {
    ids = ArrayCopy(store.idColumn.values)
    life = ArrayCopy(store.life.values)
    links = ArrayCopy(store.links.values)
    words = ArrayCopy(store.words.values)
    edges = ArrayCopy(store.edges.values)
    rows = ArrayCopy(store.rows.slots)
  }

  /// Copies some of the memory.
  ///
  /// - Parameter bytes: The number of bytes to copy.
  /// - Returns: Whether everything is copied.
  mutating func advance(bytes: Int) -> Bool {
    var bytes = bytes
    return ids.advance(&bytes) && life.advance(&bytes) && links.advance(&bytes) && words.advance(&bytes)
      && edges.advance(&bytes) && rows.advance(&bytes)
  }
}

extension ChainStore {
  /// Moves to the memory of a complete copy; the store must not have changed since the copy was started.
  mutating func replaceMemory(by copy: StoreSeparation) {
    idColumn.replaceMemory(by: copy.ids.copy)
    life.replaceMemory(by: copy.life.copy)
    links.replaceMemory(by: copy.links.copy)
    words.replaceMemory(by: copy.words.copy)
    edges.replaceMemory(by: copy.edges.copy)
    rows.replaceMemory(by: copy.rows.copy)
  }
}

/// An array and the part of it that has been copied.
private struct ArrayCopy<Element: Sendable>: Sendable {
  private let source: [Element]
  private(set) var copy: [Element] = []

  init(_ source: [Element]) {
    self.source = source
    // Untouched capacity costs nothing, and without it the next row would copy everything again.
    copy.reserveCapacity(source.capacity)
  }

  mutating func advance(_ bytes: inout Int) -> Bool {
    let count = min(source.count - copy.count, bytes / MemoryLayout<Element>.stride)
    guard count > 0 else { return copy.count == source.count }
    copy.append(contentsOf: source[copy.count..<copy.count + count])
    bytes -= count * MemoryLayout<Element>.stride
    return copy.count == source.count
  }
}
