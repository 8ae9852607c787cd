// Merging a page into a list. Pictures show lists: `*7 9 8` is the sticky item 7, then 9 and 8.

@testable import Scenarios

struct ListMergeTests {
  @Test func theFirstPageReplacesItsRangeAndKeepsOlderItems() {
    check("5 4 3 2 1", merging: "7 6 5 4", more: true, is: "7 6 5 4 3 2 1")
  }

  @Test func itemsMissingFromTheRangeOfThePageAreDeleted() {
    check("5 4 3 2", merging: "6 5 3", more: true, is: "6 5 3 2")
  }

  @Test func theLastPageDeletesAllOlderItemsThatItLacks() {
    check("5 4 3 2", merging: "6 5 4", more: false, is: "6 5 4")
    check("5 4 3 2", merging: "", more: false, is: "")
  }

  @Test func aFirstPageThatDoesNotReachTheListReplacesItToAvoidAGap() {
    check("3 2 1", merging: "9 8 7", more: true, is: "9 8 7")
  }

  @Test func aPageBelowAnItemDoesNotChangeTheItemsAbove() {
    check("9 8 7", merging: "6 5", before: 7, more: true, is: "9 8 7 6 5")
    check("9 8 7 6 5 4", merging: "6 4", before: 7, more: true, is: "9 8 7 6 4")
    check("9 8 7", merging: "", before: 7, more: false, is: "9 8 7")
  }

  @Test func stickyItemsComeFirstOnceEachInTheOrderOfTheServer() {
    check("5 4 3", merging: "*2 *8 5 4", more: true, is: "*2 *8 5 4 3")
    check("*2 5 4 3", merging: "*8 *2 5 4", more: true, is: "*8 *2 5 4 3")
    check("5 4 3", merging: "*4 5 3", more: true, is: "*4 5 3")
  }

  @Test func anItemThatIsNoLongerStickyIsSortedByAgeAgain() {
    check("*2 5 4 3 1", merging: "*8 5 4", more: true, is: "*8 5 4 3 2 1")
    check("*5 4 3", merging: "5 4", more: true, is: "5 4 3")
  }

  @Test func onlyTheFirstPageChangesWhichItemsAreSticky() {
    check("*5 9 8", merging: "6 5 4", before: 8, more: true, is: "*5 9 8 6 4")
  }

  @Test func aPageUpdatesTitlesIncludingThoseOfStickyItems() {
    let known = ItemList(items: [
      ListItem(id: 5, title: "old", isSticky: true), ListItem(id: 4, title: "old"), ListItem(id: 3, title: "old"),
    ])
    let page = ListPage(
      items: [ListItem(id: 5, title: "new", isSticky: true), ListItem(id: 4, title: "new")], before: nil, hasMore: true)
    expectEqual(known.merging(page).items.map(\.title), ["new", "new", "old"])
  }

  @Test("merging a page twice has no further effect", arguments: SampleList.seeds)
  func idempotence(seed: UInt64) {
    let server = SampleList(seed: seed)
    for page in [server.page(before: nil), server.page(before: server.cached.cursor)] {
      let once = server.cached.merging(page)
      expectEqual(once.merging(page), once)
    }
  }

  @Test("a refresh followed by all further pages produces the server's list", arguments: SampleList.seeds)
  func wholeList(seed: UInt64) {
    let server = SampleList(seed: seed)
    var list = server.cached.merging(server.page(before: nil))
    // Loads all pages from the top, including those already cached.
    var page = server.page(before: nil)
    while page.hasMore, let oldest = page.items.lazy.filter({ !$0.isSticky }).map(\.id).min() {
      page = server.page(before: oldest)
      list = list.merging(page)
    }
    expectEqual(list, server.all)
  }

  @Test func anEmptyListHasAnEmptyPictureAndNoCursor() {
    #expect(ItemList().cursor == nil)
    expectEqual(ItemList().description, "empty list")
    expectEqual(list("*9 4 3").cursor, 3)
  }

  /// Compares the result of a merge with a picture.
  private func check(
    _ known: String, merging page: String, before: Int? = nil, more: Bool, is expected: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    let merged = list(known).merging(ListPage(items: list(page).items, before: before, hasMore: more))
    let picture = merged.items.map { ($0.isSticky ? "*" : "") + String($0.id) }.joined(separator: " ")
    expectEqual(picture, expected, sourceLocation: location)
  }

  private func list(_ picture: String) -> ItemList {
    ItemList(
      items: picture.split(separator: " ").compactMap { word in
        Int(word.filter(\.isNumber)).map { ListItem(id: $0, title: "item \($0)", isSticky: word.hasPrefix("*")) }
      })
  }
}

extension SampleList {
  static let seeds: [UInt64] = [0, 1, 7, 2026, .max]
}
