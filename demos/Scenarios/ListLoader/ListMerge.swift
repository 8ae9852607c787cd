// The rules for merging a page of the server's list into a known list. Pure functions; no loading, no storing.
//
// 1. Within the range of the page, the page wins: its items replace known ones, and items that it lacks were deleted.
// 2. Outside that range, known items stay, unless a gap of unknown size would separate them from a first page.
// 3. Only the first page decides which items are sticky. An item that is no longer sticky returns to its position by age.
// 4. Sticky items are on top in the server's order, then the others, newest first; no item occurs twice.

extension ItemList {
  /// This list with a page of the server's list merged into it.
  ///
  /// - Complexity: O(*n* log *n*) in the number of items.
  func merging(_ page: ListPage) -> ItemList {
    let isFirstPage = page.before == nil
    let inPage = Dictionary(page.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let range = page.range

    // The first page decides which items are sticky; any other page may only update their titles.
    let pinned = isFirstPage ? page.items.filter(\.isSticky) : stickies.map { $0.updated(from: inPage[$0.id]) }
    let pinnedIDs = Set(pinned.map(\.id))

    var known = isFirstPage ? items.map { $0.unpinned } : ordinaries
    if isFirstPage, page.hasMore, !known.contains(where: { $0.id >= range.lowerBound }) {
      known = []
    }
    let kept = known.filter { inPage[$0.id] == nil && !range.contains($0.id) }
    let arrived = inPage.values.map { $0.unpinned }
    let rest = (kept + arrived).filter { !pinnedIDs.contains($0.id) }.sorted { $0.id > $1.id }
    return ItemList(items: pinned + rest)
  }
}

extension ListPage {
  /// The ids that this page covers completely: from its oldest item (or from the lowest id, on the last page) up
  /// to the id that was requested.
  var range: ClosedRange<Int> {
    let upper = before.map { $0 - 1 } ?? Int.max
    let oldest = items.lazy.filter { !$0.isSticky }.map(\.id).min()
    let lower = hasMore ? (oldest ?? upper) : Int.min
    return min(lower, upper)...upper
  }
}

extension ListItem {
  /// The same item, not sticky.
  fileprivate var unpinned: ListItem { ListItem(id: id, title: title) }

  /// This sticky item with its title from a page, if the page contains it.
  fileprivate func updated(from other: ListItem?) -> ListItem {
    other.map { ListItem(id: id, title: $0.title, isSticky: isSticky) } ?? self
  }
}
