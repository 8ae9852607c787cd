// The shared implementation of whenAll and whenAllResult: waiting for every task, even after an error or a cancellation.

import PromiseCore
import PromiseTrace
import Synchronization

/// Waits for several promises on behalf of one.
///
/// The inputs retain the gathering, which retains no input: inputs that are dropped while pending are freed together with it.
final class Gathering<Input, Output>: @unchecked Sendable {
  // Results need not be Sendable: as in Bolts, the program is responsible for sharing them safely between threads.
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
  ///   - tasks: The tasks to wait for.
  ///   - keepsResults: Whether `finish` needs the results.
  ///   - site: The call site.
  ///   - finish: Combines the results; called once, if all tasks succeed.
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
    let relay = InputRelay(.each, passesCancellations: false)
    promise.combine(relay)
    for (index, task) in tasks.enumerated() {
      task.promise.observe(by: promise, in: relay) { [self] in collect(Task<Input>.settling($0), index, keepsResults) }
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
  /// Rejects this promise, if it is pending, with an error that names the input that caused it.
  fileprivate func end(with error: any Error, via input: PromiseNode?) {
    if let input { reject(error, cause: .combinator, via: input) } else { reject(error, cause: .combinator) }
  }
}
