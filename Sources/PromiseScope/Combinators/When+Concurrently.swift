// PromiseKit's `when` for promises that are made as others settle: so many at a time.

import PromiseCore
import PromiseTrace
import Synchronization

/// `when(fulfilled:concurrently:)` was asked for less than one promise at a time.
public struct ConcurrencyLimitError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was asked for.
  public let limit: Int

  /// Creates the error.
  public init(limit: Int) { self.limit = limit }

  /// A sentence.
  public var description: String { "expected at least 1 promise at a time, found \(limit)" }
}

/// Makes promises and waits for all of them, so many at a time.
///
/// - Parameters:
///   - promises: Makes the promises. It is asked for the next one when there is room, never twice at once, on any thread.
///   - limit: How many may be pending together; less than one rejects with ``ConcurrencyLimitError``.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: A promise of the values, in the order of making; rejected as soon as one is, and then no more are made.
@preconcurrency
public func when<Promises: IteratorProtocol, Value>(
  fulfilled promises: Promises, concurrently limit: Int, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Value]> where Promises.Element == Promise<Value> {
  let promise = Promise<[Value]>(pending: "when", site: SourceSite(file, line, function))
  if limit < 1 {
    promise.reject(ConcurrencyLimitError(limit: limit))
  } else {
    var promises = promises
    Course(for: promise, limit: limit) { promises.next() }.goOn()
  }
  return promise
}

/// Asks for promises while there is room, and again whenever one settles.
///
/// One thread at a time asks; one that finds another at it leaves word. So the iterator runs outside the lock, and a promise that
/// is settled already costs a turn of the loop and no stack.
private final class Course<Value>: @unchecked Sendable {
  /// The values lie here from the thread that settles an input until the last one takes them all.
  private struct State: @unchecked Sendable {
    var values: [Value?] = []
    var pending = 0
    var isAsking = false
    var isExhausted = false
  }

  private let promise: Promise<[Value]>
  private let relay: InputRelay
  private let limit: Int
  private let next: () -> Promise<Value>?
  private let state = Mutex(State())

  init(for promise: Promise<[Value]>, limit: Int, _ next: @escaping () -> Promise<Value>?) {
    self.promise = promise
    relay = InputRelay(.each)
    promise.combine(relay)
    self.limit = limit
    self.next = next
  }

  /// Makes what there is room for.
  func goOn() {
    while begin() {
      let input = next()
      let index = state.withLock { state -> Int in
        state.isAsking = false
        if input == nil {
          state.isExhausted = true
        } else {
          state.pending += 1
          state.values.append(nil)
        }
        return state.values.count - 1
      }
      guard let input else { break }
      relay.add([input.observe(by: promise) { [self] node in take(node, index) }])
      if promise.isAwaited(by: input) { promise.reject(PromiseResolutionError.cycle, cause: .combinator, via: input) }
    }
    let values = state.withLock { state -> [Value]? in
      guard state.isExhausted, state.pending == 0, !state.isAsking else { return nil }
      return state.values.compactMap { $0 }
    }
    if let values { promise.fulfillOnce(values) }
  }

  /// Takes the right to ask for the next promise, if there is room and reason.
  private func begin() -> Bool {
    guard promise.isPending else { return false }
    return state.withLock { state in
      guard !state.isAsking, !state.isExhausted, state.pending < limit else { return false }
      state.isAsking = true
      return true
    }
  }

  private func take(_ input: PromiseNode, _ index: Int) {
    if input.isRejected {
      input.rejection.markHandled(at: input, by: promise)
      if promise.isPending { promise.reject(input.rejection.error, cause: .combinator, via: input) }
      return
    }
    let value = input.value(as: Value.self)
    state.withLock { state in
      state.values[index] = value
      state.pending -= 1
    }
    goOn()
  }
}
