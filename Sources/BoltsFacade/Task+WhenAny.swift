// whenAny: waiting for the first of several tasks.

import PromiseCore
import PromiseTrace

extension Task {
  /// Creates a task that succeeds as soon as one of the given tasks ends, even if that task faults or is canceled.
  ///
  /// It does not identify that task and does not handle its error. Without tasks, it succeeds immediately.
  ///
  /// - Parameter tasks: The tasks to wait for.
  /// - Returns: The task.
  public static func whenAny(
    _ tasks: [Task], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Task<Void> {
    let promise = Promise<Void>(pending: "whenAny", site: SourceSite(file, line, function))
    if tasks.isEmpty { promise.fulfill((), cause: .combinator) }
    let relay = InputRelay(.one, passesCancellations: false)
    promise.combine(relay)
    for task in tasks where promise.isPending {
      task.promise.observe(by: promise, in: relay, handlesLate: false) { input in
        if promise.isPending { promise.fulfill((), cause: .combinator, via: input) }
      }
    }
    return Task<Void>(promise)
  }

  /// Creates a task that succeeds as soon as one of the given tasks ends, even if that task faults or is canceled.
  ///
  /// It does not identify that task and does not handle its error. Without tasks, it succeeds immediately.
  ///
  /// - Parameter tasks: The tasks to wait for.
  /// - Returns: The task.
  public static func whenAny(
    _ tasks: Task..., file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Task<Void> {
    whenAny(tasks, file: file, line: line, function: function)
  }
}
