// What every flow needs, whatever its vocabulary: time, random choices, notes, and a scope for its promises. Each vocabulary's own module
// adds its way to express "work that takes time" in an extension.
//
// Owns every promise of the flow until the run is over and then frees them in order of their IDs, so that a log does
// not depend on when a compiler releases them. Knows neither what the flow does nor whether its clock is real.

import PromiseCore
import PromiseTrace
import Synchronization

extension Result {
  /// The error; nil for a value.
  package var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}

/// The stage of one run.
///
/// Any thread may call it.
package final class Scene: Sendable {
  private struct State: @unchecked Sendable {
    var kept: [PromiseNode] = []
    var held: [any Sendable] = []
    var unsettled = 0
    var whenQuiet: (@Sendable () -> Void)?
    var dice: SeededGenerator
    var works: [String] = []
  }

  private let timeline: Timeline
  private let tracer: Tracer
  private let inFlight = InFlight()
  private let change: WorkChange
  private let state: Mutex<State>

  /// - Parameters:
  ///   - timeline: Schedules delayed work.
  ///   - tracer: Receives notes.
  ///   - seed: The seed of ``seconds(from:to:)``.
  ///   - change: What a person changed about the work.
  init(timeline: Timeline, tracer: Tracer, seed: UInt64, change: WorkChange) {
    self.change = change
    self.timeline = timeline
    self.tracer = tracer
    state = Mutex(State(dice: SeededGenerator(seed: seed)))
  }

  // MARK: For flows

  /// Runs `body` after some seconds, or with an error as soon as the run is canceled.
  package func after(_ seconds: Double, _ body: @escaping Completion<Void>) {
    let done = inFlight.admit(body)
    timeline.after(seconds) { done(.success(())) }
  }

  /// Runs `body` when work with a label has ended, after some seconds; a person may have changed how long it takes, and whether it fails.
  package func afterWork(_ label: String, _ seconds: Double, _ body: @escaping Completion<Void>) {
    state.withLock { if !$0.works.contains(label) { $0.works.append(label) } }
    let fails = label == change.failing
    after(change.seconds(seconds, of: label)) { ended in
      body(fails ? ended.flatMap { .failure(WorkFailure.failed) } : ended)
    }
  }

  /// The labels of the work that has started.
  var works: [String] { state.withLock(\.works) }

  /// Runs an action after some seconds, unless the run has been canceled; the promises that it creates are recorded.
  package func at(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
    after(seconds) { ended in
      if case .success = ended { self.recording(body) }
    }
  }

  /// A duration in seconds at the speed of the run, for operators that have timers of their own.
  package func paced(_ seconds: Double) -> Double { timeline.paced(seconds) }

  /// Occupies the calling thread for some seconds, as a computation does.
  ///
  /// Never call it on the main queue.
  package func compute(seconds: Double) { timeline.compute(seconds) }

  /// Notes what is inside an object at this moment, as a box that the output pane draws.
  ///
  /// - Parameters:
  ///   - name: The object.
  ///   - rows: Its state, and what it holds, a row each.
  package func box(_ name: String, _ rows: String...) { note("box: " + ([name] + rows).joined(separator: " | ")) }

  /// Runs `body` so that the promises it creates are recorded in the run's log, on any thread.
  package func recording<Result>(_ body: () -> Result) -> Result { tracer.run(body) }

  /// The executor for tasks: it runs their jobs on the scene's clock, so that a virtual run is the same each time.
  package var taskExecutor: any TaskExecutor { SceneTaskExecutor(timeline: timeline, tracer: tracer) }

  /// A pseudorandom duration in seconds, derived from the seed of the run, in steps of a millisecond.
  package func seconds(from low: Double, to high: Double) -> Double {
    let steps = Int(((high - low) * 1000).rounded())
    return low + Double(state.withLock { $0.dice.pick(below: steps + 1) }) / 1000
  }

  /// Retains an object until the run is over, as a global variable would.
  package func hold(_ object: any Sendable) { state.withLock { $0.held.append(object) } }

  /// Writes a note to the log.
  package func note(_ text: String) { tracer.note(text) }

  // MARK: For runs

  /// Retains a promise until ``dropAll()``.
  package func keep(_ promise: PromiseNode) {
    state.withLock { state in
      state.kept.append(promise)
      state.unsettled += 1
    }
    // Registered after all present handlers, so that they have run before the run counts as over.
    promise.observeSilently { [weak self] promise in
      promise.observeSilently { [weak self] _ in self?.settledOne() }
    }
  }

  private func settledOne() {
    let body = state.withLock { state -> (@Sendable () -> Void)? in
      state.unsettled -= 1
      return state.unsettled == 0 ? state.whenQuiet.take() : nil
    }
    body?()
  }

  /// Calls `body` once the flow is over: its last promise and all others that are retained have settled.
  ///
  /// The runner of a flow observes its outcome, so a rejection that arrives here is handled.
  func whenOver(_ last: PromiseNode, _ body: @escaping @Sendable (ScenarioOutcome) -> Void) {
    last.observe { [weak self] last in
      if last.isRejected { last.rejection.markHandled(at: last, by: nil) }
      guard let outcome = ScenarioOutcome(of: last) else { return }
      self?.whenQuiet { body(outcome) }
    }
  }

  /// Calls `body` once every retained promise has settled; immediately if all of them have.
  private func whenQuiet(_ body: @escaping @Sendable () -> Void) {
    let isQuiet = state.withLock { state in
      if state.unsettled > 0 { state.whenQuiet = body }
      return state.unsettled == 0
    }
    if isQuiet { body() }
  }

  /// Cancels all work in flight, and all work started later, with `CancellationError`.
  func cancel() {
    timeline.cancelAll()
    inFlight.cancel()
  }

  /// Releases every retained promise, in order of their IDs, and then every other retained object, in order.
  func dropAll() {
    var (kept, held) = state.withLock { state in
      defer { (state.kept, state.held) = ([], []) }
      return (state.kept, state.held)
    }
    inFlight.forgetAll()
    kept.sort { $0.id > $1.id }
    while kept.popLast() != nil {}
    while !held.isEmpty { held.removeFirst() }
  }
}

extension Promise {
  /// Labels the promise and lets the scene retain it until the run is over.
  @discardableResult
  package func named(_ label: String, in scene: Scene) -> Self {
    scene.keep(self)
    return named(label)
  }
}

/// Runs jobs on a timeline, one after another in the order in which they were enqueued.
final class SceneTaskExecutor: TaskExecutor {
  private let timeline: Timeline
  private let tracer: Tracer

  init(timeline: Timeline, tracer: Tracer) {
    self.timeline = timeline
    self.tracer = tracer
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    timeline.perform { [self] in tracer.run { job.runSynchronously(on: asUnownedTaskExecutor()) } }
  }
}
