// What whenAll and whenAllResult have in common: they wait for every task, and an error or a cancellation does not end the wait.

import PromiseCore
import PromiseTrace
import Synchronization

/// Waits for several promises on behalf of one.
///
/// The inputs hold it, and it holds no input: tasks that are dropped while pending are freed, and it with them.
final class Gathering<Input, Output>: Sendable {
  // Results need not be Sendable: as in Bolts, the program answers for what several threads share.
  private struct State: @unchecked Sendable {
    var remaining: Int
    var results: [Input?]
    var errors: [(index: Int, error: any Error)] = []
    /// The first input that was canceled.
    var cancelled: PromiseNode?
  }

  let promise: Promise<Output>
  private let state: Mutex<State>
  private let finish: @Sendable (_ results: [Input?]) -> Output

  /// Waits for the tasks.
  ///
  /// - Parameters:
  ///   - operation: The operator's name in the log.
  ///   - tasks: What to wait for.
  ///   - keepsResults: Whether `finish` is for more than the moment.
  ///   - site: Where.
  ///   - finish: Makes the result of all results; runs once, if all succeeded.
  init(
    _ operation: StaticString, tasks: [Task<Input>], keepsResults: Bool, site: SourceSite,
    finish: @escaping @Sendable (_ results: [Input?]) -> Output
  ) {
    promise = Promise(pending: operation, site: site)
    state = Mutex(
      State(
        remaining: tasks.count, results: keepsResults ? Array(repeating: nil, count: tasks.count) : []))
    self.finish = finish
    guard !tasks.isEmpty else {
      promise.fulfill(finish([]), cause: .combinator)
      return
    }
    for (index, task) in tasks.enumerated() {
      task.promise.observe(by: promise) { [self] in collect(Task<Input>.settling($0), index, keepsResults) }
    }
  }

  private func collect(_ input: Promise<Input>, _ index: Int, _ keepsResult: Bool) {
    input.beHandled(by: promise)
    let result = input.isFulfilled && keepsResult ? input.fulfilledValue : nil
    let last = state.withLock { state -> State? in
      if let result { state.results[index] = result }
      if input.isRejected {
        if let fault = input.rejection.fault {
          state.errors.append((index, fault))
        } else {
          state.cancelled = state.cancelled ?? input
        }
      }
      state.remaining -= 1
      return state.remaining == 0 ? state : nil
    }
    if let last { end(last) }
  }

  private func end(_ state: State) {
    if let cancelled = state.cancelled {
      promise.end(with: CancelledError(), via: cancelled)
    } else if state.errors.isEmpty {
      promise.fulfill(finish(state.results), cause: .combinator)
    } else {
      let errors = state.errors.sorted { $0.index < $1.index }.map(\.error)
      promise.end(with: AggregateError(errors: errors), via: nil)
    }
  }
}

extension Promise {
  /// Rejects with an error of its own because of an input, if it is pending.
  fileprivate func end(with error: any Error, via input: PromiseNode?) {
    if let input { reject(error, cause: .combinator, via: input) } else { reject(error, cause: .combinator) }
  }
}
