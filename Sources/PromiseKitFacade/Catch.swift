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
  @discardableResult
  public func `catch`(
    on: DispatchQueue? = .pmkReturn, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) -> Void
  ) -> PMKFinalizer {
    catchingAll(.running(on: on, flags), SourceSite(file, line, function), policy, body)
  }

  /// Derives the finalizer of what handles every error that `policy` covers.
  func catchingAll(
    _ executor: Executor, _ site: SourceSite, _ policy: CatchPolicy, _ body: @escaping (any Error) -> Void
  ) -> PMKFinalizer {
    PMKFinalizer(
      derive("catch", handles: .rejected, on: executor, policy: policy, site) { node, parent in
        node.settle(catching: parent, policy, body)
      })
  }

  /// Does something with one certain error; others go on to the next `catch`.
  @discardableResult
  public func `catch`<E: Error>(
    only: E, on: DispatchQueue? = .pmkReturn, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer where E: Equatable {
    catching(
      .running(on: on, flags), SourceSite(file, line, function), .allErrors, { $0 as? E == only ? only : nil }, body)
  }

  /// Does something with errors of one type; others go on to the next `catch`.
  @discardableResult
  public func `catch`<E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkReturn, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer {
    catching(
      .running(on: on, flags), SourceSite(file, line, function), policy, { policy.covers($0) ? $0 as? E : nil }, body)
  }

  /// Derives the finalizer; an error that is not selected goes on.
  func catching<E: Error>(
    _ executor: Executor, _ site: SourceSite, _ policy: CatchPolicy, _ select: @escaping (any Error) -> E?,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer {
    PMKCascadingFinalizer(
      derive("catch", handles: .rejected, on: executor.about { select($0) != nil }, policy: policy, site) {
        node, parent in
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

  /// Hands a parent's error to a body, if the parent has one that `policy` covers, and is fulfilled either way.
  func settle(catching parent: PromiseNode, _ policy: CatchPolicy, _ body: (any Error) -> Void) {
    guard parent.isRejected else { return pass(parent) }
    settle {
      guard policy.covers(parent.rejection.error) else { return }
      parent.rejection.markHandled(at: parent)
      body(parent.rejection.error)
    }
  }
}

/// The end of a chain whose errors have been caught, but for cancellations that nobody wanted.
public final class PMKFinalizer: Sendable {
  private let end: Promise<Void>

  init(_ core: Core<Void>) {
    end = Promise(core)
    if core.isPending { Watch.over(core) }
  }

  /// Does something when the chain has ended, however it did.
  public func finally(
    on: DispatchQueue? = .pmkReturn, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) {
    finishing(.running(on: on, flags), SourceSite(file, line, function), body)
  }

  func finishing(_ executor: Executor, _ site: SourceSite, _ body: @escaping () -> Void) {
    _ = Guarantee<Void>(
      end.derive("finally", handles: [.fulfilled, .rejected], on: executor, site) { node, _ in node.settle(body) })
  }
}

/// The end of a chain of whose errors some have been caught.
public final class PMKCascadingFinalizer: Sendable {
  let rest: Promise<Void>

  init(_ core: Core<Void>) { rest = Promise(core) }

  /// Does something with the errors that are left.
  @discardableResult
  public func `catch`(
    on: DispatchQueue? = .pmkReturn, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) -> Void
  ) -> PMKFinalizer {
    rest.catch(on: on, flags: flags, policy: policy, file: file, line: line, function: function, body)
  }

  /// Does something with one certain error of those that are left.
  @discardableResult
  public func `catch`<E: Error>(
    only: E, on: DispatchQueue? = .pmkReturn, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer where E: Equatable {
    rest.catch(only: only, on: on, flags: flags, file: file, line: line, function: function, body)
  }

  /// Does something with errors of one type of those that are left.
  @discardableResult
  public func `catch`<E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkReturn, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer {
    rest.catch(only: only, on: on, flags: flags, policy: policy, file: file, line: line, function: function, body)
  }

  /// Does something when the chain has ended, however it did; errors that are left go to
  /// ``PMKConfiguration/logHandler``.
  @discardableResult
  public func finally(
    on: DispatchQueue? = .pmkReturn, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) -> PMKFinalizer {
    finishing(.running(on: on, flags), SourceSite(file, line, function), body)
      .cauterize(file: file, line: line, function: function)
  }

  func finishing(_ executor: Executor, _ site: SourceSite, _ body: @escaping () -> Void) -> Promise<Void> {
    Promise<Void>(
      rest.derive("finally", handles: [.fulfilled, .rejected], on: executor, site) { node, parent in
        node.settle(like: parent, after: body)
      })
  }

  /// Ends the chain: errors that are left go to ``PMKConfiguration/logHandler``.
  @discardableResult
  public func cauterize(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> PMKFinalizer {
    rest.cauterize(file: file, line: line, function: function)
  }
}
