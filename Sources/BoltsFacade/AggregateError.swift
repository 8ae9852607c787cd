// The errors of several tasks as one.

import PromiseTrace

/// What a task that waited for several others faults with when some of them did.
public struct AggregateError: Error {
  /// The errors, in the order of the tasks; canceled tasks have none.
  public let errors: [any Error]

  /// Creates the error.
  ///
  /// - Parameter errors: What went wrong.
  public init(errors: [any Error]) { self.errors = errors }
}

extension AggregateError: PromisePreviewing {
  /// How many, and the first three.
  public var promisePreview: String {
    let first = errors.prefix(3).map { String(describing: $0) }.joined(separator: ", ")
    return "\(errors.count) \(errors.count == 1 ? "error" : "errors"): \(first)\(errors.count > 3 ? ", …" : "")"
  }
}
