// when(fulfilled:concurrently:), when(resolved:concurrently:): promises created as others settle, a limited number at a time.

import PromiseCore
import PromiseTrace

/// Creates promises, at most `concurrently` at a time, and waits for all of them to be fulfilled.
///
/// - Parameters:
///   - promiseIterator: Creates the promises. It is called on any thread, but never concurrently.
///   - concurrently: The maximum number of pending promises; a number below one rejects with ``PMKError/badInput``.
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
  var iterator = promiseIterator
  let gathering = LimitedGathering<It.Element.T, It.Element.T>(
    for: core, limit: concurrently, relay: InputRelay(.each)
  ) {
    iterator.next()?.core
  } collect: { input in
    input.isRejected ? nil : input.fulfilledValue
  }
  gathering.createPromises()
  return Promise(core)
}

/// Creates promises, at most `concurrently` at a time, and waits until all have settled; a number below one gives a single result,
/// ``PMKError/badInput``.
///
/// - Parameters:
///   - promiseIterator: Creates the promises. It is called on any thread, but never concurrently.
///   - concurrently: The maximum number of pending promises.
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
  var iterator = promiseIterator
  let gathering = LimitedGathering<It.Element.T, Result<It.Element.T>>(
    for: core, limit: concurrently, relay: InputRelay(.allSettled),
    cycleOutput: .rejected(PromiseResolutionError.cycle)
  ) {
    iterator.next()?.core
  } collect: { input in
    if input.isRejected { input.rejection.markHandled(at: input, by: core) }
    return input.settled()
  }
  gathering.createPromises()
  return Guarantee(core)
}
