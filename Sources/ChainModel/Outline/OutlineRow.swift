// One row of the outline. Owns its content, depth and guides. Does not know glyphs or colors.

import PlainText
import PromiseTrace

/// One row of an ``Outline``.
public struct OutlineRow: Sendable, Equatable {
  /// What the row draws.
  public enum Content: Sendable, Equatable {
    /// A promise, drawn here and nowhere else.
    case node(PromiseID)
    /// `↪ #12`: an edge to a promise that is drawn elsewhere.
    case reference(PromiseID)
    /// A number of events are missing here, either because they were lost before they were read or, if `isDamage` is true, at least in part
    /// because the log is damaged.
    case lost(UInt64, isDamage: Bool)
    /// Promises were evicted here; the value is their number.
    case evicted(Int)
  }

  /// What the row draws.
  public var content: Content
  /// The row's relation to the row above it.
  public var relation: NodeRelation
  /// The level of indentation; all links of a chain have the same depth.
  public var depth: Int
  /// Whether it is the second or a later link of a chain; false for rows that are not promises.
  public var isContinuation: Bool
  /// Whether it can be folded: the first row of a chain with anything below it, or a later one with indented rows below it.
  public var isFoldable: Bool
  /// Whether it is folded.
  public var isFolded: Bool
  /// The number of promises that its fold hides; 0 unless folded.
  public var hidden: Int
  /// What its fold hides.
  public var sums: FoldSums
  /// Whether it is shown only because a row below it matches ``Outline/onlyKeeps``.
  public var isDimmed: Bool
  /// Whether the edge to this row closes a cycle.
  public var isCycle: Bool

  /// The promise that the row draws or refers to; nil for losses and evictions.
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

/// The promises that a fold hides.
public struct FoldSums: Sendable, Equatable {
  /// All of them.
  public var promises = 0
  /// Those neither settled nor freed.
  public var pending = 0
  /// Those rejected, whether handled or not; cancellations are not counted.
  public var rejected = 0
  /// Those in ``Outline/badges``.
  public var badged = 0

  /// Creates sums of zero.
  public init() {}
}

/// One column of the lines that lead to a row.
public enum OutlineGuide: UInt8, Sendable {
  case blank
  /// `│`: something below belongs to the same parent.
  case line
  /// `├`: a chain starts here, and others follow.
  case branch
  /// `└`: the last chain of its parent starts here.
  case corner
}

/// The lines that lead to a row, outermost first.
public struct OutlineGuides: Sendable, Equatable {
  /// The number of levels omitted on the left because they did not fit.
  public var elided: Int
  /// One guide per level from `elided + 1` to the row's depth; none at depth 0.
  public var levels: [OutlineGuide]
}

extension OutlineRow {
  /// The words for missing events, such as `3 events lost here`.
  ///
  /// - Parameters:
  ///   - count: Their number.
  ///   - isDamage: Whether the log is damaged at their position.
  ///   - language: Their language.
  /// - Returns: The words, without a period.
  package static func words(lost count: UInt64, isDamage: Bool, in language: Language) -> String {
    let number = NumberText.grouped(count)
    return language(
      NumberText.plural(count, "event", "events") + (isDamage ? " missing: the log is damaged here" : " lost here"),
      isDamage ? "缺失 \(number) 个事件：日志在此损坏" : "此处丢失 \(number) 个事件")
  }

  /// The words for promises that are no longer kept.
  package static func words(evicted count: Int, in language: Language) -> String {
    language(
      NumberText.plural(count, "promise", "promises") + " no longer kept", "\(NumberText.grouped(count)) 个 Promise 不再保留"
    )
  }
}
