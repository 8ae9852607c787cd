// recover after certain errors of a cancellable chain: the promise's own, in the chain's context.

import Dispatch
import PromiseCore
import PromiseTrace

extension CancellablePromise {
  /// Goes on after one certain error with the promise that a body makes of it.
  public func recover<V: CancellableLink, E: Error>(
    only: E, on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> V
  ) -> CancellablePromise<T> where V.LinkValue == T, E: Equatable {
    CancellablePromise(
      link: promise.recover(
        only: only, on: on, flags: flags, file: file, line: line, function: function,
        cancelContext.rejoining(SourceSite(file, line, function), body)),
      cancelContext)
  }

  /// Goes on after errors of one type with the promise that a body makes of it.
  public func recover<V: CancellableLink, E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> V
  ) -> CancellablePromise<T> where V.LinkValue == T {
    CancellablePromise(
      link: promise.recover(
        only: only, on: on, flags: flags, policy: policy, file: file, line: line, function: function,
        cancelContext.rejoining(SourceSite(file, line, function), body)), cancelContext)
  }

  /// Goes on after one certain error, unless the body throws.
  public func recover<E: Error>(
    only: E, on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> Void
  ) -> CancellablePromise<Void> where T == Void, E: Equatable {
    CancellablePromise(
      link: promise.recover(only: only, on: on, flags: flags, file: file, line: line, function: function, body),
      cancelContext)
  }

  /// Goes on after errors of one type, unless the body throws.
  public func recover<E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> Void
  ) -> CancellablePromise<Void> where T == Void {
    CancellablePromise(
      link: promise.recover(
        only: only, on: on, flags: flags, policy: policy, file: file, line: line, function: function, body),
      cancelContext)
  }
}
