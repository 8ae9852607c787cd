// Executor: Bolts' seven kinds of executor for continuations. Does not run closures; ExecutorKinds.swift does.

import Dispatch
import Foundation
import PromiseCore
import PromiseTrace

/// Where a continuation runs.
public enum Executor: @unchecked Sendable {
  /// Within the call that ends the task, up to 20 nested continuations; beyond that depth on a global queue.
  case `default`

  /// Always within the call that ends the task.
  case immediate

  /// Within the call that ends the task if that call is on the main thread; otherwise on the main queue.
  case mainThread

  /// On a dispatch queue.
  case queue(DispatchQueue)

  /// On an operation queue.
  case operationQueue(OperationQueue)

  /// Within a custom closure, which receives the continuation and calls it before it returns.
  ///
  /// The custom closure is called on the thread that ends the task.
  case closure((@Sendable () -> Void) -> Void)

  /// Wherever a custom closure dispatches the continuation that it receives.
  ///
  /// The custom closure is called on the thread that ends the task. If it drops the continuation, the new task never ends.
  case escapingClosure((@escaping @Sendable () -> Void) -> Void)

  /// Runs a closure.
  ///
  /// - Parameter closure: Runs once; before this call returns unless the executor dispatches it elsewhere.
  public func execute(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ closure: @escaping () -> Void
  ) {
    Task<Void>.execute(self, file: file, line: line, function: function, closure: closure)
  }

  /// The core's executor for this kind.
  @usableFromInline var core: CoreExecutor {
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
  /// The name of the kind.
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

  /// The name of the kind, with its queue or closure if it has one.
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
