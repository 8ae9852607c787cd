// Where continuations run: the seven kinds that Bolts names. What each does is in the core's terms, in ExecutorKinds.swift.

import Dispatch
import Foundation
import PromiseCore
import PromiseTrace

/// Says where a closure runs.
public enum Executor: @unchecked Sendable {
  /// In the call that ends the task, up to a depth of 20 continuations inside each other; from there on a global queue.
  case `default`

  /// In the call that ends the task, always.
  case immediate

  /// In the call that ends the task if that is on the main thread, else on the main queue.
  case mainThread

  /// On a dispatch queue.
  case queue(DispatchQueue)

  /// On an operation queue.
  case operationQueue(OperationQueue)

  /// Wherever a closure calls the closure that it is given, before it returns.
  ///
  /// It is called on the thread that ends the task.
  case closure((@Sendable () -> Void) -> Void)

  /// Wherever and whenever a closure has the closure called that it is given.
  ///
  /// It is called on the thread that ends the task. If it drops its closure, the task never ends.
  case escapingClosure((@escaping @Sendable () -> Void) -> Void)

  /// Runs a closure.
  ///
  /// - Parameters:
  ///   - file: The call site, recorded in the log.
  ///   - line: The call site, recorded in the log.
  ///   - function: The call site, recorded in the log.
  ///   - closure: Runs once; by now, if this executor does not send it elsewhere.
  public func execute(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ closure: @escaping () -> Void
  ) {
    Task<Void>.execute(self, file: file, line: line, function: function, closure: closure)
  }

  /// The core's executor that does this.
  @usableFromInline var core: PromiseCore.Executor {
    switch self {
    case .default: DefaultExecutor.shared
    case .immediate: ImmediateExecutor.shared
    case .mainThread: MainThreadExecutor.shared
    case .queue(let queue): QueueExecutor.on(queue)
    case .operationQueue(let queue): OperationQueueExecutor(queue)
    case .closure(let closure): ClosureExecutor(closure)
    case .escapingClosure(let closure): EscapingClosureExecutor(closure)
    }
  }
}

extension Executor: CustomStringConvertible, CustomDebugStringConvertible {
  /// The kind.
  public var description: String {
    switch self {
    case .default: "Default Executor"
    case .immediate: "Immediate Executor"
    case .mainThread: "MainThread Executor"
    case .queue: "Executor with dispatch_queue"
    case .operationQueue: "Executor with NSOperationQueue"
    case .closure: "Executor with custom closure"
    case .escapingClosure: "Executor with custom escaping closure"
    }
  }

  /// The kind, and the queue or closure where there is one.
  public var debugDescription: String {
    switch self {
    case .default, .immediate, .mainThread: description
    case .queue(let queue): "\(description): \(queue)"
    case .operationQueue(let queue): "\(description): \(queue)"
    case .closure(let closure): "\(description): \(String(describing: closure))"
    case .escapingClosure(let closure): "\(description): \(String(describing: closure))"
    }
  }
}
