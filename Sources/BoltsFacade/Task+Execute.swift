// execute and executeWithTask: tasks made from closures that run on an executor.

import PromiseCore
import PromiseTrace

extension Task {
  /// Creates a task with the result of a closure, like ``execute(_:file:line:function:closure:)``.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs; by default within this call.
  ///   - closure: Returns the result. An error that it throws faults the task; ``CancelledError`` cancels it.
  public convenience init(
    _ executor: Executor = .default, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, closure: @escaping () throws -> TResult
  ) {
    nonisolated(unsafe) let closure = closure
    self.init(
      Promise("execute", on: executor.core, site: SourceSite(file, line, function)) { node, _ in
        Task.settling(node).end { try closure() }
      })
  }

  /// Creates a task with the result of a closure.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs; by default within this call.
  ///   - closure: Returns the result. An error that it throws faults the task; ``CancelledError`` cancels it.
  /// - Returns: The task.
  @discardableResult
  public static func execute(
    _ executor: Executor = .default, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, closure: @escaping () throws -> TResult
  ) -> Task {
    Task(executor, file: file, line: line, function: function, closure: closure)
  }

  /// Creates a task that ends like the task that a closure returns.
  ///
  /// - Parameters:
  ///   - executor: Where the closure runs; by default within this call.
  ///   - closure: Returns the task to follow. An error that it throws faults the new task; ``CancelledError`` cancels it.
  /// - Returns: The task.
  @discardableResult
  public static func executeWithTask(
    _ executor: Executor = .default, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, closure: @escaping () throws -> Task
  ) -> Task {
    nonisolated(unsafe) let closure = closure
    return Task(
      Promise("executeWithTask", on: executor.core, site: SourceSite(file, line, function)) { node, _ in
        settling(node).follow(unless: nil) { try closure() }
      })
  }
}
