// What a flow stands on, whatever its vocabulary: time, chance, notes, and a scope for its promises. How its vocabulary says
// "work that takes a while" is an extension in that vocabulary's own module.
//
// Owns every promise of the flow until the run is over, so that they are freed then, in the order of their ids, and a log does
// not depend on when a compiler lets go. Refuses to know what the flow is about, and whether its clock is real.

import PromiseCore
import PromiseTrace
import Synchronization

/// One run's stage.
///
/// Any thread may call it.
package final class Scene: Sendable {
  private struct State {
    var kept: [PromiseNode] = []
    var unsettled = 0
    var whenQuiet: (@Sendable () -> Void)?
    var dice: SeededGenerator
  }

  private let timeline: Timeline
  private let tracer: Tracer
  private let inFlight = InFlight()
  private let state: Mutex<State>

  /// - Parameters:
  ///   - timeline: Where work waits.
  ///   - tracer: Where notes go.
  ///   - seed: For ``seconds(from:to:)``.
  init(timeline: Timeline, tracer: Tracer, seed: UInt64) {
    self.timeline = timeline
    self.tracer = tracer
    state = Mutex(State(dice: SeededGenerator(seed: seed)))
  }

  // MARK: For flows

  /// Runs `body` after so many seconds, or with an error as soon as the run is cancelled.
  package func after(_ seconds: Double, _ body: @escaping Completion<Void>) {
    let done = inFlight.admit(body)
    timeline.after(seconds) { done(.success(())) }
  }

  /// Runs `body` so that the promises it makes are in the run's log, on whatever thread that is.
  package func recording<Result>(_ body: () -> Result) -> Result { tracer.run(body) }

  /// A time from the run's seed, in seconds, in steps of a millisecond.
  package func seconds(from low: Double, to high: Double) -> Double {
    let steps = Int(((high - low) * 1000).rounded())
    return low + Double(state.withLock { $0.dice.pick(below: steps + 1) }) / 1000
  }

  /// Writes a line into the log.
  package func note(_ text: String) { tracer.note(text) }

  // MARK: For runs

  /// Holds a promise until ``dropAll()``.
  package func keep(_ promise: PromiseNode) {
    state.withLock { state in
      state.kept.append(promise)
      state.unsettled += 1
    }
    // Counted behind everybody who waits for it by now: what they have to tell is told before the run is called over.
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

  /// Calls `body` once the flow is over: its last promise and every other one that is held have settled.
  ///
  /// Whoever runs a flow takes note of how it ends; a rejection that comes this far is handled.
  func whenOver(_ last: PromiseNode, _ body: @escaping @Sendable (ScenarioOutcome) -> Void) {
    last.observe { [weak self] last in
      if last.isRejected { last.rejection.markHandled(at: last) }
      guard let outcome = ScenarioOutcome(of: last) else { return }
      self?.whenQuiet { body(outcome) }
    }
  }

  /// Calls `body` once every promise that is held has settled: at once if that is so now.
  private func whenQuiet(_ body: @escaping @Sendable () -> Void) {
    let isQuiet = state.withLock { state in
      if state.unsettled > 0 { state.whenQuiet = body }
      return state.unsettled == 0
    }
    if isQuiet { body() }
  }

  /// Ends all work in flight, and all that is begun later, with `CancellationError`.
  func cancel() {
    timeline.cancelAll()
    inFlight.cancel()
  }

  /// Lets go of every promise that is held, in the order of their ids.
  func dropAll() {
    var kept = state.withLock { state in
      defer { state.kept = [] }
      return state.kept
    }
    kept.sort { $0.id > $1.id }
    while kept.popLast() != nil {}
  }
}

extension Promise {
  /// Gives the promise a label, and to the scene to hold until the run is over.
  @discardableResult
  package func named(_ label: String, in scene: Scene) -> Self {
    scene.keep(self)
    return named(label)
  }
}
