// continueWith and continueWithTask: what to do once a task has ended, however it did.

import PromiseCore
import PromiseTrace

extension Task {
  /// Continues once this task has ended.
  ///
  /// - Parameters:
  ///   - executor: Where the continuation runs; by default in the call that ends this task, or in this one if it has ended.
  ///   - cancellationToken: If canceled when the continuation's turn comes, the new task is canceled instead.
  ///   - file: The call site, recorded in the log.
  ///   - line: The call site, recorded in the log.
  ///   - function: The call site, recorded in the log.
  ///   - continuation: Gets this task and returns the new result; an error it throws faults the new task,
  ///     ``CancelledError`` cancels it.
  /// - Returns: A new task of what the continuation returns.
  @discardableResult
  public func continueWith<S>(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    continuation: @escaping (Task<TResult>) throws -> S
  ) -> Task<S> {
    let site = SourceSite(file, line, function)
    // Weak: a task that never ends must not be kept by its own continuation. The promise lives without the task.
    return derive(
      "continueWith", handles: [.fulfilled, .rejected], on: executor, unless: cancellationToken, site: site
    ) { [weak self] node, parent in
      parent.beHandled(by: node)
      node.end { try continuation(self ?? Task(parent)) }
    }
  }

  /// Continues with another task once this one has ended.
  ///
  /// - Parameters:
  ///   - executor: Where the continuation runs; by default in the call that ends this task, or in this one if it has ended.
  ///   - cancellationToken: If canceled when the continuation's turn comes, or when the task it returns ends, the new task is
  ///     canceled.
  ///   - file: The call site, recorded in the log.
  ///   - line: The call site, recorded in the log.
  ///   - function: The call site, recorded in the log.
  ///   - continuation: Gets this task and returns the one to follow; an error it throws faults the new task,
  ///     ``CancelledError`` cancels it.
  /// - Returns: A new task that ends as the one that the continuation returns.
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
  /// A continuation that hears of errors runs: this promise's error, if it has one, counts as handled.
  func beHandled(by handler: PromiseNode) {
    if isRejected { rejection.markHandled(at: self, by: handler) }
  }
}
