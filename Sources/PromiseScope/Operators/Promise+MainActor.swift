// `on: .mainActor` for handlers that belong to the main actor: they may touch its properties, and be its methods, without waiting.

import Dispatch
import PromiseCore
import PromiseTrace

/// The main queue as the main actor's: `then(on: .mainActor) { self.title = $0 }`.
///
/// `.main` means the dispatch queue, whose handlers belong to no actor as far as the compiler knows.
public struct MainActorQueue: Sendable {
  /// The only one.
  public static let mainActor = MainActorQueue()

  private init() {}

  /// A closure without its actor: it runs on the main queue, which is the main actor's executor.
  static func free<Input, Output>(
    _ work: @escaping @MainActor @Sendable (Input) throws -> Output
  ) -> @Sendable (Input) throws -> Output {
    unsafeBitCast(work, to: (@Sendable (Input) throws -> Output).self)
  }
}

extension Promise {
  /// Goes on with a promise made from the value, on the main actor.
  ///
  /// - Parameters:
  ///   - queue: `.mainActor`.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the value and returns the promise to follow; an error it throws rejects.
  /// - Returns: A new promise that settles as the one `work` returns. A rejection passes `work` by.
  @preconcurrency
  @discardableResult
  public func then<Result>(
    on queue: MainActorQueue, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @MainActor @Sendable (Value) throws -> Promise<Result>
  ) -> Promise<Result> {
    then(on: Executor.queue(.main), file: file, line: line, function: function, MainActorQueue.free(work))
  }

  /// Goes on with the value this promise is fulfilled with, on the main actor.
  ///
  /// - Parameters:
  ///   - queue: `.mainActor`.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the value and returns the next one; an error it throws rejects.
  /// - Returns: A new promise of what `work` returns. A rejection passes `work` by.
  @preconcurrency
  @discardableResult
  public func then<Result>(
    on queue: MainActorQueue, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @MainActor @Sendable (Value) throws -> Result
  ) -> Promise<Result> {
    then(on: Executor.queue(.main), file: file, line: line, function: function, MainActorQueue.free(work))
  }

  /// Does something with the value on the main actor, and passes it on.
  ///
  /// - Parameters:
  ///   - queue: `.mainActor`.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the value; an error it throws rejects.
  /// - Returns: A new promise of the same value. A rejection passes `work` by.
  @preconcurrency
  @discardableResult
  public func then(
    on queue: MainActorQueue, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @MainActor @Sendable (Value) throws -> Void
  ) -> Promise<Value> {
    then(on: Executor.queue(.main), file: file, line: line, function: function, MainActorQueue.free(work))
  }

  /// Does something with the error on the main actor, and passes it on.
  ///
  /// - Parameters:
  ///   - queue: `.mainActor`.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the error.
  /// - Returns: A new promise of the same outcome. A value passes `work` by.
  @preconcurrency
  @discardableResult
  public func `catch`(
    on queue: MainActorQueue, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @MainActor @Sendable (any Error) -> Void
  ) -> Promise<Value> {
    let free = unsafeBitCast(work, to: (@Sendable (any Error) -> Void).self)
    return `catch`(on: Executor.queue(.main), file: file, line: line, function: function, free)
  }

  /// Does something on the main actor once this promise has settled, however it did.
  ///
  /// - Parameters:
  ///   - queue: `.mainActor`.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets nothing.
  /// - Returns: A new promise of the same outcome.
  @preconcurrency
  @discardableResult
  public func always(
    on queue: MainActorQueue, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @MainActor @Sendable () -> Void
  ) -> Promise<Value> {
    let free = unsafeBitCast(work, to: (@Sendable () -> Void).self)
    return always(on: Executor.queue(.main), file: file, line: line, function: function, free)
  }
}
