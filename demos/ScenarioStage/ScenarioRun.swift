// Runs a scenario on the real clock with real parts. `Scenario+Virtual` does it on a manual clock.
//
// Owns the life of the run: start, cancellation, outcome, and closing the parts. Neither draws nor prints, and does not know what the
// flow does.

import Dispatch
import PromiseCore
import PromiseTrace
import Synchronization

/// A live run of a scenario.
///
/// Any thread may call it. Handlers of the flow run on the main queue, so the main thread must serve it (`dispatchMain()`,
/// or a run loop). The run retains itself until the flow has ended.
public final class ScenarioRun: Sendable {
  private struct State: @unchecked Sendable {
    var outcome: ScenarioOutcome?
    var isCancelled = false
    var parts: (any FlowParts)?
    var last: PromiseNode?
  }

  /// Records the run; its events stay readable after the end.
  public let tracer: Tracer
  private let scene: Scene
  private let timeline: Timeline
  private let isKilled: Bool
  private let state = Mutex(State())
  private let onFinish: @Sendable (ScenarioOutcome) -> Void

  init(
    tracer: Tracer, isKilled: Bool, options: ScenarioOptions, onFinish: @escaping @Sendable (ScenarioOutcome) -> Void
  ) {
    self.tracer = tracer
    self.isKilled = isKilled
    self.onFinish = onFinish
    timeline = Timeline(on: .queue(DispatchQueue(label: "timeline")), speed: options.speed)
    scene = Scene(
      timeline: timeline, tracer: tracer, seed: options.seed ?? SeededGenerator.defaultSeed, change: WorkChange(options)
    )
  }

  /// The outcome; nil while the run continues.
  public var outcome: ScenarioOutcome? { state.withLock(\.outcome) }

  /// Creates a reader of the run's events, starting with the oldest event still available.
  ///
  /// - Returns: A new source; create one per reading thread.
  public func makeReader() -> any EventSource { isKilled ? KilledProgram(tracer.makeReader()) : tracer.makeReader() }

  /// Asks the flow to stop: work in flight is canceled, and the rejection propagates down the chain.
  ///
  /// Has no effect after the run has ended.
  public func cancel() {
    let (parts, last) = state.withLock { state in
      if state.outcome == nil { state.isCancelled = true }
      return (state.parts, state.outcome == nil ? state.last : nil)
    }
    last?.tellCancelRequested()
    scene.cancel()
    parts?.cancel()
  }

  /// Creates the parts, then starts the flow on the main queue.
  func start(_ flow: Flow, _ options: ScenarioOptions) {
    guard let makeParts = flow.parts?.real else { return DispatchQueue.main.async { self.begin(flow, options) } }
    Task {
      do {
        let parts = try await makeParts(options)
        let isCancelled = state.withLock { state in
          state.parts = parts
          return state.isCancelled
        }
        if isCancelled { parts.cancel() }
        DispatchQueue.main.async { self.begin(flow, options) }
      } catch {
        DispatchQueue.main.async { self.end(.failed(reason: Preview.line(String(describing: error)))) }
      }
    }
  }

  private func begin(_ flow: Flow, _ options: ScenarioOptions) {
    let parts = state.withLock(\.parts)
    let last = tracer.run { flow.begin(scene, parts, options) }
    state.withLock { $0.last = last }
    if let seconds = options.cancelAfter {
      DispatchQueue.global().asyncAfter(deadline: .now() + timeline.paced(max(0, seconds))) { self.cancel() }
    }
    scene.whenOver(last) { outcome in
      // After everything that the last settlement enqueued on the main queue.
      DispatchQueue.main.async { self.end(outcome) }
    }
  }

  private func end(_ outcome: ScenarioOutcome) {
    let parts = state.withLock { state in
      state.last = nil
      defer { state.parts = nil }
      return state.parts
    }
    if isKilled { tracer.note(KilledProgram.lastNote) }
    scene.dropAll()
    tracer.finish()
    let finish: @Sendable () -> Void = {
      self.state.withLock { $0.outcome = outcome }
      self.onFinish(outcome)
    }
    guard let parts else { return finish() }
    Task {
      await parts.close()
      DispatchQueue.main.async(execute: finish)
    }
  }
}

extension Scenario {
  /// Starts the scenario with real parts on the real clock, and returns immediately.
  ///
  /// - Parameters:
  ///   - options: The settings of this run.
  ///   - values: How much of values and errors the log records.
  ///   - isLossless: Whether the log keeps every event instead of overwriting the oldest; see also ``keepsEveryEvent``.
  ///   - onFinish: Called once, on the main queue, after the flow's last event, when the parts have released their resources.
  /// - Returns: The run.
  public func start(
    options: ScenarioOptions = ScenarioOptions(), values: ValuePolicy = .preview, isLossless: Bool = false,
    onFinish: @escaping @Sendable (ScenarioOutcome) -> Void = { _ in }
  ) -> ScenarioRun {
    var configuration = traceConfiguration(options: options, values: values)
    configuration.mode = isLossless || keepsEveryEvent ? .lossless : .overwriteOldest
    configuration.sourceRoot = Self.sourceRoot
    let run = ScenarioRun(
      tracer: Tracer(configuration), isKilled: isKilled, options: options, onFinish: onFinish)
    run.start(flow, options)
    return run
  }

  /// What live and virtual runs share.
  func traceConfiguration(options: ScenarioOptions, values: ValuePolicy) -> Tracer.Configuration {
    var configuration = Tracer.Configuration()
    configuration.values = values
    configuration.program = "pscope demo \(name)"
    configuration.seed = self.options.contains(.seed) ? options.seed ?? SeededGenerator.defaultSeed : nil
    return configuration
  }
}
