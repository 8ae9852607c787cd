// continueWith and continueWithTask: continuing after every outcome.

import PromiseCore
import PromiseTrace

extension Task {
  /// Continues when this task has ended, whatever its outcome.
  ///
  /// - Parameters:
  ///   - executor: Where the continuation runs; by default within the call that ends this task, or within this call if the
  ///     task has ended.
  ///   - cancellationToken: If it is canceled before the continuation starts, the new task is canceled instead.
  ///   - continuation: Receives this task and returns the new result. An error that it throws faults the new task;
  ///     ``CancelledError`` cancels it.
  /// - Returns: A new task with the result that the continuation returns.
  @discardableResult
  public func continueWith<S>(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    continuation: @escaping (Task<TResult>) throws -> S
  ) -> Task<S> {
    let site = SourceSite(file, line, function)
    // Weak: a continuation must not retain a task that never ends. The promise outlives the task.
    return derive(
      "continueWith", handles: [.fulfilled, .rejected], on: executor, unless: cancellationToken, site: site
    ) { [weak self] node, parent in
      parent.beHandled(by: node)
      node.end { try continuation(self ?? Task(parent)) }
    }
  }

  /// Continues with another task when this task has ended, whatever its outcome.
  ///
  /// - Parameters:
  ///   - executor: Where the continuation runs; by default within the call that ends this task, or within this call if the
  ///     task has ended.
  ///   - cancellationToken: If it is canceled before the continuation starts, or before the task that it returns ends, the
  ///     new task is canceled.
  ///   - continuation: Receives this task and returns the one to follow. An error that it throws faults the new task;
  ///     ``CancelledError`` cancels it.
  /// - Returns: A new task that ends like the task that the continuation returns.
  @discardableResult
  public func continueWithTask<S>(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    continuation: @escaping (Task<TResult>) throws -> Task<S>
  ) -> Task<S> {
    let site = SourceSite(file, line, function)
    return derive(
      "continueWithTask", handles: [.fulfilled, .rejected], on: executor, unless: cancellationToken, site: site
    ) { [weak self] node, parent in
      parent.beHandled(by: node)
      node.follow(unless: cancellationToken) { try continuation(self ?? Task(parent)) }
    }
  }
}

extension Promise {
  /// Marks this promise's error, if it has one, as handled by a continuation that receives errors.
  func beHandled(by handler: PromiseNode) {
    if isRejected { rejection.markHandled(at: self, by: handler) }
  }
}
