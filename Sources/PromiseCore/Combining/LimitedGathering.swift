// Creates promises as others settle, at most a given number at a time, and gathers their outcomes. The operators `when(…concurrently:)`
// of `PromiseScope` and of PromiseKit's vocabulary stand on it.
//
// One thread at a time calls the iterator, outside the lock. Another thread that finds it busy returns, because the busy thread checks
// the limit again. Promises that have settled already are consumed in the loop, not by recursion.

import PromiseTrace
import Synchronization

/// Creates promises while the limit allows it, continues whenever one settles, and fulfills a promise with all outputs.
///
/// Any thread may call it.
package final class LimitedGathering<Value, Output>: @unchecked Sendable {
  /// Holds the outputs from the threads that settle the inputs until the last thread takes them all.
  private struct State: @unchecked Sendable {
    /// In the order of creation; nil while the input is pending.
    var outputs: [Output?] = []
    var pending = 0
    var isIterating = false
    var isExhausted = false
    var isDelivered = false
  }

  private let promise: Promise<[Output]>
  private let relay: InputRelay
  private let limit: Int
  /// The output of an input that would close a cycle; nil if such an input rejects the promise.
  private let cycleOutput: Output?
  private let collect: (Promise<Value>) -> Output?
  /// The iterator; nil once it has ended, because it may keep the pending promises that it has created, which keep this object.
  ///
  /// Belongs to the thread that has claimed it.
  private var next: (() -> Promise<Value>?)?
  private let state = Mutex(State())

  /// Connects a pending promise to the inputs; ``createPromises()`` starts it.
  ///
  /// - Parameters:
  ///   - promise: The promise to fulfill.
  ///   - limit: The highest number of pending inputs; at least 1.
  ///   - relay: How the promise depends on its inputs.
  ///   - cycleOutput: The output of an input that would close a cycle; nil if such an input rejects the promise.
  ///   - next: Creates the next input. It is called on any thread, one call at a time, and freed once it has returned nil.
  ///   - collect: Returns the output of a settled input; nil to reject the promise like the input. Runs on the thread that settles it.
  package init(
    for promise: Promise<[Output]>, limit: Int, relay: InputRelay, cycleOutput: Output? = nil,
    next: @escaping () -> Promise<Value>?, collect: @escaping (Promise<Value>) -> Output?
  ) {
    self.promise = promise
    self.limit = limit
    self.relay = relay
    self.cycleOutput = cycleOutput
    self.next = next
    self.collect = collect
    promise.combine(relay)
  }

  /// Creates promises until the limit is reached or the iterator ends.
  package func createPromises() {
    while claimIterator() {
      let input = next?()
      if input == nil { next = nil }
      let index = state.withLock { state -> Int in
        state.isIterating = false
        if input == nil {
          state.isExhausted = true
        } else {
          state.pending += 1
          state.outputs.append(nil)
        }
        return state.outputs.count - 1
      }
      guard let input else { break }
      let entry = input.observe(by: promise, in: relay) { [self] node in
        take(unsafeDowncast(node, to: Promise<Value>.self), index)
      }
      if promise.isAwaited(by: input) { leaveCycle(input, index, entry) }
    }
    let outputs = state.withLock { state -> [Output]? in
      guard state.isExhausted, state.pending == 0, !state.isIterating, !state.isDelivered else { return nil }
      state.isDelivered = true
      return state.outputs.compactMap { $0 }
    }
    if let outputs, promise.isPending { promise.fulfill(outputs, cause: .combinator) }
  }

  /// Claims the iterator, if another promise is needed and allowed.
  private func claimIterator() -> Bool {
    guard promise.isPending else { return false }
    return state.withLock { state in
      guard !state.isIterating, !state.isExhausted, state.pending < limit else { return false }
      state.isIterating = true
      return true
    }
  }

  /// Stops waiting for an input that waits for this promise: neither could settle.
  private func leaveCycle(_ input: Promise<Value>, _ index: Int, _ entry: PromiseNode) {
    guard let cycleOutput else {
      promise.reject(PromiseResolutionError.cycle, cause: .combinator, via: input)
      return
    }
    entry.stopWaiting()
    store(cycleOutput, index)
  }

  private func take(_ input: Promise<Value>, _ index: Int) {
    guard let output = collect(input) else {
      input.rejection.markHandled(at: input, by: promise)
      if promise.isPending { promise.reject(input.rejection.error, cause: .combinator, via: input) }
      return
    }
    store(output, index)
    createPromises()
  }

  private func store(_ output: Output, _ index: Int) {
    nonisolated(unsafe) let output = output
    state.withLock { state in
      // An input that closed a cycle may settle all the same.
      guard state.outputs[index] == nil else { return }
      state.outputs[index] = .some(output)
      state.pending -= 1
    }
  }
}
