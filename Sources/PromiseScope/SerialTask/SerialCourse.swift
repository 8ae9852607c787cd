// How far a serial task is. Owns the states of its steps and their share of the progress; refuses to run anything.

import PromiseCore
import PromiseTrace
import Synchronization

/// One step of a plan, its value's type forgotten.
struct SerialStep: Sendable {
  let id: String
  let isOptional: Bool
  let weight: Double
  /// Makes the step's promise, which waits for the one before.
  let make: @Sendable (_ parent: PromiseNode, _ place: SerialPlace) -> PromiseNode
  /// Reads the value of the step's promise.
  let read: @Sendable (_ promise: PromiseNode) -> any Sendable
}

/// Where a step stands.
struct SerialPlace: Sendable {
  let course: SerialCourse
  let index: Int
  let executor: Executor
  /// The outcomes of the step before that this one goes on with.
  let handles: HandledSides
}

/// The steps that are over, and the one under way.
///
/// Any thread may call it.
final class SerialCourse: ReportRelay, Sendable {
  private struct State {
    var steps: [SerialStep] = []
    /// The step under way; -1 before the first.
    var current = -1
    var states: [SubState] = []
    var previous: SubState?
    var done = 0.0
    var reports = ReportQueue()
    /// The task's promise, which keeps the course and not the other way round.
    weak var promise: PromiseNode?
  }

  private let state = Mutex(State())

  /// Takes the plan, and the promise that is told how far it is.
  func begin(_ steps: [SerialStep], for promise: PromiseNode) {
    state.withLock { state in
      state.steps = steps
      state.promise = promise
    }
  }

  /// No step is under way any more.
  func end() { state.withLock { $0.current = $0.steps.count } }

  /// The states of the steps that are over.
  var states: [SubState] { state.withLock(\.states) }

  /// The state of the last step that was not skipped.
  var previous: SubState? { state.withLock(\.previous) }

  /// The name of the step under way.
  var currentStep: String? {
    state.withLock { state in
      state.steps.indices.contains(state.current) ? state.steps[state.current].id : nil
    }
  }

  /// Takes note of how the step before ended, and goes on to the next.
  ///
  /// - Parameters:
  ///   - index: The step to go on to.
  ///   - parent: The settled promise of the step before.
  ///   - step: The promise of the step, which handles a rejection of an optional step before it.
  /// - Returns: False where the task ends here: the step before was needed and has failed, or it never ran.
  func goOn(to index: Int, after parent: PromiseNode, for step: PromiseNode) -> Bool {
    let (last, hasRun) = state.withLock { state in
      (state.steps.indices.contains(state.current) ? state.steps[state.current] : nil, state.current == index - 1)
    }
    if parent.isRejected {
      guard hasRun, let last, last.isOptional, !parent.rejection.isCancelled else { return false }
      parent.rejection.markHandled(at: parent, by: step)
    }
    // Reading a value may run code of its type's: outside the lock.
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

  /// Reports to the task's promise how far the whole is.
  ///
  /// - Parameters:
  ///   - progress: What the step reports; nil means that it begins.
  ///   - index: Which step.
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

  func nextReport(hasTurn: Bool) -> (promise: PromiseNode, report: PromiseProgress)? {
    state.withLock { state in
      guard let report = state.reports.next(hasTurn: hasTurn), let promise = state.promise else { return nil }
      return (promise, report)
    }
  }
}
