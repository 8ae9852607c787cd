// Owns the operators with `on: .mainActor`, whose handlers are isolated to the main actor and use its state without `await`.

import Dispatch
import PromiseCore
import PromiseTrace

/// The main queue for handlers that are isolated to the main actor: `then(on: .mainActor) { self.title = $0 }`.
///
/// With `.main` the compiler doesn't know that the handler runs on the main actor.
public struct MainActorQueue: Sendable {
  /// The main queue, with its handlers on the main actor.
  public static let mainActor = MainActorQueue()

  private init() {}

  /// Removes the isolation from a closure that runs on the main queue, which is the executor of the main actor.
  static func free<Input, Output>(
    _ work: @escaping @MainActor @Sendable (Input) throws -> Output
  ) -> @Sendable (Input) throws -> Output {
    unsafeBitCast(work, to: (@Sendable (Input) throws -> Output).self)
  }
}

extension Promise {
  /// Calls `work` with the value, on the main actor, and follows the promise that it returns.
  ///
  /// - Parameters:
  ///   - queue: `.mainActor`.
  ///   - work: Receives the value and returns the promise to follow; a thrown error rejects the promise.
  /// - Returns: A new promise that settles like the promise that `work` returns. A rejection skips `work`.
  @available(swift, introduced: 6)
  @discardableResult
  public func then<Result: Sendable>(
    on queue: MainActorQueue, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @MainActor @Sendable (Value) throws -> Promise<Result>
  ) -> Promise<Result> where Value: Sendable {
    then(on: queue, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @discardableResult
  public func then<Result>(
    on queue: MainActorQueue, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @MainActor @Sendable (Value) throws -> Promise<Result>, _unchecked: Void = ()
  ) -> Promise<Result> {
    then(on: Executor.queue(.main), file: file, line: line, function: function, MainActorQueue.free(work))
  }

  /// Calls `work` with the value, on the main actor and fulfills the new promise with its result.
  ///
  /// - Parameters:
  ///   - queue: `.mainActor`.
  ///   - work: Receives the value and returns the next value; a thrown error rejects the promise.
  /// - Returns: A new promise for the value that `work` returns. A rejection skips `work`.
  @available(swift, introduced: 6)
  @discardableResult
  public func then<Result: Sendable>(
    on queue: MainActorQueue, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @MainActor @Sendable (Value) throws -> Result
  ) -> Promise<Result> where Value: Sendable {
    then(on: queue, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @discardableResult
  public func then<Result>(
    on queue: MainActorQueue, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @MainActor @Sendable (Value) throws -> Result, _unchecked: Void = ()
  ) -> Promise<Result> {
    then(on: Executor.queue(.main), file: file, line: line, function: function, MainActorQueue.free(work))
  }

  /// Calls `work` with the value on the main actor, and passes the value on.
  ///
  /// - Parameters:
  ///   - queue: `.mainActor`.
  ///   - work: Receives the value; a thrown error rejects the promise.
  /// - Returns: A new promise with the same value. A rejection skips `work`.
  @available(swift, introduced: 6)
  @discardableResult
  public func then(
    on queue: MainActorQueue, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @MainActor @Sendable (Value) throws -> Void
  ) -> Promise<Value> where Value: Sendable {
    then(on: queue, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @discardableResult
  public func then(
    on queue: MainActorQueue, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @MainActor @Sendable (Value) throws -> Void, _unchecked: Void = ()
  ) -> Promise<Value> {
    then(on: Executor.queue(.main), file: file, line: line, function: function, MainActorQueue.free(work))
  }

  /// Calls `work` with the error on the main actor, and passes the error on.
  ///
  /// - Parameters:
  ///   - queue: `.mainActor`.
  ///   - work: Receives the error.
  /// - Returns: A new promise with the same outcome. A value skips `work`.
  @available(swift, introduced: 6)
  @discardableResult
  public func `catch`(
    on queue: MainActorQueue, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @MainActor @Sendable (any Error) -> Void
  ) -> Promise<Value> where Value: Sendable {
    `catch`(on: queue, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @discardableResult
  public func `catch`(
    on queue: MainActorQueue, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @MainActor @Sendable (any Error) -> Void, _unchecked: Void = ()
  ) -> Promise<Value> {
    let free = unsafeBitCast(work, to: (@Sendable (any Error) -> Void).self)
    return `catch`(on: Executor.queue(.main), file: file, line: line, function: function, free)
  }

  /// Calls `work` on the main actor once this promise is fulfilled or rejected.
  ///
  /// - Parameters:
  ///   - queue: `.mainActor`.
  ///   - work: The handler.
  /// - Returns: A new promise with the same outcome.
  @available(swift, introduced: 6)
  @discardableResult
  public func always(
    on queue: MainActorQueue, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @MainActor @Sendable () -> Void
  ) -> Promise<Value> where Value: Sendable {
    always(on: queue, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @discardableResult
  public func always(
    on queue: MainActorQueue, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @MainActor @Sendable () -> Void, _unchecked: Void = ()
  ) -> Promise<Value> {
    let free = unsafeBitCast(work, to: (@Sendable () -> Void).self)
    return always(on: Executor.queue(.main), file: file, line: line, function: function, free)
  }
}
