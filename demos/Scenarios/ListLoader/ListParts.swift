// The parts of a list loader: a cache, a source of sticky items, and a service, each behind a small protocol with callbacks, like
// their counterparts in real programs. Owns the protocols and their errors; each part has a file of its own.

/// Stores a list between visits.
protocol ListCache: Sendable {
  /// Reads the items that are not sticky: all of them, or only those older than `below`.
  func load(below: Int?, _ completion: @escaping Completion<ItemList>)
  /// Replaces the stored list; an unreadable cache is created again.
  func save(_ list: ItemList, _ completion: @escaping Completion<ItemList>)
  /// Completes all pending and later calls with `CancellationError`.
  func cancel()
}

/// Provides the sticky items that an earlier visit left behind.
protocol StickySource: Sendable {
  /// Reads the sticky items.
  func load(_ completion: @escaping Completion<ItemList>)
  /// Completes all pending and later calls with `CancellationError`.
  func cancel()
}

/// Provides the list.
protocol ListService: Sendable {
  /// Requests the page of items older than `before`; nil requests the first page.
  func page(before: Int?, _ completion: @escaping Completion<ListPage>)
  /// Completes all pending and later calls with `CancellationError`.
  func cancel()
}

/// Why a part of the list loader failed.
enum ListError: Error, Equatable, CustomStringConvertible {
  /// The cache exists but cannot be read. `reason` is the database's own message.
  case unreadableCache(reason: String)
  /// The cache could not be written.
  case unwritableCache(reason: String)
  /// The server answered with this HTTP status instead of 200.
  case refused(status: Int)
  /// The server answered with something other than a page.
  case notAPage(reason: String)
  /// The server did not answer.
  case unreachable(reason: String)

  var description: String {
    switch self {
    case .unreadableCache(let reason): "unreadable cache: \(reason)"
    case .unwritableCache(let reason): "unwritable cache: \(reason)"
    case .refused(let status): "HTTP \(status)"
    case .notAPage(let reason): "answer is no page: \(reason)"
    case .unreachable(let reason): "no server: \(reason)"
    }
  }
}
