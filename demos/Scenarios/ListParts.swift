// What a list loader stands on: a cache and a service, each behind one small protocol with callbacks, as such parts come in
// real programs. Owns the protocols, their errors, and what is in flight; the parts themselves are in files of their own.

import Synchronization

/// Called once, on any thread.
typealias Completion<Value> = @Sendable (Result<Value, any Error>) -> Void

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

/// The calls of a part that have not completed yet, so that they can be ended together.
///
/// Any thread may call it. Completions run outside its lock, each exactly once.
final class InFlight: Sendable {
  private struct State {
    var nextID = 0
    var isCancelled = false
    var fail: [Int: @Sendable (any Error) -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Takes a call in.
  ///
  /// - Returns: What the part calls with its result; from the second call on, and after a cancellation, it does nothing.
  func admit<Value>(_ completion: @escaping Completion<Value>) -> Completion<Value> {
    let id = state.withLock { state -> Int? in
      guard !state.isCancelled else { return nil }
      state.nextID += 1
      state.fail[state.nextID] = { completion(.failure($0)) }
      return state.nextID
    }
    guard let id else {
      completion(.failure(CancellationError()))
      return { _ in }
    }
    return { [self] result in
      let isFirst = state.withLock { $0.fail.removeValue(forKey: id) != nil }
      if isFirst { completion(result) }
    }
  }

  /// Completes every admitted call with `CancellationError`, oldest first, and refuses later ones.
  func cancel() {
    let fail = state.withLock { state in
      state.isCancelled = true
      defer { state.fail = [:] }
      return state.fail.sorted { $0.key < $1.key }.map(\.value)
    }
    for fail in fail { fail(CancellationError()) }
  }
}
