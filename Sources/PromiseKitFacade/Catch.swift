// catch: the end of a chain's errors. Owns the finalizers that it returns, and `finally` on them.

import Dispatch
import PromiseCore
import PromiseTrace

extension CatchMixin {
  /// Does something with the error, and ends the chain.
  ///
  /// - Parameters:
  ///   - on: Where `body` runs; nil means inline.
  ///   - flags: For the dispatch queue's work item.
  ///   - policy: Whether cancellations count; by default they do not, and then `body` is not called for one.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - body: Gets the error.
  /// - Returns: What `finally` can be called on.
  @preconcurrency
  @discardableResult
  public func `catch`(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> PMKFinalizer {
    PMKFinalizer(
      derive("catch", handles: .rejected, on: on, flags, SourceSite(file, line, function)) { node, parent in
        guard parent.isRejected else { return node.pass(parent) }
        node.settle {
          guard policy.covers(parent.rejection.error) else { return }
          parent.rejection.markHandled(at: parent)
          body(parent.rejection.error)
        }
      })
  }

  /// Does something with one certain error; others go on to the next `catch`.
  @preconcurrency
  @discardableResult
  public func `catch`<E: Error>(
    only: E, on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping @Sendable (E) -> Void
  ) -> PMKCascadingFinalizer where E: Equatable {
    catching(on, flags, SourceSite(file, line, function), { $0 as? E == only ? only : nil }, body)
  }

  /// Does something with errors of one type; others go on to the next `catch`.
  @preconcurrency
  @discardableResult
  public func `catch`<E: Error>(
    only: E.Type, on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping @Sendable (E) -> Void
  ) -> PMKCascadingFinalizer {
    catching(on, flags, SourceSite(file, line, function), { policy.covers($0) ? $0 as? E : nil }, body)
  }

  private func catching<E: Error>(
    _ on: DispatchQueue?, _ flags: DispatchWorkItemFlags?, _ site: SourceSite,
    _ select: @escaping @Sendable (any Error) -> E?, _ body: @escaping @Sendable (E) -> Void
  ) -> PMKCascadingFinalizer {
    PMKCascadingFinalizer(
      derive("catch", handles: .rejected, on: on, flags, site) { node, parent in
        guard parent.isRejected else { return node.pass(parent) }
        guard let error = select(parent.rejection.error) else {
          node.finished(.void)
          node.reject(passing: parent.rejection, from: parent, cause: .passthrough)
          return
        }
        parent.rejection.markHandled(at: parent)
        node.settle { body(error) }
      })
  }
}

extension PromiseCore.Promise where Value == Box<Void> {
  /// Passes on that a parent of any type is fulfilled.
  fileprivate func pass(_ parent: PromiseNode) { fulfill(Box(()), cause: .passthrough, via: parent) }
}

/// The end of a chain whose errors have been caught.
public final class PMKFinalizer: Sendable {
  private let end: Guarantee<Void>

  init(_ core: Core<Void>) { end = Guarantee(core) }

  /// Does something when the chain has ended, however it did.
  @preconcurrency
  public func finally(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function, _ body: @escaping @Sendable () -> Void
  ) {
    let _: Core<Void> = end.derive("finally", handles: .fulfilled, on: on, flags, SourceSite(file, line, function)) {
      node, _ in
      node.settle(body)
    }
  }
}

/// The end of a chain of whose errors some have been caught.
public final class PMKCascadingFinalizer: Sendable {
  private let rest: Promise<Void>

  init(_ core: Core<Void>) { rest = Promise(core) }

  /// Does something with the errors that are left.
  @preconcurrency
  @discardableResult
  public func `catch`(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> PMKFinalizer {
    rest.catch(on: on, flags: flags, policy: policy, file: file, line: line, function: function, body)
  }

  /// Does something with one certain error of those that are left.
  @preconcurrency
  @discardableResult
  public func `catch`<E: Error>(
    only: E, on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping @Sendable (E) -> Void
  ) -> PMKCascadingFinalizer where E: Equatable {
    rest.catch(only: only, on: on, flags: flags, file: file, line: line, function: function, body)
  }

  /// Does something with errors of one type of those that are left.
  @preconcurrency
  @discardableResult
  public func `catch`<E: Error>(
    only: E.Type, on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping @Sendable (E) -> Void
  ) -> PMKCascadingFinalizer {
    rest.catch(only: only, on: on, flags: flags, policy: policy, file: file, line: line, function: function, body)
  }

  /// Does something when the chain has ended, however it did.
  @preconcurrency
  @discardableResult
  public func finally(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function, _ body: @escaping @Sendable () -> Void
  ) -> PMKFinalizer {
    PMKFinalizer(
      rest.derive("finally", handles: [.fulfilled, .rejected], on: on, flags, SourceSite(file, line, function)) {
        node, _ in
        node.settle(body)
      })
  }

  /// Ends the chain: errors that are left go to ``PMKConfiguration/logHandler``.
  @discardableResult
  public func cauterize(
    file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> PMKFinalizer {
    rest.cauterize(file: file, line: line, function: function)
  }
}
