// firstly, when, race, hang for cancellable promises: canceling the returned promise cancels its inputs.

import Dispatch
import PromiseCore
import PromiseTrace

/// Starts a cancellable chain: calls `body` immediately and follows the promise that it returns; rejects with an error it throws.
///
/// - Parameters:
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
///   - body: Returns the promise to follow.
/// - Returns: A cancellable promise with the outcome of the promise that `body` returns.
public func firstly<V: CancellableThenable>(
  file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function, execute body: () throws -> V
) -> CancellablePromise<V.U.T> {
  do {
    let inner = try body()
    return CancellablePromise<V.U.T>(
      link: firstly(file: file, line: line, function: function) { inner.thenable }, inner.cancelContext)
  } catch {
    return CancellablePromise<V.U.T>(error: error, file: file, line: line, function: function)
  }
}

/// Waits for all inputs to be fulfilled; canceling the returned promise cancels them.
///
/// - Parameters:
///   - thenables: The inputs, of any count.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A cancellable promise of the values in the order of the inputs.
public func when<V: CancellableThenable>(
  fulfilled thenables: [V], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<[V.U.T]> {
  combining(thenables, when(fulfilled: thenables.map(\.thenable), file: file, line: line, function: function))
}

/// Waits for all inputs, which have no values, to be fulfilled; canceling the returned promise cancels them.
///
/// - Parameters:
///   - thenables: The inputs, of any count.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A cancellable promise without a value, fulfilled once all inputs are.
public func when<V: CancellableThenable>(
  fulfilled thenables: V..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<Void> where V.U.T == Void {
  combining(thenables, when(fulfilled: thenables.map(\.thenable), file: file, line: line, function: function))
}

/// Waits for all inputs, which have no values, to be fulfilled; canceling the returned promise cancels them.
///
/// - Parameters:
///   - thenables: The inputs, of any count.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A cancellable promise without a value, fulfilled once all inputs are.
public func when<V: CancellableThenable>(
  fulfilled thenables: [V], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<Void> where V.U.T == Void {
  combining(thenables, when(fulfilled: thenables.map(\.thenable), file: file, line: line, function: function))
}

/// Creates cancellable promises, at most `concurrently` at a time, and waits for all of them; canceling the returned promise
/// cancels the promises created so far and creates no more.
///
/// - Parameters:
///   - promiseIterator: Creates the promises. It is called on any thread, but never concurrently.
///   - concurrently: The maximum number of pending promises.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A cancellable promise of the values in the order of the inputs.
public func when<It: IteratorProtocol>(
  fulfilled promiseIterator: It, concurrently: Int, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<[It.Element.U.T]> where It.Element: CancellableThenable {
  let context = CancelContext()
  var iterator = promiseIterator
  let thenables = AnyIterator { () -> It.Element.U? in
    guard !context.cancelAttempted, let next = iterator.next() else { return nil }
    context.append(next.cancelContext)
    return next.thenable
  }
  let promise = when(
    fulfilled: thenables, concurrently: concurrently, file: file, line: line, function: function)
  return CancellablePromise(promise, cancelContext: context, SourceSite(file, line, function))
}

/// Waits until all inputs have settled; canceling the returned promise cancels them.
///
/// - Parameters:
///   - promises: The inputs, of any count.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A cancellable promise of the results in the order of the inputs.
public func when<T>(
  resolved promises: CancellablePromise<T>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<[Result<T>]> {
  when(resolved: promises, file: file, line: line, function: function)
}

/// Waits until all inputs have settled; canceling the returned promise cancels them.
///
/// - Parameters:
///   - promises: The inputs, of any count.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A cancellable promise of the results in the order of the inputs.
public func when<T>(
  resolved promises: [CancellablePromise<T>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<[Result<T>]> {
  combining(
    promises, Promise(when(resolved: promises.map(\.promise), file: file, line: line, function: function).core))
}

/// Settles like the first input to settle; canceling the returned promise cancels all inputs.
///
/// - Parameters:
///   - thenables: The inputs, of any count.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A cancellable promise with the outcome of the input that decides.
public func race<V: CancellableThenable>(
  _ thenables: V..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<V.U.T> {
  race(thenables, file: file, line: line, function: function)
}

/// Settles like the first input to settle; canceling the returned promise, or the first rejection, cancels all inputs.
///
/// - Parameters:
///   - thenables: The inputs, of any count.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A cancellable promise with the outcome of the input that decides.
public func race<V: CancellableThenable>(
  _ thenables: [V], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<V.U.T> {
  let race = combining(thenables, race(thenables.map(\.thenable), file: file, line: line, function: function))
  let contexts = thenables.map(\.cancelContext)
  for thenable in thenables {
    thenable.thenable._node.observeSilently { node in
      if node.isRejected { for context in contexts { context.cancel() } }
    }
  }
  return race
}

/// Runs the main run loop until a promise has settled.
///
/// - Parameter promise: The promise to wait for.
/// - Returns: The value.
/// - Throws: The error that the promise is rejected with.
public func hang<T>(_ promise: CancellablePromise<T>) throws -> T { try hang(promise.promise) }

/// Creates a cancellable promise whose new context contains the contexts of all inputs.
private func combining<V: CancellableThenable, Output>(
  _ inputs: [V], _ promise: Promise<Output>
) -> CancellablePromise<Output> {
  joined(inputs.map(\.cancelContext), promise)
}

private func joined<Output>(_ contexts: [CancelContext], _ promise: Promise<Output>) -> CancellablePromise<Output> {
  let context = CancelContext()
  // Added first, so that a cancellation rejects this promise with its own error before the canceled inputs do.
  context.append(combined: promise.core)
  for input in contexts { context.append(input) }
  return CancellablePromise(link: promise, context)
}

/// Waits for two inputs of different types; canceling the returned promise cancels them.
///
/// - Parameters:
///   - pu: The first input.
///   - pv: The second input.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A cancellable promise of the values in the order of the inputs.
public func when<U: CancellableThenable, V: CancellableThenable>(
  fulfilled pu: U, _ pv: V, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<(U.U.T, V.U.T)> {
  joined(
    [pu.cancelContext, pv.cancelContext],
    when(
      fulfilled: pu.thenable, pv.thenable, file: file, line: line, function: function))
}

/// Waits for three inputs of different types; canceling the returned promise cancels them.
///
/// - Parameters:
///   - pu: The first input.
///   - pv: The second input.
///   - pw: The third input.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A cancellable promise of the values in the order of the inputs.
public func when<U: CancellableThenable, V: CancellableThenable, W: CancellableThenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<(U.U.T, V.U.T, W.U.T)> {
  joined(
    [pu.cancelContext, pv.cancelContext, pw.cancelContext],
    when(
      fulfilled: pu.thenable, pv.thenable, pw.thenable, file: file, line: line, function: function))
}

/// Waits for four inputs of different types; canceling the returned promise cancels them.
///
/// - Parameters:
///   - pu: The first input.
///   - pv: The second input.
///   - pw: The third input.
///   - px: The fourth input.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A cancellable promise of the values in the order of the inputs.
public func when<U: CancellableThenable, V: CancellableThenable, W: CancellableThenable, X: CancellableThenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, _ px: X, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<(U.U.T, V.U.T, W.U.T, X.U.T)> {
  joined(
    [pu.cancelContext, pv.cancelContext, pw.cancelContext, px.cancelContext],
    when(
      fulfilled: pu.thenable, pv.thenable, pw.thenable, px.thenable, file: file, line: line, function: function))
}

/// Waits for five inputs of different types; canceling the returned promise cancels them.
///
/// - Parameters:
///   - pu: The first input.
///   - pv: The second input.
///   - pw: The third input.
///   - px: The fourth input.
///   - py: The fifth input.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A cancellable promise of the values in the order of the inputs.
public func when<
  U: CancellableThenable, V: CancellableThenable, W: CancellableThenable, X: CancellableThenable, Y: CancellableThenable
>(
  fulfilled pu: U, _ pv: V, _ pw: W, _ px: X, _ py: Y, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<(U.U.T, V.U.T, W.U.T, X.U.T, Y.U.T)> {
  joined(
    [pu.cancelContext, pv.cancelContext, pw.cancelContext, px.cancelContext, py.cancelContext],
    when(
      fulfilled: pu.thenable, pv.thenable, pw.thenable, px.thenable, py.thenable, file: file, line: line,
      function: function))
}
