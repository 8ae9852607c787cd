// Owns the progress of a serial task: the states of its steps and their share of the whole. It doesn't run the steps.

import PromiseCore
import PromiseTrace
import Synchronization

/// One step of a plan, with the type of its value erased.
struct SerialStep: Sendable {
  let id: String
  let isOptional: Bool
  let weight: Double
  /// Creates the promise of the step, which derives from the promise of the previous step, if there is one.
  let make: @Sendable (_ parent: PromiseNode?, _ context: StepContext) -> PromiseNode
  /// Reads the value of the step's promise, which is fulfilled.
  let read: @Sendable (_ promise: PromiseNode) -> any Sendable
}

/// The context of one step.
struct StepContext: Sendable {
  let progress: SerialProgress
  let index: Int
  let executor: Executor
  /// The outcomes of the previous step that this one handles.
  let handles: HandledSides
}

/// The finished steps and the current one of a running task.
///
/// Any thread may call its members.
final class SerialProgress: ReportRelay, Sendable {
  private struct State: @unchecked Sendable {
    var steps: [SerialStep] = []
    /// The index of the current step; -1 before the first.
    var current = -1
    var states: [SubState] = []
    var previous: SubState?
    var done = 0.0
    var reports = ReportQueue()
    /// The task's promise, which retains this object.
    weak var promise: PromiseNode?
  }

  private let state = Mutex(State())

  /// Sets the plan, and the promise that receives progress reports.
  func start(_ steps: [SerialStep], for promise: PromiseNode) {
    state.withLock { state in
      state.steps = steps
      state.promise = promise
    }
  }

  /// Marks the last step as finished.
  func end() { state.withLock { $0.current = $0.steps.count } }

  /// The states of the finished steps.
  var states: [SubState] { state.withLock(\.states) }

  /// The state of the last step that was not skipped.
  var previous: SubState? { state.withLock(\.previous) }

  /// The name of the current step.
  var currentStep: String? {
    state.withLock { state in
      state.steps.indices.contains(state.current) ? state.steps[state.current].id : nil
    }
  }

  /// Records the outcome of the previous step and makes the next step the current one.
  ///
  /// - Parameters:
  ///   - index: The index of the next step.
  ///   - parent: The settled promise of the previous step.
  ///   - step: The promise of the next step, which handles the rejection of an optional previous step.
  /// - Returns: False if the task ends here, because the previous step was required and failed, or never ran.
  func advance(to index: Int, after parent: PromiseNode, for step: PromiseNode) -> Bool {
    let (last, hasRun) = state.withLock { state in
      (state.steps.indices.contains(state.current) ? state.steps[state.current] : nil, state.current == index - 1)
    }
    if parent.isRejected {
      guard hasRun, let last, last.isOptional, !parent.rejection.isCancelled else { return false }
      parent.rejection.markHandled(at: parent, by: step)
    }
    // Reading a value may run code of the caller, so it happens outside the lock.
    let ended = last.map { last in
      SubState(
        id: last.id, result: parent.isRejected ? .failure(parent.rejection.error) : .success(last.read(parent)))
    }
    state.withLock { state in
      if let ended, let last {
        state.states.append(ended)
        if !ended.isSkipped { state.previous = ended }
        state.done += last.weight
      }
      state.current = index
    }
    report(nil, ofStep: index)
    return true
  }

  /// Reports the progress of the whole task to its promise.
  ///
  /// - Parameters:
  ///   - progress: The progress of the step; nil means that it starts.
  ///   - index: The index of the step.
  func report(_ progress: PromiseProgress?, ofStep index: Int) {
    state.withLock { state in
      guard state.current == index, index < state.steps.count else { return }
      let step = state.steps[index]
      let whole = state.steps.reduce(0) { $0 + $1.weight }
      let done = state.done + step.weight * (progress?.fraction ?? 0)
      let stage = progress?.stage.map { "\(step.id): \($0)" } ?? step.id
      state.reports.add(PromiseProgress(fraction: whole > 0 ? done / whole : nil, stage: stage))
    }
    PromiseNode.deliver(from: self)
  }

  func nextReport(hasTurn: Bool) -> (promise: PromiseNode, report: QueuedReport)? {
    state.withLock { state in
      guard let report = state.reports.next(hasTurn: hasTurn), let promise = state.promise else { return nil }
      return (promise, report)
    }
  }
}
