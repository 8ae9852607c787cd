// when(fulfilled:concurrently:), when(resolved:concurrently:): promises created as others settle, a limited number at a time.

import PromiseCore
import PromiseTrace
import Synchronization

/// Creates promises, at most `concurrently` at a time, and waits for all of them to be fulfilled.
///
/// - Parameters:
///   - promiseIterator: Creates the promises. It is called on any thread, but never concurrently.
///   - concurrently: The maximum number of pending promises; a number below one rejects with ``PMKError/badInput``.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A promise of the values in the order of creation; rejected as soon as one promise is rejected, after which no more are
///   created.
public func when<It: IteratorProtocol>(
  fulfilled promiseIterator: It, concurrently: Int, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[It.Element.T]> where It.Element: Thenable {
  let core = Core<[It.Element.T]>(pending: "when", site: SourceSite(file, line, function))
  guard concurrently > 0 else {
    core.reject(PMKError.badInput, cause: .combinator)
    return Promise(core)
  }
  Pump<It.Element.T, It.Element.T>(
    core, makingFrom: promiseIterator, limit: concurrently, rule: .each, cycleResult: nil
  ) {
    input in
    guard !input.isRejected else { return nil }
    return input.fulfilledValue
  }.run()
  return Promise(core)
}

/// Creates promises, at most `concurrently` at a time, and waits until all have settled; a number below one gives a single result,
/// ``PMKError/badInput``.
///
/// - Parameters:
///   - promiseIterator: Creates the promises. It is called on any thread, but never concurrently.
///   - concurrently: The maximum number of pending promises.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A guarantee of the results in the order of the inputs.
public func when<It: IteratorProtocol>(
  resolved promiseIterator: It, concurrently: Int, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<[Result<It.Element.T>]> where It.Element: Thenable {
  let core = Core<[Result<It.Element.T>]>(pending: "when", site: SourceSite(file, line, function))
  guard concurrently > 0 else {
    core.fulfill([.rejected(PMKError.badInput)], cause: .combinator)
    return Guarantee(core)
  }
  let cycleResult = Result<It.Element.T>.rejected(PromiseResolutionError.cycle)
  Pump<It.Element.T, Result<It.Element.T>>(
    core, makingFrom: promiseIterator, limit: concurrently, rule: .allSettled, cycleResult: cycleResult
  ) { input in
    if input.isRejected { input.rejection.markHandled(at: input, by: core) }
    return input.settled()
  }.run()
  return Guarantee(core)
}

/// Requests promises up to the limit, and again whenever one settles.
///
/// One thread at a time requests promises; a thread that finds another one doing so leaves the work to it. Therefore the program's
/// iterator runs outside the lock, and a promise that has already settled costs an iteration of the loop and no stack.
private final class Pump<T, Output>: @unchecked Sendable {
  private struct Held: @unchecked Sendable {
    let value: Output
  }

  private struct State {
    var results: [Int: Held] = [:]
    var made = 0
    var active = 0
    var isAsking = false
    var isExhausted = false
    var isDelivered = false
  }

  private let core: Core<[Output]>
  private let relay: InputRelay
  private let make: () -> Core<T>?
  private let limit: Int
  /// The result of an input that would close a cycle; nil if such an input rejects the promise.
  private let cycleResult: Output?
  private let collect: (Core<T>) -> Output?
  private let state = Mutex(State())

  init<It: IteratorProtocol>(
    _ core: Core<[Output]>, makingFrom iterator: It, limit: Int, rule: InputRule, cycleResult: Output?,
    collect: @escaping (Core<T>) -> Output?
  ) where It.Element: Thenable, It.Element.T == T {
    var iterator = iterator
    make = { iterator.next()?.core }
    self.core = core
    relay = InputRelay(rule, passesCancellations: false)
    core.combine(relay)
    self.limit = limit
    self.cycleResult = cycleResult
    self.collect = collect
  }

  func run() {
    while let index = claimNextIndex() {
      let input = make()
      state.withLock { state in
        state.isAsking = false
        if input == nil {
          state.isExhausted = true
        } else {
          state.active += 1
          state.made += 1
        }
      }
      guard let input else { continue }
      let entry = input.observe(by: core, in: relay) { [self] node in
        settled(index, unsafeDowncast(node, to: Core<T>.self))
      }
      if core.isAwaited(by: input) { skip(input, index, entry) }
    }
    let results = state.withLock { state -> [Held]? in
      guard state.isExhausted, state.active == 0, !state.isAsking, !state.isDelivered else { return nil }
      state.isDelivered = true
      return (0..<state.made).compactMap { state.results[$0] }
    }
    if let results, core.isPending { core.fulfill(results.map(\.value), cause: .combinator) }
  }

  /// Claims the next index if one more promise may be pending and no other thread is requesting one.
  private func claimNextIndex() -> Int? {
    guard core.isPending else { return nil }
    return state.withLock { state in
      guard !state.isAsking, !state.isExhausted, state.active < limit else { return nil }
      state.isAsking = true
      return state.made
    }
  }

  /// Stops waiting for an input that waits for this promise: neither could settle.
  private func skip(_ input: Core<T>, _ index: Int, _ entry: PromiseNode) {
    guard let result = cycleResult.map({ Held(value: $0) }) else {
      core.reject(PromiseResolutionError.cycle, cause: .combinator, via: input)
      return
    }
    entry.stopWaiting()
    state.withLock { state in
      // It may have settled in the meantime.
      guard state.results[index] == nil else { return }
      state.results[index] = result
      state.active -= 1
    }
  }

  private func settled(_ index: Int, _ input: Core<T>) {
    guard let result = collect(input).map({ Held(value: $0) }) else {
      input.rejection.markHandled(at: input, by: core)
      core.reject(input.rejection.error, cause: .combinator, via: input)
      return
    }
    state.withLock { state in
      guard state.results[index] == nil else { return }
      state.results[index] = result
      state.active -= 1
    }
    run()
  }
}
