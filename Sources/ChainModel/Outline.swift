// Which node is drawn where: the graph of facts as rows, top to bottom.
//
// Owns the choice of a display parent's place, folds and order. Refuses to draw: rows have a depth and guides, and the
// text tree and the screen turn them into glyphs.

import PromiseTrace

/// The rows of a store's promises.
///
/// - A linear chain of `then`s runs down at one depth; only where a promise has several derived ones do they indent.
/// - A combinator's inputs, an adopted promise and promises created inside a body hang indented below their owner.
/// - Each promise is drawn once; another edge to it is a reference row.
/// - Chains are in the order in which their first promise was created.
///
/// Not thread-safe. All work is in ``update(from:)``, linear in the kept promises and done only after the structure
/// changed; every other call is constant or proportional to what it returns.
public struct Outline: Sendable {
  /// Promises that are folded.
  ///
  /// A chain's first row hides the rest of its chain and all below it, a later link hides what is indented below it.
  /// Takes effect with the next ``update(from:)``.
  public var folds: Set<PromiseID> = []

  /// Creates an empty outline.
  public init() {}

  /// Follows the store.
  ///
  /// - Parameter store: The same store each time, further on or further back.
  /// - Returns: Whether any row may have changed its place; states and texts change without that.
  @discardableResult
  public mutating func update(from store: ChainStore) -> Bool { false }

  /// How many rows there are.
  public var count: Int { 0 }

  /// One row.
  ///
  /// - Parameter index: 0 up to ``count``, exclusive.
  public subscript(index: Int) -> OutlineRow {
    OutlineRow(
      content: .evicted(0), relation: .root, depth: 0, isContinuation: false, isFoldable: false, isFolded: false,
      hidden: 0, isCycle: false)
  }

  /// The row that draws a promise; nil where a fold hides it or the store does not keep it.
  ///
  /// Constant time.
  public func index(of id: PromiseID, in store: ChainStore) -> Int? { nil }

  /// The row that draws a promise or, where a fold hides it, the nearest row above that is drawn.
  public func nearestIndex(of id: PromiseID, in store: ChainStore) -> Int? { nil }

  /// The row one level up that `index` hangs below; nil for depth 0.
  public func parent(of index: Int) -> Int? { nil }

  /// The lines that lead to a row.
  ///
  /// - Parameters:
  ///   - index: The row.
  ///   - limit: Levels to return at most, the innermost ones; the rest is told by ``OutlineGuides/elided``.
  /// - Returns: One guide for each level, outermost first.
  public func guides(at index: Int, limit: Int = 24) -> OutlineGuides { OutlineGuides(elided: 0, levels: []) }
}
