// then, map, compactMap, done, get, tap, asVoid for cancellable chains: the operators of `Promise`, joined to the chain's context.

import Dispatch
import PromiseCore
import PromiseTrace

extension CancellablePromise {
  /// Continues with the promise that `body` returns; canceling this chain also cancels that promise's chain.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the value and returns the promise to follow.
  /// - Returns: A cancellable promise with the outcome of the promise that `body` returns. A rejection skips `body`.
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
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the value and returns the promise to follow.
  /// - Returns: A cancellable promise with the outcome of the promise that `body` returns. A rejection skips `body`.
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
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives the value and returns the new one.
  /// - Returns: A cancellable promise of the new value.
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
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives the value and returns the new one, or nil.
  /// - Returns: A cancellable promise of the new value.
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
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the value.
  /// - Returns: A cancellable promise without a value.
  public func done(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> Void
  ) -> CancellablePromise<Void> {
    CancellablePromise<Void>(
      link: promise.done(
        on: on, flags: flags, file: file, line: line, function: function, cancelContext.checking(body)), cancelContext)
  }

  /// Passes the value to `body` and continues with the same value.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the value.
  /// - Returns: A cancellable promise with the same outcome, unless `body` throws.
  public func get(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> Void
  ) -> CancellablePromise<T> {
    CancellablePromise<T>(
      link: promise.get(on: on, flags: flags, file: file, line: line, function: function, cancelContext.checking(body)),
      cancelContext)
  }

  /// Passes the result to `body` and continues with the same result.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the result.
  /// - Returns: A cancellable promise with the same outcome.
  public func tap(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (Result<T>) -> Void
  ) -> CancellablePromise<T> {
    CancellablePromise(
      link: promise.tapping(
        promise.link(on, flags, .body), SourceSite(file, line, function), cancelContext.checking(body)), cancelContext)
  }

  /// Continues with the same outcome, without the value.
  ///
  /// - Parameters:
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: A cancellable promise without a value.
  public func asVoid(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> CancellablePromise<Void> {
    CancellablePromise<Void>(link: promise.asVoid(file: file, line: line, function: function), cancelContext)
  }
}
