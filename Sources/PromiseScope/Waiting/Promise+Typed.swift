// Owns `get` with a typed error.

import PromiseCore
import PromiseTrace

extension Promise where Value: Sendable {
  /// Waits for the outcome in a task, and throws errors of one type only.
  ///
  /// A promise can be rejected with any error, and a canceled task throws `CancellationError`, so `other` turns every error of another
  /// type into one of this type.
  ///
  /// ```swift
  /// enum LoadError: Error {
  ///   case offline
  ///   case other(any Error)
  /// }
  ///
  /// func load(_ page: Promise<String>) async throws(LoadError) -> String {
  ///   try await page.get(throwing: LoadError.self) { .other($0) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the errors.
  ///   - isolation: The caller's actor, on which `other` runs; leave it out.
  ///   - other: Returns the error to throw for an error of another type.
  /// - Returns: The value.
  /// - Throws: The error that the promise was rejected with, if it has this type, or the result of `other`.
  public consuming func get<Failure: Error>(
    throwing type: Failure.Type, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ other: (any Error) -> Failure
  ) async throws(Failure) -> Value {
    do {
      return try await (consume self).outcome(at: SourceSite(file, line, function))
    } catch {
      throw error as? Failure ?? other(error)
    }
  }
}
