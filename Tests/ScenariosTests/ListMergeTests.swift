// The rules by which a page goes into a list. Lists are pictures: `*7 9 8` is sticky 7, then 9 and 8.

import Testing

@testable import Scenarios

struct ListMergeTests {
  @Test("the first page replaces its range and keeps what is older")
  func refresh() {
    check("5 4 3 2 1", merging: "7 6 5 4", more: true, is: "7 6 5 4 3 2 1")
  }

  @Test("what the page lacks inside its range was deleted")
  func deletion() {
    check("5 4 3 2", merging: "6 5 3", more: true, is: "6 5 3 2")
  }

  @Test("the last page says all there is below, too")
  func lastPage() {
    check("5 4 3 2", merging: "6 5 4", more: false, is: "6 5 4")
    check("5 4 3 2", merging: "", more: false, is: "")
  }

  @Test("a first page that does not reach the known list replaces it, for a hole would lie between them")
  func hole() {
    check("3 2 1", merging: "9 8 7", more: true, is: "9 8 7")
  }

  @Test("a page asked for below an item leaves what is above alone")
  func loadMore() {
    check("9 8 7", merging: "6 5", before: 7, more: true, is: "9 8 7 6 5")
    check("9 8 7 6 5 4", merging: "6 4", before: 7, more: true, is: "9 8 7 6 4")
    check("9 8 7", merging: "", before: 7, more: false, is: "9 8 7")
  }

  @Test("sticky items are on top in the server's order, once")
  func stickies() {
    check("5 4 3", merging: "*2 *8 5 4", more: true, is: "*2 *8 5 4 3")
    check("*2 5 4 3", merging: "*8 *2 5 4", more: true, is: "*8 *2 5 4 3")
    check("5 4 3", merging: "*4 5 3", more: true, is: "*4 5 3")
  }

  @Test("an item that is no longer sticky goes back to its place by age")
  func unpinned() {
    check("*2 5 4 3 1", merging: "*8 5 4", more: true, is: "*8 5 4 3 2 1")
    check("*5 4 3", merging: "5 4", more: true, is: "5 4 3")
  }

  @Test("a page that is not the first neither pins nor unpins")
  func stickiesBelow() {
    check("*5 9 8", merging: "6 5 4", before: 8, more: true, is: "*5 9 8 6 4")
  }

  @Test("a page brings newer titles, for sticky items as well")
  func titles() {
    let known = ItemList(items: [
      ListItem(id: 5, title: "old", isSticky: true), ListItem(id: 4, title: "old"), ListItem(id: 3, title: "old"),
    ])
    let page = ListPage(
      items: [ListItem(id: 5, title: "new", isSticky: true), ListItem(id: 4, title: "new")], before: nil, hasMore: true)
    #expect(known.merging(page).items.map(\.title) == ["new", "new", "old"])
  }

  @Test("the same page twice changes nothing the second time", arguments: SampleList.seeds)
  func idempotence(seed: UInt64) {
    let server = SampleList(seed: seed)
    for page in [server.page(before: nil), server.page(before: server.cached.cursor)] {
      let once = server.cached.merging(page)
      #expect(once.merging(page) == once)
    }
  }

  @Test("refresh, then more until the end, gives the server's list", arguments: SampleList.seeds)
  func wholeList(seed: UInt64) {
    let server = SampleList(seed: seed)
    var list = server.cached.merging(server.page(before: nil))
    // From the top down, as if the cached part could not be trusted.
    var page = server.page(before: nil)
    while page.hasMore, let oldest = page.items.lazy.filter({ !$0.isSticky }).map(\.id).min() {
      page = server.page(before: oldest)
      list = list.merging(page)
    }
    #expect(list == server.all)
  }

  @Test("an empty list shows an empty picture, and has no cursor")
  func empty() {
    #expect(ItemList().cursor == nil)
    #expect(ItemList().description == "empty list")
    #expect(list("*9 4 3").cursor == 3)
  }

  /// Draws the list that a merge gives, and compares.
  private func check(
    _ known: String, merging page: String, before: Int? = nil, more: Bool, is expected: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    let merged = list(known).merging(ListPage(items: list(page).items, before: before, hasMore: more))
    let picture = merged.items.map { ($0.isSticky ? "*" : "") + String($0.id) }.joined(separator: " ")
    #expect(picture == expected, sourceLocation: location)
  }

  private func list(_ picture: String) -> ItemList {
    ItemList(
      items: picture.split(separator: " ").compactMap { word in
        Int(word.filter(\.isNumber)).map { ListItem(id: $0, title: "item \($0)", isSticky: word.hasPrefix("*")) }
      })
  }
}

extension SampleList {
  /// Seeds to try.
  static let seeds: [UInt64] = [0, 1, 7, 2026, .max]
}
