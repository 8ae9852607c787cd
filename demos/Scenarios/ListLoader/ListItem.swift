// The data of the list loader: an item, a list, a page of the server's list. Owns their text form, which the log previews; does
// not know where they are stored.

/// One entry of the list; a higher id is newer.
struct ListItem: Sendable, Hashable, Codable, Identifiable {
  var id: Int
  var title: String
  /// Pinned to the top, whatever its age.
  var isSticky = false
}

/// A list as the screen shows it: sticky items first, then the others, newest first.
struct ItemList: Sendable, Hashable, CustomStringConvertible {
  var items: [ListItem] = []

  var isEmpty: Bool { items.isEmpty }

  var stickies: [ListItem] { items.filter(\.isSticky) }

  var ordinaries: [ListItem] { items.filter { !$0.isSticky } }

  /// The items that are not sticky and older than an id; nil for all of them.
  func ordinaries(below id: Int?) -> ItemList { ItemList(items: ordinaries.filter { $0.id < id ?? .max }) }

  /// The id of the oldest item that is not sticky, where "load more" continues.
  var cursor: Int? { ordinaries.map(\.id).min() }

  var description: String {
    items.isEmpty ? "empty list" : "\(ordinaries.count) + \(stickies.count) sticky"
  }
}

/// One page of the server's list, in the form that is transferred as JSON.
struct ListPage: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The sticky items (on the first page only), then the others, newest first.
  var items: [ListItem]
  /// The page holds the items older than this id; nil for the first page.
  var before: Int?
  /// Whether the server has items older than this page's.
  var hasMore: Bool

  var description: String {
    let ids = items.lazy.filter { !$0.isSticky }.map(\.id)
    guard let newest = ids.max(), let oldest = ids.min() else { return "empty page" }
    return "#\(newest) to #\(oldest)"
  }
}
