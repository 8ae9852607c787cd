// The sample list: what the server has, and what an earlier visit left in the cache. Owns the made-up titles;
// the same seed produces the same list everywhere.

/// The server's whole list, and the pages that it returns.
struct SampleList: Sendable {
  /// The number of items on one page, not counting sticky ones.
  static let pageSize = 8

  let all: ItemList

  /// The list for a seed: 30 items, two of them sticky.
  init(seed: UInt64 = SeededGenerator.defaultSeed) {
    var generator = SeededGenerator(seed: seed)
    let ordinaries = (91...120).reversed().map { id in
      ListItem(id: id, title: Self.title(using: &generator))
    }
    let stickies = [
      ListItem(id: 12, title: "House rules", isSticky: true),
      ListItem(id: 47, title: "Who to call", isSticky: true),
    ]
    all = ItemList(items: stickies + ordinaries)
  }

  /// The page of items older than `before`; nil is the first page, which also has the sticky items.
  func page(before: Int?) -> ListPage {
    let older = all.ordinaries.filter { $0.id < before ?? .max }
    let items = (before == nil ? all.stickies : []) + older.prefix(Self.pageSize)
    return ListPage(items: items, before: before, hasMore: older.count > Self.pageSize)
  }

  /// What an earlier visit left behind: an older first page, with a title that has been edited since
  /// (110), and only one sticky item.
  var cached: ItemList {
    var items = all.ordinaries.filter { (104...113).contains($0.id) }
    items[0].title += " (draft)"
    return ItemList(items: all.stickies.prefix(1) + items)
  }

  /// The sticky items that an earlier visit left behind; none before the first visit.
  func pinned(_ cache: CacheState) -> ItemList {
    ItemList(items: cache == .empty ? [] : cached.stickies)
  }

  private static func title(using generator: inout SeededGenerator) -> String {
    let things = ["Tram 4", "The library", "Our bakery", "The choir", "Pier 7", "Room 12", "The ferry"]
    let events = ["is open again", "needs a hand", "moves in May", "is late", "says thanks", "is full"]
    return things[generator.pick(below: things.count)] + " " + events[generator.pick(below: events.count)]
  }
}
