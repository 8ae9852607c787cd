// Async closures as bodies: in `init`, and in `then`.
//
// A body that is a task runs with the task-local values of whoever wrote it down, not of whoever settles the promise it waits for;
// cancelling its promise cancels the task.

import PromiseCore
import PromiseTrace
import Synchronization

extension Promise {
  /// Creates a promise of what an async body returns.
  ///
  /// The task begins at once. `cancel()` on the promise cancels it.
  ///
  /// - Parameters:
  ///   - priority: The task's; nil means that of the task that calls.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Returns the value; an error it throws rejects.
  @_disfavoredOverload
  public convenience init(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable () async throws -> Value
  ) {
    self.init("task", on: TaskBody.executor, site: SourceSite(file, line, function)) { node, _ in
      let promise = unsafeDowncast(node, to: Promise<Value>.self)
      let task = Task(priority: priority) { await TaskBody.run(promise, work) }
      promise.onCancel { task.cancel() }
    }
  }

  /// Goes on with the value this promise is fulfilled with, in a task.
  ///
  /// - Parameters:
  ///   - priority: The task's; nil means that of the task that calls.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the value and returns the next one; an error it throws rejects.
  /// - Returns: A new promise of what `work` returns. Cancelling it cancels the task. A rejection passes `work` by.
  @_disfavoredOverload
  @discardableResult
  public func then<Result: Sendable>(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable (Value) async throws -> Result
  ) -> Promise<Result> {
    let key = TaskBody.Key<Promise<Result>, Value>(priority: priority) { promise, value in
      await TaskBody.run(promise) { try await work(value) }
    }
    return Promise<Result>(
      from: self, "then", handles: .fulfilled, on: TaskBody.executor, site: SourceSite(file, line, function)
    ) { node, parent in
      let promise = unsafeDowncast(node, to: Promise<Result>.self)
      promise.onCancel { [task = key.task] in task.cancel() }
      key.open(promise, unsafeDowncast(parent, to: Promise<Value>.self).fulfilledValue)
    }
  }

  /// Does something with the value in a task, and passes it on.
  ///
  /// - Parameters:
  ///   - priority: The task's; nil means that of the task that calls.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the value; an error it throws rejects.
  /// - Returns: A new promise of the same value. Cancelling it cancels the task. A rejection passes `work` by.
  @_disfavoredOverload
  @discardableResult
  public func then(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable (Value) async throws -> Void
  ) -> Promise<Value> {
    then(priority: priority, file: file, line: line, function: function) { value -> Value in
      try await work(value)
      return value
    }
  }
}

/// What promises have in common whose body is a task.
enum TaskBody {
  /// Where such bodies run, as the log shows it: the reaction itself only starts or wakes the task.
  static let executor: Executor = Starter(label: "task")

  private final class Starter: Executor, @unchecked Sendable {
    override func enqueue(_ job: consuming Job) { job.run() }
  }

  /// Settles a promise with what its body comes to.
  static func run<Value: Sendable>(
    _ promise: Promise<Value>, _ work: @Sendable () async throws -> Value
  ) async {
    await Trace.inTask(of: promise.tracedID) {
      do {
        let value = try await work()
        promise.finished(Value.self == Void.self ? .void : .value)
        promise.resolve(value: value, cause: .returned)
      } catch {
        promise.finished(.threw)
        promise.reject(error, cause: .threw)
      }
    }
  }

  /// What wakes the task of a `then`: it is made when `then` is called, for the sake of its task-local values, and sleeps.
  ///
  /// A key that is lost ends the task: the promise was freed or cancelled before it came to that.
  final class Key<Target: Sendable, Input: Sendable>: Sendable {
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

  private final class Gate<Target: Sendable, Input: Sendable>: Sendable {
    private enum State: Sendable {
      case closed
      case awaited(UnsafeContinuation<(Target, Input)?, Never>)
      case open((Target, Input)?)
      case done
    }

    private let state = Mutex(State.closed)

    func opening() async -> (Target, Input)? {
      await withUnsafeContinuation { continuation in
        let early = state.withLock { state -> (Target, Input)?? in
          guard case .open(let found) = state else {
            state = .awaited(continuation)
            return nil
          }
          state = .done
          return .some(found)
        }
        if let early { continuation.resume(returning: early) }
      }
    }

    /// Lets the task go on; only the first call counts.
    func open(_ found: (Target, Input)?) {
      let waiting = state.withLock { state -> UnsafeContinuation<(Target, Input)?, Never>? in
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
