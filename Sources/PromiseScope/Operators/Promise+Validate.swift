// validate: a value that does not pass a test becomes a rejection.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Rejects with ``PromiseError/validationFailure`` if the value does not pass a test.
  ///
  /// - Parameters:
  ///   - queue: Where `predicate` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - predicate: Gets the value; false rejects, and so does an error it throws.
  /// - Returns: A new promise of the same value. A rejection passes the test by.
  @preconcurrency
  @inlinable
  @discardableResult
  public func validate(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ predicate: @escaping @Sendable (Value) throws -> Bool
  ) -> Promise<Value> {
    validate(on: Executor.of(queue), file: file, line: line, function: function, predicate)
  }

  /// Rejects with ``PromiseError/validationFailure`` if the value does not pass a test.
  ///
  /// - Parameters:
  ///   - executor: Where `predicate` runs.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - predicate: Gets the value; false rejects, and so does an error it throws.
  /// - Returns: A new promise of the same value. A rejection passes the test by.
  @preconcurrency
  @inlinable
  @discardableResult
  public func validate(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ predicate: @escaping @Sendable (Value) throws -> Bool
  ) -> Promise<Value> {
    let handler = StoredWork(TestHandler(predicate)) { node, parent, work in
      let handler = StoredWork.reveal(work, as: TestHandler<Value>.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      unsafeDowncast(node, to: Promise<Value>.self).settle(like: parent) {
        guard try handler.call(parent.fulfilledValue) else { throw PromiseError.validationFailure }
      }
    }
    return Promise(
      from: self, "validate", handles: .fulfilled, on: executor, site: SourceSite(file, line, function), work: handler)
  }
}
