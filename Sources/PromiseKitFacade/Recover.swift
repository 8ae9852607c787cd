// recover: going on after an error.

import Dispatch
import PromiseCore
import PromiseTrace

extension CatchMixin {
  /// Goes on after an error with the promise that a body makes of it; an error it throws rejects.
  ///
  /// - Parameters:
  ///   - on: Where `body` runs; nil means inline.
  ///   - flags: For the dispatch queue's work item.
  ///   - policy: Whether cancellations count; by default they do not, and pass.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - body: Gets the error.
  /// - Returns: A new promise of this one's value, or of what came of `body`.
  public func recover<U: Thenable>(
    on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(.running(on: on, flags), SourceSite(file, line, function), policy, { policy.covers($0) ? $0 : nil }) {
      node, error in
      node.follow { try body(error) }
    }
  }

  /// Goes on after any error with the guarantee that a body makes of it.
  @discardableResult
  public func recover(
    on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (any Error) -> Guarantee<T>
  ) -> Guarantee<T> {
    Guarantee(
      recovering(.running(on: on, flags), SourceSite(file, line, function), .allErrors, { $0 }) { node, error in
        node.follow { body(error) }
      }.core)
  }

  /// Goes on after one certain error with the promise that a body makes of it.
  public func recover<U: Thenable, E: Error>(
    only: E, on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> U
  ) -> Promise<T> where U.T == T, E: Equatable {
    recovering(.running(on: on, flags), SourceSite(file, line, function), .allErrors, { $0 as? E == only ? only : nil })
    {
      node, error in
      node.follow { try body(error) }
    }
  }

  /// Goes on after errors of one type with the promise that a body makes of it.
  public func recover<U: Thenable, E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(
      .running(on: on, flags), SourceSite(file, line, function), policy, { policy.covers($0) ? $0 as? E : nil }
    ) {
      node, error in
      node.follow { try body(error) }
    }
  }

  /// Derives the promise; an error that is not selected goes on.
  func recovering<E>(
    _ executor: Executor, _ site: SourceSite, _ policy: CatchPolicy, _ select: @escaping (any Error) -> E?,
    _ react: @escaping (Core<T>, E) -> Void
  ) -> Promise<T> {
    // What is about any error needs no executor of its own to let cancellations pass.
    let executor = E.self == (any Error).self ? executor : executor.about { select($0) != nil }
    return Promise(
      derive("recover", handles: .rejected, on: executor, policy: policy, site) { node, parent in
        guard parent.isRejected else { return node.settle(like: parent) }
        guard let error = select(parent.rejection.error) else {
          node.finished(.void)
          return node.settle(like: parent)
        }
        parent.rejection.markHandled(at: parent)
        react(node, error)
      })
  }
}

extension CatchMixin where T == Void {
  /// Goes on after any error.
  @discardableResult
  public func recover(
    on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (any Error) -> Void
  ) -> Guarantee<Void> {
    Guarantee(
      recovering(.running(on: on, flags), SourceSite(file, line, function), .allErrors, { $0 }) { node, error in
        node.settle { body(error) }
      }
      .core)
  }

  /// Goes on after an error, unless the body throws.
  public func recover(
    on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> Void
  ) -> Promise<Void> {
    recovering(.running(on: on, flags), SourceSite(file, line, function), policy, { policy.covers($0) ? $0 : nil }) {
      node, error in
      node.settle { try body(error) }
    }
  }

  /// Goes on after one certain error, unless the body throws.
  public func recover<E: Error>(
    only: E, on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> Void
  ) -> Promise<Void> where E: Equatable {
    recovering(.running(on: on, flags), SourceSite(file, line, function), .allErrors, { $0 as? E == only ? only : nil })
    {
      node, error in
      node.settle { try body(error) }
    }
  }

  /// Goes on after errors of one type, unless the body throws.
  public func recover<E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) throws -> Void
  ) -> Promise<Void> {
    recovering(
      .running(on: on, flags), SourceSite(file, line, function), policy, { policy.covers($0) ? $0 as? E : nil }
    ) {
      node, error in
      node.settle { try body(error) }
    }
  }
}
