// Owns the tasks that run async bodies: how they start, which executor the log shows for them, and how they settle their promise.
//
// An async body runs with the task-local values of the code that called the operator, not of the code that settles the promise upstream.
// Canceling its promise cancels the task.

import PromiseCore
import PromiseTrace
import Synchronization

/// The task of a promise with an async body.
package enum TaskBody {
  /// The executor that the log shows for async bodies.
  ///
  /// The reaction itself only starts or wakes the task.
  package static let executor: Executor = Starter(label: "task")

  private final class Starter: Executor, @unchecked Sendable {
    override func enqueue(_ job: consuming Job) { job.run() }
  }

  /// Settles a promise with the result of its body.
  package static func run<Value>(
    _ promise: Promise<Value>, _ work: @Sendable () async throws -> Value
  ) async {
    await run(promise, work) { value in
      promise.finished(Value.self == Void.self ? .void : .value)
      promise.resolve(value: value, cause: .returned)
    }
  }

  /// Makes a promise follow the one that its body returns.
  static func run<Value>(
    _ promise: Promise<Value>, following work: @Sendable () async throws -> Promise<Value>
  ) async {
    await run(promise, work) { source in
      promise.finished(.promise)
      promise.adopt(source)
    }
  }

  /// Passes on the outcome of the parent once a body that returns nothing has ended.
  static func run<Value>(
    _ promise: Promise<Value>, passing parent: Promise<Value>, _ work: @Sendable () async throws -> Void
  ) async {
    await run(promise, work) {
      promise.finished(.void)
      promise.settle(like: parent, cause: .returned)
    }
  }

  private static func run<Value, Outcome>(
    _ promise: Promise<Value>, _ work: @Sendable () async throws -> Outcome, _ settle: (Outcome) -> Void
  ) async {
    await EventEmitter.inTask(of: promise.tracedID) {
      await PromiseBody.run(promise) {
        do {
          settle(try await work())
        } catch {
          promise.finished(.threw)
          promise.reject(error, cause: .threw)
        }
      }
    }
  }

  /// Wakes the task of a `then`, which is created suspended when `then` is called, in order to inherit the task-local values.
  ///
  /// Releasing the key without opening it ends the task: the promise was freed or canceled before its handler was due.
  final class Key<Target, Input>: Sendable {
    let task: Task<Void, Never>
    private let gate: Gate<Target, Input>

    init(priority: TaskPriority?, _ body: @escaping @Sendable (Target, Input) async -> Void) {
      let gate = Gate<Target, Input>()
      self.gate = gate
      task = Task(priority: priority) {
        guard let (target, input) = await gate.opening() else { return }
        await body(target, input)
      }
    }

    deinit { gate.open(nil) }

    func open(_ target: Target, _ input: Input) { gate.open((target, input)) }
  }

  private final class Gate<Target, Input>: Sendable {
    /// Carries the input from the thread that opens the gate to the task, its only owner.
    private struct Found: @unchecked Sendable {
      let pair: (Target, Input)?
    }

    private enum State: Sendable {
      case closed
      case awaited(UnsafeContinuation<Found, Never>)
      case open(Found)
      case done
    }

    private let state = Mutex(State.closed)

    func opening() async -> (Target, Input)? {
      await withUnsafeContinuation { continuation in
        let early = state.withLock { state -> Found? in
          guard case .open(let found) = state else {
            state = .awaited(continuation)
            return nil
          }
          state = .done
          return found
        }
        if let early { continuation.resume(returning: early) }
      }.pair
    }

    /// Wakes the task; only the first call has an effect.
    func open(_ pair: (Target, Input)?) {
      let found = Found(pair: pair)
      let waiting = state.withLock { state -> UnsafeContinuation<Found, Never>? in
        switch state {
        case .closed:
          state = .open(found)
        case .awaited(let continuation):
          state = .done
          return continuation
        case .open, .done: break
        }
        return nil
      }
      waiting?.resume(returning: found)
    }
  }
}
