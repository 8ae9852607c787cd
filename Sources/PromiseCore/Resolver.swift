// The right to settle a promise, apart from the promise.

import PromiseTrace

/// Settles one promise, once.
///
/// Copies settle the same promise; whoever comes first wins.
///
/// Any thread may call any member. A promise whose last resolver is gone while it is pending can never settle.
public struct Resolver<Value>: Sendable {
  /// The promise that this settles.
  public let promise: Promise<Value>

  @inlinable
  package init(_ promise: Promise<Value>) { self.promise = promise }

  /// Fulfils the promise.
  ///
  /// - Parameter value: What with.
  /// - Returns: False where it was settled or locked in before; the log then tells of the attempt.
  @inlinable
  @discardableResult
  public func fulfill(_ value: Value) -> Bool { promise.fulfill(value, cause: .resolver) }

  /// Rejects the promise.
  ///
  /// - Parameter error: Why.
  /// - Returns: False where it was settled or locked in before; the log then tells of the attempt.
  @inlinable
  @discardableResult
  public func reject(_ error: any Error) -> Bool { promise.reject(error, cause: .resolver) }

  /// Locks the promise in to another one: it settles as that one does.
  ///
  /// - Parameter source: The promise to follow. The promise itself, or one that waits for it, rejects it with
  ///   ``PromiseResolutionError``.
  /// - Returns: False where it was settled or locked in before; the log then tells of the attempt.
  @inlinable
  @discardableResult
  public func resolve(_ source: Promise<Value>) -> Bool { promise.adopt(source) }

  /// Locks the promise in to a foreign promise.
  ///
  /// Its first call wins, and an error it throws after that is ignored. A+ §2.3.3.
  ///
  /// - Parameter source: Anything with a `then`.
  /// - Returns: False where the promise was settled or locked in before.
  @discardableResult
  public func resolve<Source: Thenable>(_ source: Source) -> Bool where Source.Value == Value {
    let inner = Promise<Value>(pending: "thenable", site: SourceSite())
    let resolver = Resolver(inner)
    guard promise.adopt(inner) else { return false }
    do {
      try source.then(fulfill: { resolver.fulfill($0) }, reject: { resolver.reject($0) })
    } catch {
      inner.reject(error, cause: .threw)
    }
    return true
  }
}

/// A promise of some other library, as far as resolving with it goes.
///
/// A+ §1.2, §2.3.3.
public protocol Thenable<Value>: Sendable {
  /// What it is fulfilled with.
  associatedtype Value

  /// Waits for the outcome.
  ///
  /// - Parameters:
  ///   - fulfill: To be called with the value.
  ///   - reject: To be called with the error. Of several calls the first counts.
  /// - Throws: Whatever kept it from waiting; counts only if neither closure was called before.
  func then(
    fulfill: @escaping @Sendable (Value) -> Void, reject: @escaping @Sendable (any Error) -> Void
  ) throws
}
