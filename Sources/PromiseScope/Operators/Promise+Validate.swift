// Owns `validate`, which rejects if the value fails a test.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Rejects with ``PromiseError/validationFailure`` if the value fails a test.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `predicate`; nil means the default executor.
  ///   - predicate: Receives the value; false or a thrown error rejects the promise.
  /// - Returns: A new promise with the same value. A rejection skips the test.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func validate(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ predicate: __owned @escaping @Sendable (Value) throws -> Bool
  ) -> Promise<Value> where Value: Sendable {
    validate(on: queue, file: file, line: line, function: function, consume predicate, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func validate(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ predicate: __owned @escaping @Sendable (Value) throws -> Bool, _unchecked: Void = ()
  ) -> Promise<Value> {
    validate(on: Executor.of(queue), file: file, line: line, function: function, consume predicate)
  }

  /// Rejects with ``PromiseError/validationFailure`` if the value fails a test.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs `predicate`.
  ///   - predicate: Receives the value; false or a thrown error rejects the promise.
  /// - Returns: A new promise with the same value. A rejection skips the test.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func validate(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ predicate: __owned @escaping @Sendable (Value) throws -> Bool
  ) -> Promise<Value> where Value: Sendable {
    validate(on: consume executor, file: file, line: line, function: function, consume predicate, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func validate(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ predicate: __owned @escaping @Sendable (Value) throws -> Bool, _unchecked: Void = ()
  ) -> Promise<Value> {
    let handler = StoredWork(TestHandler(consume predicate)) { node, parent, work in
      let handler = work.reveal(as: TestHandler<Value>.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      unsafeDowncast(node, to: Promise<Value>.self).settle(like: parent) {
        guard try handler.call(parent.fulfilledValue) else { throw PromiseError.validationFailure }
      }
    }
    return Promise(
      from: self, "validate", handles: .fulfilled, on: consume executor, site: SourceSite(file, line, function),
      work: handler)
  }
}
