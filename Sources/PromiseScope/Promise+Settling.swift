// Settling a promise from outside, and what a body's result means in Google's vocabulary.

import PromiseCore
import PromiseTrace

extension Promise {
  /// Fulfils the promise, unless it is settled or locked in.
  ///
  /// - Parameter value: What with. A value that is an `Error` rejects the promise, as in Google Promises.
  @preconcurrency
  @inlinable
  public func fulfill(_ value: Value) { resolve(value: value) }

  /// Rejects the promise, unless it is settled or locked in.
  ///
  /// - Parameter error: Why.
  @preconcurrency
  @inlinable
  public func reject(_ error: any Error) { reject(error, cause: .resolver) }

  /// Fulfils the promise, and tells whether that was the first settlement.
  ///
  /// Found where a `Bool` is asked for; elsewhere the form without a result is, so that `then { other.fulfill($0) }` goes on with the
  /// value.
  ///
  /// - Parameter value: What with. A value that is an `Error` rejects the promise.
  /// - Returns: False where it was refused.
  @preconcurrency
  @_disfavoredOverload
  public func fulfill(_ value: Value) -> Bool { resolve(value: value) }

  /// Rejects the promise, and tells whether that was the first settlement.
  ///
  /// - Parameter error: Why.
  /// - Returns: False where it was refused.
  @preconcurrency
  @_disfavoredOverload
  public func reject(_ error: any Error) -> Bool { reject(error, cause: .resolver) }

  /// Fulfils, or rejects if the value is an error.
  @inlinable
  @discardableResult
  func resolve(value: Value, cause: SettlementCause = .resolver) -> Bool {
    if let error = ErrorValue.error(in: value) { return reject(error, cause: cause) }
    return fulfill(value, cause: cause)
  }

  /// Settles with what a body returns or throws, and tells the log that the body ended.
  @inlinable @inline(__always)
  func settle(_ body: () throws -> Value) {
    do {
      let value = try body()
      guard let error = ErrorValue.error(in: value) else { return bodyReturned(value) }
      finished(.value)
      reject(error, cause: .returned)
    } catch {
      finished(.threw)
      reject(error, cause: .threw)
    }
  }

  /// Follows the promise that a body returns, or rejects with what it throws.
  @inlinable @inline(__always)
  func settle(_ body: () throws -> Promise<Value>) {
    do {
      let promise = try body()
      finished(.promise)
      adopt(promise)
    } catch {
      finished(.threw)
      reject(error, cause: .threw)
    }
  }

  /// Runs a handler that returns nothing and then passes on the outcome of `parent`, which may be of this promise's own type only.
  @inlinable @inline(__always)
  func settle(like parent: Promise<Value>, after body: () throws -> Void) {
    do {
      try body()
      finished(.void)
      settle(like: parent, cause: .returned)
    } catch {
      finished(.threw)
      reject(error, cause: .threw)
    }
  }
}
