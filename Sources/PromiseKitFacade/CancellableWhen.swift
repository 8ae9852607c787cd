// cancellableWhen: PromiseKit 7's name for `when` with cancellable promises of different types. Owns no behavior.

import PromiseCore
import PromiseTrace

/// Waits for two inputs of different types; canceling the returned promise cancels them.
///
/// - Parameters:
///   - pu: The first input.
///   - pv: The second input.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A cancellable promise of the values in the order of the inputs; rejected as soon as one input is.
public func cancellableWhen<U: CancellableThenable, V: CancellableThenable>(
  fulfilled pu: U, _ pv: V, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<(U.U.T, V.U.T)> {
  when(fulfilled: pu, pv, file: file, line: line, function: function)
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
/// - Returns: A cancellable promise of the values in the order of the inputs; rejected as soon as one input is.
public func cancellableWhen<U: CancellableThenable, V: CancellableThenable, W: CancellableThenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<(U.U.T, V.U.T, W.U.T)> {
  when(fulfilled: pu, pv, pw, file: file, line: line, function: function)
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
/// - Returns: A cancellable promise of the values in the order of the inputs; rejected as soon as one input is.
public func cancellableWhen<
  U: CancellableThenable, V: CancellableThenable, W: CancellableThenable, X: CancellableThenable
>(
  fulfilled pu: U, _ pv: V, _ pw: W, _ px: X, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<(U.U.T, V.U.T, W.U.T, X.U.T)> {
  when(fulfilled: pu, pv, pw, px, file: file, line: line, function: function)
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
/// - Returns: A cancellable promise of the values in the order of the inputs; rejected as soon as one input is.
public func cancellableWhen<
  U: CancellableThenable, V: CancellableThenable, W: CancellableThenable, X: CancellableThenable, Y: CancellableThenable
>(
  fulfilled pu: U, _ pv: V, _ pw: W, _ px: X, _ py: Y, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<(U.U.T, V.U.T, W.U.T, X.U.T, Y.U.T)> {
  when(fulfilled: pu, pv, pw, px, py, file: file, line: line, function: function)
}
