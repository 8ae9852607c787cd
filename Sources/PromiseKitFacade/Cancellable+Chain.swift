// then, map, compactMap, done, get, tap, asVoid for cancellable chains: the operators of `Promise`, joined to the chain's context.

import Dispatch
import PromiseCore
import PromiseTrace

extension CancellablePromise {
  /// Continues with the promise that `body` returns; canceling this chain also cancels that promise's chain.
  public func then<V: CancellableLink>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> V
  ) -> CancellablePromise<V.LinkValue> {
    CancellablePromise<V.LinkValue>(
      link: promise.then(
        on: on, flags: flags, file: file, line: line, function: function,
        cancelContext.joining(SourceSite(file, line, function), body)),
      cancelContext)
  }

  /// Continues with the promise that `body` returns; canceling the chain stops waiting for it.
  public func cancellableThen<V: Thenable>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> V
  ) -> CancellablePromise<V.T> {
    let context = cancelContext
    return then(on: on, flags: flags, file: file, line: line, function: function) {
      CancellablePromise<V.T>(try body($0), cancelContext: context, file: file, line: line, function: function)
    }
  }

  /// Transforms the value; rejects with an error that `transform` throws.
  public func map<V>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T) throws -> V
  ) -> CancellablePromise<V> {
    CancellablePromise<V>(
      link: promise.map(
        on: on, flags: flags, file: file, line: line, function: function, cancelContext.checking(transform)),
      cancelContext)
  }

  /// Transforms the value; rejects with ``PMKError/compactMap(_:_:)`` if `transform` returns nil.
  public func compactMap<V>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T) throws -> V?
  ) -> CancellablePromise<V> {
    CancellablePromise<V>(
      link: promise.compactMap(
        on: on, flags: flags, file: file, line: line, function: function, cancelContext.checking(transform)),
      cancelContext)
  }

  /// Passes the value to `body` and continues without it.
  public func done(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> Void
  ) -> CancellablePromise<Void> {
    CancellablePromise<Void>(
      link: promise.done(
        on: on, flags: flags, file: file, line: line, function: function, cancelContext.checking(body)), cancelContext)
  }

  /// Passes the value to `body` and continues with the same value.
  public func get(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> Void
  ) -> CancellablePromise<T> {
    CancellablePromise<T>(
      link: promise.get(on: on, flags: flags, file: file, line: line, function: function, cancelContext.checking(body)),
      cancelContext)
  }

  /// Passes the result to `body` and continues with the same result.
  public func tap(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (Result<T>) -> Void
  ) -> CancellablePromise<T> {
    CancellablePromise(
      link: promise.tapping(
        promise.link(on, flags, .body), SourceSite(file, line, function), cancelContext.checking(body)), cancelContext)
  }

  /// Continues with the same outcome, without the value.
  public func asVoid(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> CancellablePromise<Void> {
    CancellablePromise<Void>(link: promise.asVoid(file: file, line: line, function: function), cancelContext)
  }
}
