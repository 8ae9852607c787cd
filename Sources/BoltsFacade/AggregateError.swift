// The errors of several tasks as one.

/// What a task that waited for several others faults with when some of them did.
public struct AggregateError: Error {
  /// The errors, in the order of the tasks; cancelled tasks have none.
  public let errors: [any Error]

  /// Creates the error.
  ///
  /// - Parameter errors: What went wrong.
  public init(errors: [any Error]) { self.errors = errors }
}
