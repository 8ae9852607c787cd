// One line of the outline, before anybody decides how it looks.

import PromiseTrace

/// One row of an ``Outline``.
public struct OutlineRow: Sendable, Equatable {
  /// What the row stands for.
  public enum Content: Sendable, Equatable {
    /// A promise, drawn here and nowhere else.
    case node(PromiseID)
    /// `↪ #12`: an edge to a promise that is drawn elsewhere.
    case reference(PromiseID)
    /// Events were lost here, so many.
    case lost(UInt64)
    /// Promises that are no longer kept were here, so many.
    case evicted(Int)
  }

  /// Why the row hangs where it does; for a reference, which edge it draws.
  public enum Relation: UInt8, Sendable {
    /// Nothing above it: a chain's first promise, or a loss at its position.
    case root
    /// It derives from the node above (a `then`).
    case derived
    /// An input of the combinator above.
    case input
    /// The promise that the node above adopted.
    case adopted
    /// It was created inside the body of the node above.
    case inside
  }

  /// What the row stands for.
  public var content: Content
  /// Why it is here.
  public var relation: Relation
  /// How many levels it is indented; links of one chain share a depth.
  public var depth: Int
  /// True for the second and later links of a chain; false for a chain's first, and for rows that are no promise.
  public var isContinuation: Bool
  /// Whether it can be folded: a chain's first row with anything below it, or a later one with rows indented below it.
  public var isFoldable: Bool
  /// Whether it is folded.
  public var isFolded: Bool
  /// How many promises its fold hides; 0 unless folded.
  public var hidden: Int
  /// Whether the edge to this row closes a circle.
  public var isCycle: Bool

  /// The promise of the row, drawn or referred to; nil for losses and evictions.
  public var id: PromiseID? {
    switch content {
    case .node(let id), .reference(let id): id
    case .lost, .evicted: nil
    }
  }

  /// The promise that this row draws; nil for references, losses and evictions.
  public var node: PromiseID? {
    if case .node(let id) = content { id } else { nil }
  }
}

/// One column of the lines that lead to a row.
public enum OutlineGuide: UInt8, Sendable {
  /// Nothing.
  case blank
  /// `│`: something below belongs to the same parent.
  case line
  /// `├`: a chain begins here, others follow.
  case branch
  /// `└`: the last chain of its parent begins here.
  case corner
}

/// The lines that lead to a row, outermost first.
public struct OutlineGuides: Sendable, Equatable {
  /// Levels left out on the left, because they did not fit.
  public var elided: Int
  /// One for each level from `elided + 1` to the row's depth; none at depth 0.
  public var levels: [OutlineGuide]
}
