// continueOnSuccessWith and continueOnSuccessWithTask: continuing with a result.

import PromiseCore
import PromiseTrace

extension Task {
  /// Continues with this task's result.
  ///
  /// - Parameters:
  ///   - executor: Where the continuation runs; by default within the call that ends this task, or within this call if the
  ///     task has ended.
  ///   - cancellationToken: If it is canceled before the continuation starts, the new task is canceled instead.
  ///   - continuation: Receives the result and returns the new one. An error that it throws faults the new task;
  ///     ``CancelledError`` cancels it.
  /// - Returns: A new task with the result that the continuation returns. Faults and cancellations skip the continuation.
  @inlinable
  @discardableResult
  public func continueOnSuccessWith<S>(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    continuation: __owned @escaping (TResult) throws -> S
  ) -> Task<S> {
    let site = SourceSite(file, line, function)
    guard cancellationToken == nil else {
      return derive(
        "continueOnSuccessWith", handles: .fulfilled, on: executor, unless: cancellationToken, site: site
      ) { node, parent in
        node.end { try continuation(parent.fulfilledValue) }
      }
    }
    let work = StoredWork(keeping: UncheckedHandler(consume continuation)) { node, parent, work in
      let continuation = work.reveal(as: UncheckedHandler<TResult, S>.self)
      let result = unsafeDowncast(parent, to: Promise<TResult>.self).fulfilledValue
      unsafeDowncast(node, to: Promise<S>.self).end { try continuation.call(result) }
    }
    return Task<S>(
      Promise<S>(
        from: promise, "continueOnSuccessWith", handles: .fulfilled, on: executor.core, site: site, work: work))
  }

  /// Continues with a task made from this task's result.
  ///
  /// - Parameters:
  ///   - executor: Where the continuation runs; by default within the call that ends this task, or within this call if the
  ///     task has ended.
  ///   - cancellationToken: If it is canceled before the continuation starts, or before the task that it returns ends, the
  ///     new task is canceled.
  ///   - continuation: Receives the result and returns the task to follow. An error that it throws faults the new task;
  ///     ``CancelledError`` cancels it.
  /// - Returns: A new task that ends like the task that the continuation returns. Faults and cancellations skip the continuation.
  @inlinable
  @discardableResult
  public func continueOnSuccessWithTask<S>(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    continuation: __owned @escaping (TResult) throws -> Task<S>
  ) -> Task<S> {
    let site = SourceSite(file, line, function)
    guard cancellationToken == nil else {
      return derive(
        "continueOnSuccessWithTask", handles: .fulfilled, on: executor, unless: cancellationToken, site: site
      ) { node, parent in
        node.follow(unless: cancellationToken) { try continuation(parent.fulfilledValue) }
      }
    }
    let work = StoredWork(keeping: UncheckedHandler(consume continuation)) { node, parent, work in
      let continuation = work.reveal(as: UncheckedHandler<TResult, Task<S>>.self)
      let result = unsafeDowncast(parent, to: Promise<TResult>.self).fulfilledValue
      unsafeDowncast(node, to: Promise<S>.self).follow(unless: nil) { try continuation.call(result) }
    }
    return Task<S>(
      Promise<S>(
        from: promise, "continueOnSuccessWithTask", handles: .fulfilled, on: executor.core, site: site, work: work))
  }
}
