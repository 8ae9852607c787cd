// Draws a whole outline in steps, because drawing a million rows takes longer than a frame. Owns the order of the steps: what is shown and how it
// is sorted (`OutlinePlan`), and then the rows (`Outline+Draw`). Meanwhile, the former outline stays as it is.

import PromiseTrace

/// An outline that is being drawn.
struct OutlineDrawing: Sendable {
  private(set) var outline: Outline
  /// The revisions of the store and the settings.
  let seen: (structure: UInt64, states: UInt64, settings: Outline.Settings)
  let revision: UInt64
  private var plan: OutlinePlan?
  /// What remains to be drawn; nil before the plan is complete.
  private var rest: Outline.Rest?
  private var lines: [PackedRow] = []

  /// Starts to draw a store's outline.
  init(_ store: ChainStore, _ settings: Outline.Settings) {
    outline = Outline()
    (outline.folds, outline.foldsRoots, outline.unfolds) = (settings.folds, settings.foldsRoots, settings.unfolds)
    outline.autoFoldsSettled = settings.autoFoldsSettled
    outline.rope.placeOfSlot = [UInt32](repeating: RowRope.none, count: store.ids.count)
    seen = (store.structureRevision, store.stateRevision, settings)
    revision = store.revision
    plan = OutlinePlan(settings, store)
  }

  /// Whether it is a drawing with these settings; badges are counted when it is complete.
  func has(_ settings: Outline.Settings) -> Bool {
    var own = seen.settings
    own.badges = settings.badges
    return own == settings
  }

  /// Continues.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - steps: About the number of rows to draw or to look at.
  /// - Returns: Whether the outline is complete.
  mutating func advance(in store: ChainStore, steps: Int) -> Bool {
    var budget = steps
    guard plan?.advance(in: store, &budget) ?? true else { return false }
    if rest == nil {
      lines = outline.lossLines(after: .none, store)
      rest = Outline.Rest(rootsOf: store, plan, showsLosses: seen.settings.order == .creation)
      // All roots are listed.
      if plan != nil { budget -= store.count / 8 }
    }
    while rest?.isEmpty == false {
      guard budget > 0 else { return false }
      // The rows go into the rope block by block.
      var part = min(budget, RowRope.filling)
      budget -= part
      if var rest = rest.take() {
        outline.draw(&rest, of: store, plan, into: &lines, budget: &part)
        self.rest = rest
      }
      budget += part
      if lines.count >= RowRope.filling { flush() }
    }
    flush()
    outline.rope.makeIndex()
    return true
  }

  /// The rows drawn so far, and what the folds among them hide.
  mutating func soFar() -> (RowRope, FoldTable) {
    outline.rope.makeIndex()
    return (outline.rope, outline.sums)
  }

  private mutating func flush() {
    outline.rope.insert(lines, at: outline.rope.end)
    lines.removeAll(keepingCapacity: true)
  }
}
