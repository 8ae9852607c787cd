// What promises have in common whose body is a task: how it begins, where the log says it runs, how it settles its promise.
//
// A body that is a task runs with the task-local values of whoever wrote it down, not of whoever settles the promise it waits for;
// cancelling its promise cancels the task.

import PromiseCore
import PromiseTrace
import Synchronization

/// What promises have in common whose body is a task.
enum TaskBody {
  /// Where such bodies run, as the log shows it: the reaction itself only starts or wakes the task.
  static let executor: Executor = Starter(label: "task")

  private final class Starter: Executor, @unchecked Sendable {
    override func enqueue(_ job: consuming Job) { job.run() }
  }

  /// Settles a promise with the value that its body comes to.
  static func run<Value>(
    _ promise: Promise<Value>, _ work: @Sendable () async throws -> Value
  ) async {
    await run(promise, work) { value in
      promise.finished(Value.self == Void.self ? .void : .value)
      promise.resolve(value: value, cause: .returned)
    }
  }

  /// Passes a parent's outcome on once a body that returns nothing has ended.
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
      do {
        settle(try await work())
      } catch {
        promise.finished(.threw)
        promise.reject(error, cause: .threw)
      }
    }
  }

  /// What wakes the task of a `then`: it is made when `then` is called, for the sake of its task-local values, and sleeps.
  ///
  /// A key that is lost ends the task: the promise was freed or cancelled before it came to that.
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
    /// What is found goes from the thread that opens to the task, and stays with no one else.
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

    /// Lets the task go on; only the first call counts.
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
