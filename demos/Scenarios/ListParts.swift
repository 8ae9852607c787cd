// What a list loader stands on: a cache and a service, each behind one small protocol with callbacks, as such parts come in
// real programs. Owns the protocols and their errors; the parts themselves are in files of their own.

/// Where a list is kept between visits.
protocol ListCache: Sendable {
  /// Reads the whole list.
  func load(_ completion: @escaping Completion<ItemList>)
  /// Replaces the stored list; a cache that could not be read is made anew.
  func save(_ list: ItemList, _ completion: @escaping Completion<ItemList>)
  /// Ends what is in flight, and all that is asked later, with `CancellationError`.
  func cancel()
}

/// Where the list comes from.
protocol ListService: Sendable {
  /// Asks for the page of items older than `before`; nil asks for the first page.
  func page(before: Int?, _ completion: @escaping Completion<ListPage>)
  /// Ends what is in flight, and all that is asked later, with `CancellationError`.
  func cancel()
}

/// Why a part of the list loader failed.
enum ListError: Error, Equatable, CustomStringConvertible {
  /// The cache is there but can't be read. `reason` is the database's own words.
  case unreadableCache(reason: String)
  /// The cache could not be written.
  case unwritableCache(reason: String)
  /// The server answered with this HTTP status instead of 200.
  case refused(status: Int)
  /// The server answered with something that is no page.
  case notAPage(reason: String)
  /// No answer at all.
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
