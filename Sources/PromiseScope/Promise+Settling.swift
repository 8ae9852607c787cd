// Owns `fulfill` and `reject`, and the settling of a promise by the result of its body. A value that is an error rejects.

import PromiseCore
import PromiseTrace

extension Promise {
  /// Fulfills the promise, unless it is settled or locked in.
  ///
  /// When an inline handler calls it, the handlers of this promise are run or enqueued after that handler returns: on a serial queue,
  /// after the blocks that the program enqueues in the same handler. See ``InlineExecutor``.
  ///
  /// - Parameter value: The value to fulfill with. A value that is an `Error` rejects the promise, as in Google Promises.
  @preconcurrency
  @inlinable
  public func fulfill(_ value: Value) { resolve(value: value) }

  /// Rejects the promise, unless it is settled or locked in.
  ///
  /// - Parameter error: The error to reject with.
  @preconcurrency
  @inlinable
  public func reject(_ error: any Error) { reject(error, cause: .resolver, at: .onStack) }

  /// Fulfills the promise and returns whether it did.
  ///
  /// The compiler picks this form where it expects a `Bool`. Elsewhere it picks the form without a result, so that
  /// `then { other.fulfill($0) }` passes the value on.
  ///
  /// - Parameter value: The value to fulfill with. A value that is an `Error` rejects the promise.
  /// - Returns: False if the promise was settled or locked in already.
  @preconcurrency
  @_disfavoredOverload
  public func fulfill(_ value: Value) -> Bool { resolve(value: value) }

  /// Rejects the promise and returns whether it did.
  ///
  /// - Parameter error: The error to reject with.
  /// - Returns: False if the promise was settled or locked in already.
  @preconcurrency
  @_disfavoredOverload
  public func reject(_ error: any Error) -> Bool { reject(error, cause: .resolver, at: .onStack) }

  /// Fulfills the promise, or rejects it if the value is an error.
  @inlinable
  @discardableResult
  func resolve(value: Value, cause: SettlementCause = .resolver) -> Bool {
    let call = cause == .resolver ? SourceSite.onStack : SourceSite()
    if let error = ErrorValue.error(in: value) { return reject(error, cause: cause, at: call) }
    return fulfill(value, cause: cause, at: call)
  }

  /// Settles with the value that a body returns or the error that it throws, and records the end of the body.
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

  /// Follows the promise that a body returns, or rejects with the error that it throws.
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

  /// Runs a handler that returns nothing and then passes on the outcome of `parent`, which has the same type.
  @inlinable @inline(__always)
  func settle(like parent: Promise<Value>, after body: () throws -> Void) {
    do {
      try body()
      bodyReturned(passing: parent)
    } catch {
      finished(.threw)
      reject(error, cause: .threw)
    }
  }
}
