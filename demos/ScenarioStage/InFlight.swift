// The calls that have not completed yet. Owns canceling them together, whatever they do.

import Synchronization

/// Called once, on any thread.
package typealias Completion<Value> = @Sendable (Result<Value, any Error>) -> Void

/// The pending calls of a part, so that they can be canceled together.
///
/// Any thread may call it. Completions run outside its lock, each exactly once.
package final class InFlight: Sendable {
  private struct State {
    var nextID = 0
    var isCancelled = false
    var fail: [Int: @Sendable (any Error) -> Void] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// Whether the calls were canceled.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Adds a call.
  ///
  /// - Returns: The completion for the part to call with its result. It has no effect from the second call on, or after a cancellation.
  package func admit<Value>(_ completion: @escaping Completion<Value>) -> Completion<Value> {
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

  /// Completes every pending call with `CancellationError`, oldest first, and refuses later ones.
  package func cancel() {
    let fail = state.withLock { state in
      state.isCancelled = true
      defer { state.fail = [:] }
      return state.fail.sorted { $0.key < $1.key }.map(\.value)
    }
    for fail in fail { fail(CancellationError()) }
  }
  /// Forgets every pending call, oldest first, without completing it.
  ///
  /// A completion may hold the last reference to a promise, and a dictionary would free its values in any order.
  func forgetAll() {
    var pending = state.withLock { state in
      defer { state.fail = [:] }
      return state.fail.sorted { $0.key > $1.key }
    }
    while pending.popLast() != nil {}
  }
}
