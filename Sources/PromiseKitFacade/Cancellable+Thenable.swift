// then, recover, thenMap, thenFlatMap of a cancellable chain with promises that are none: what the longer names do that
// begin with `cancellable`. And `cancellize`, which makes a promise cancellable.

import Dispatch
import PromiseCore
import PromiseTrace

extension CancellablePromise {
  /// Goes on with the promise that a body makes of the value; cancelling the chain stops waiting for it.
  @_disfavoredOverload
  public func then<V: Thenable>(
    on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (T) throws -> V
  ) -> CancellablePromise<V.T> {
    cancellableThen(on: on, flags: flags, file: file, line: line, function: function, body)
  }

  /// Goes on after an error with the promise that a body makes of it.
  @_disfavoredOverload
  public func recover<V: Thenable>(
    on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = conf.catchPolicy,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (any Error) throws -> V
  ) -> CancellablePromise<T> where V.T == T {
    cancellableRecover(on: on, flags: flags, policy: policy, file: file, line: line, function: function, body)
  }
}

extension CancellablePromise where T: Sequence {
  /// Makes a promise of each element of the value, and waits for all.
  @_disfavoredOverload
  public func thenMap<V: Thenable>(
    on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V.T]> {
    cancellableThenMap(on: on, flags: flags, file: file, line: line, function: function, transform)
  }

  /// Makes a promise of a sequence of each element of the value, waits for all, and makes one array of them.
  @_disfavoredOverload
  public func thenFlatMap<V: Thenable>(
    on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V.T.Iterator.Element]> where V.T: Sequence {
    cancellableThenFlatMap(on: on, flags: flags, file: file, line: line, function: function, transform)
  }
}

extension Thenable {
  /// Makes this the source of a cancellable chain.
  ///
  /// - Parameters:
  ///   - cancelContext: What cancels the chain; nil means a context of its own.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  /// - Returns: A promise that follows this one, unless somebody cancels.
  public func cancellize(
    cancelContext: CancelContext? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> CancellablePromise<T> {
    CancellablePromise(self, cancelContext: cancelContext, file: file, line: line, function: function)
  }
}

/// Makes a promise or guarantee the source of a cancellable chain.
public func cancellize<U: Thenable>(
  _ thenable: U, cancelContext: CancelContext? = nil, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<U.T> {
  CancellablePromise(thenable, cancelContext: cancelContext, file: file, line: line, function: function)
}
