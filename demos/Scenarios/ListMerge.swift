// The rules by which a page of the server's list goes into a known list. Pure; refuses to load or to store anything.
//
// 1. Inside the page's range the page is right: what it holds replaces what was known, what it lacks was deleted.
// 2. Outside that range the known items stay, unless a hole of unknown size would lie between them and a first page.
// 3. The first page alone says what is sticky. An item that no longer is goes back to its place by age.
// 4. Sticky items are on top in the server's order, then the others, newest first; no item is there twice.

extension ItemList {
  /// This list with a page of the server's list merged into it.
  ///
  /// - Complexity: O(*n* log *n*) in the number of items.
  func merging(_ page: ListPage) -> ItemList {
    let isFirstPage = page.before == nil
    let inPage = Dictionary(page.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let range = page.range

    // What is pinned: the first page says so; another page may only bring newer titles.
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
  /// The ids for which this page says all there is: from its oldest item (or from the beginning of time, on the last page) up
  /// to where it was asked to start.
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

  /// This sticky item with the title it has in a page, where it is in it.
  fileprivate func updated(from other: ListItem?) -> ListItem {
    other.map { ListItem(id: id, title: $0.title, isSticky: isSticky) } ?? self
  }
}
