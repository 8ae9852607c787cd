// AggregateError: the errors of several tasks as one error.

import PromiseTrace

/// The error of a task that waited for several others when at least one of them faulted.
public struct AggregateError: Error {
  /// The errors, in the order of the tasks; canceled tasks have none.
  public let errors: [any Error]

  /// Creates the error.
  ///
  /// - Parameter errors: The errors, in the order of the tasks.
  public init(errors: [any Error]) { self.errors = errors }
}

extension AggregateError: PromisePreviewing {
  /// The number of errors and the first three of them.
  public var promisePreview: String {
    let first = errors.prefix(3).map { String(describing: $0) }.joined(separator: ", ")
    return "\(errors.count) \(errors.count == 1 ? "error" : "errors"): \(first)\(errors.count > 3 ? ", …" : "")"
  }
}
