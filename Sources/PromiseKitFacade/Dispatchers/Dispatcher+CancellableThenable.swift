// Going on with promises that are not cancellable, on a dispatcher: as on a queue.

import Dispatch
import PromiseCore
import PromiseTrace

extension CancellablePromise {
  /// Goes on with the promise that a body makes of the value; cancelling the chain stops waiting for it.
  @_disfavoredOverload
  public func then<V: Thenable>(
    on: any Dispatcher, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (T) throws -> V
  ) -> CancellablePromise<V.T> {
    cancellableThen(on: on, file: file, line: line, function: function, body)
  }

  /// Goes on after an error with the promise that a body makes of it.
  @_disfavoredOverload
  public func recover<V: Thenable>(
    on: any Dispatcher, policy: CatchPolicy = conf.catchPolicy,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (any Error) throws -> V
  ) -> CancellablePromise<T> where V.T == T {
    cancellableRecover(on: on, policy: policy, file: file, line: line, function: function, body)
  }
}

extension CancellablePromise where T: Sequence {
  /// Makes a promise of each element of the value, and waits for all.
  @_disfavoredOverload
  public func thenMap<V: Thenable>(
    on: any Dispatcher, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V.T]> {
    cancellableThenMap(on: on, file: file, line: line, function: function, transform)
  }

  /// Makes a promise of a sequence of each element of the value, waits for all, and makes one array of them.
  @_disfavoredOverload
  public func thenFlatMap<V: Thenable>(
    on: any Dispatcher, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V.T.Iterator.Element]> where V.T: Sequence {
    cancellableThenFlatMap(on: on, file: file, line: line, function: function, transform)
  }
}
