// continueOnErrorWith and continueOnErrorWithTask: recovering from an error of any type or of one type.

import PromiseCore
import PromiseTrace

extension Task {
  /// Recovers from this task's error.
  ///
  /// - Parameters:
  ///   - executor: Where the continuation runs; by default within the call that ends this task, or within this call if the
  ///     task has ended.
  ///   - cancellationToken: If it is canceled before the continuation starts, the new task is canceled instead.
  ///   - continuation: Receives the error and returns the result to continue with. An error that it throws faults the new
  ///     task; ``CancelledError`` cancels it.
  /// - Returns: A new task. Results and cancellations skip the continuation.
  @inlinable
  @discardableResult
  public func continueOnErrorWith(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    continuation: __owned @escaping (any Error) throws -> TResult
  ) -> Task {
    let site = SourceSite(file, line, function)
    guard cancellationToken == nil else {
      return recover("continueOnErrorWith", on: executor, unless: cancellationToken, site: site) {
        (node, error: any Error) in
        node.end { try continuation(error) }
      }
    }
    let work = StoredWork(keeping: UncheckedHandler(consume continuation)) { node, parent, work in
      let (node, parent) = (Task.settling(node), Task.settling(parent))
      guard let error = parent.takeFault(for: node) else { return node.passLate(parent) }
      let continuation = work.reveal(as: UncheckedHandler<any Error, TResult>.self)
      node.end { try continuation.call(error) }
    }
    return Task(
      Promise(from: promise, "continueOnErrorWith", handles: .rejected, on: executor.core, site: site, work: work))
  }

  /// Recovers from an error of one type.
  ///
  /// - Parameters:
  ///   - executor: Where the continuation runs; by default within the call that ends this task, or within this call if the
  ///     task has ended.
  ///   - cancellationToken: If it is canceled before the continuation starts, the new task is canceled instead.
  ///   - continuation: Receives the error and returns the result to continue with. An error that it throws faults the new
  ///     task; ``CancelledError`` cancels it.
  /// - Returns: A new task. Results, errors of other types, and cancellations skip the continuation.
  @discardableResult
  public func continueOnErrorWith<E: Error>(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    continuation: @escaping (E) throws -> TResult
  ) -> Task {
    recover("continueOnErrorWith", on: executor, unless: cancellationToken, site: SourceSite(file, line, function)) {
      (node, error: E) in
      node.end { try continuation(error) }
    }
  }

  /// Recovers from this task's error with another task.
  ///
  /// - Parameters:
  ///   - executor: Where the continuation runs; by default within the call that ends this task, or within this call if the
  ///     task has ended.
  ///   - cancellationToken: If it is canceled before the continuation starts, or before the task that it returns ends, the
  ///     new task is canceled.
  ///   - continuation: Receives the error and returns the task to follow. An error that it throws faults the new task;
  ///     ``CancelledError`` cancels it.
  /// - Returns: A new task. Results and cancellations skip the continuation.
  @discardableResult
  public func continueOnErrorWithTask(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    continuation: @escaping (any Error) throws -> Task
  ) -> Task {
    recover("continueOnErrorWithTask", on: executor, unless: cancellationToken, site: SourceSite(file, line, function))
    {
      (node, error: any Error) in
      node.follow(unless: cancellationToken) { try continuation(error) }
    }
  }

  /// Recovers from an error of one type with another task.
  ///
  /// - Parameters:
  ///   - executor: Where the continuation runs; by default within the call that ends this task, or within this call if the
  ///     task has ended.
  ///   - cancellationToken: If it is canceled before the continuation starts, or before the task that it returns ends, the
  ///     new task is canceled.
  ///   - continuation: Receives the error and returns the task to follow. An error that it throws faults the new task;
  ///     ``CancelledError`` cancels it.
  /// - Returns: A new task. Results, errors of other types, and cancellations skip the continuation.
  @discardableResult
  public func continueOnErrorWithTask<E: Error>(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    continuation: @escaping (E) throws -> Task
  ) -> Task {
    recover("continueOnErrorWithTask", on: executor, unless: cancellationToken, site: SourceSite(file, line, function))
    {
      (node, error: E) in
      node.follow(unless: cancellationToken) { try continuation(error) }
    }
  }

  /// Creates the task that recovers from errors of type `E` and passes on every other outcome.
  @usableFromInline
  func recover<E>(
    _ operation: StaticString, on executor: Executor, unless token: CancellationToken?, site: SourceSite,
    _ body: @escaping (_ node: Promise<TResult>, _ error: E) -> Void
  ) -> Task {
    derive(operation, handles: .rejected, on: executor, unless: token, site: site) { node, parent in
      guard let error = parent.rejection.fault as? E else {
        node.finished(.void)
        return node.pass(on: parent, cause: .returned)
      }
      parent.beHandled(by: node)
      body(node, error)
    }
  }
}

extension Promise {
  /// The error of a faulted task, marked as handled by `handler`; nil for any other outcome.
  @usableFromInline
  func takeFault(for handler: PromiseNode) -> (any Error)? {
    guard isRejected, let fault = rejection.fault else { return nil }
    beHandled(by: handler)
    return fault
  }

  /// Passes on a result, or a cancellation that reached the executor although the continuation does not handle it.
  @usableFromInline
  func passLate(_ parent: Promise) {
    if parent.isRejected { finished(.void) }
    pass(on: parent, cause: parent.isRejected ? .returned : .passthrough)
  }
}
