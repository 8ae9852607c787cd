// Owns the operators with `isolation: #isolation`, whose handlers run on the actor of the code that registers them.
//
// Such a handler need not be `Sendable`: it uses the actor's state without `await`, and what it captures stays on the actor.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Calls `work` with the value on the caller's actor, and follows the promise that it returns.
  ///
  /// ```swift
  /// actor Counter {
  ///   var count = 0
  ///
  ///   func add(_ number: Promise<Int>) -> Promise<Int> {
  ///     number.then(isolation: #isolation) { self.count += $0 }
  ///   }
  /// }
  /// ```
  ///
  /// On the main actor, handlers run in the order of registration; another actor may reorder them, as it may reorder its tasks.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor, always `#isolation`.
  ///   - work: Receives the value and returns the promise to follow; a thrown error rejects the promise.
  /// - Returns: A new promise that settles like the promise that `work` returns. A rejection skips `work`.
  @discardableResult
  public func then<Result>(
    isolation: isolated any Actor, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping (Value) throws -> Promise<Result>
  ) -> Promise<Result> {
    let work = unsafeBitCast(work, to: (@Sendable (Value) throws -> Promise<Result>).self)
    return then(on: ActorExecutor.of(isolation), file: file, line: line, function: function, work)
  }

  /// Calls `work` with the value on the caller's actor, and fulfills the new promise with its result.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor, always `#isolation`.
  ///   - work: Receives the value and returns the next value; a thrown error rejects the promise.
  /// - Returns: A new promise for the value that `work` returns. A rejection skips `work`.
  @discardableResult
  public func then<Result>(
    isolation: isolated any Actor, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping (Value) throws -> Result
  ) -> Promise<Result> {
    let work = unsafeBitCast(work, to: (@Sendable (Value) throws -> Result).self)
    return then(on: ActorExecutor.of(isolation), file: file, line: line, function: function, work)
  }

  /// Calls `work` with the value on the caller's actor, and passes the value on.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor, always `#isolation`.
  ///   - work: Receives the value; a thrown error rejects the promise.
  /// - Returns: A new promise with the same value. A rejection skips `work`.
  @discardableResult
  public func then(
    isolation: isolated any Actor, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping (Value) throws -> Void
  ) -> Promise<Value> {
    let work = unsafeBitCast(work, to: (@Sendable (Value) throws -> Void).self)
    return then(on: ActorExecutor.of(isolation), file: file, line: line, function: function, work)
  }

  /// Calls `work` with the error on the caller's actor, and passes the error on.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor, always `#isolation`.
  ///   - work: Receives the error.
  /// - Returns: A new promise that settles like this one, after `work`.
  @discardableResult
  public func `catch`(
    isolation: isolated any Actor, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping (any Error) -> Void
  ) -> Promise<Value> {
    let work = unsafeBitCast(work, to: (@Sendable (any Error) -> Void).self)
    return `catch`(on: ActorExecutor.of(isolation), file: file, line: line, function: function, work)
  }
}

/// Runs handlers on an actor, each in a task of its own.
private final class ActorExecutor: Executor, @unchecked Sendable {
  private let actor: any Actor

  private init(_ actor: any Actor) {
    self.actor = actor
    super.init(label: "\(type(of: actor))")
  }

  /// The executor of an actor; for the main actor that of the main queue, which keeps the order.
  static func of(_ actor: any Actor) -> Executor {
    actor === MainActor.shared ? .queue(.main) : ActorExecutor(actor)
  }

  override func enqueue(_ job: consuming Job) {
    let job = HeldJob(job)
    Task { [actor] in await ActorExecutor.run(job, on: actor) }
  }

  private static func run(_ job: HeldJob, on actor: isolated any Actor) { job.take()?.run() }
}
