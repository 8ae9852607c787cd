// Running a scenario: live on the real clock with real parts, or virtually on a manual clock with scripted ones.
//
// Owns the run's life: start, cancel, outcome. Refuses to draw, to print, and to know what the flow does.

import PromiseTrace

/// How a run ended.
public enum ScenarioOutcome: Sendable, Equatable {
  /// The flow fulfilled.
  case succeeded
  /// The flow was cancelled on request.
  case cancelled
  /// The flow was rejected, or its parts could not be started. `reason` is one line for a person.
  case failed(reason: String)
}

/// A live run of a scenario.
///
/// Any thread may call it. Handlers of the flow run on the main queue, so the main thread must serve it (`dispatchMain()`,
/// or a run loop). The run stays alive by itself until the flow has ended.
public final class ScenarioRun: Sendable {
  /// How it ended; nil while it is under way.
  public var outcome: ScenarioOutcome? { nil }

  /// Asks the flow to stop: parts in flight are cancelled, and the rejection flows down the chain.
  ///
  /// Does nothing once the run has ended.
  public func cancel() {}

  /// Makes a reader of the run's events, from the first one that is still there.
  ///
  /// - Returns: A source of its own; each thread that reads makes one.
  public func makeReader() -> any EventSource { fatalError("the promise core is not on this branch yet") }
}

/// A virtual run that has ended.
public struct VirtualRun {
  /// How it ended.
  public let outcome: ScenarioOutcome
  /// All its events, from the first to `ended`.
  public let source: any EventSource
}

extension Scenario {
  /// Starts the scenario with real parts on the real clock, and returns at once.
  ///
  /// - Parameters:
  ///   - options: The choices for this run.
  ///   - values: How much of values and errors the log records.
  ///   - isLossless: Whether the log keeps every event instead of overwriting the oldest.
  ///   - onFinish: Called once, on the main queue, after the flow's last event.
  /// - Returns: The run.
  public func start(
    options: ScenarioOptions = ScenarioOptions(), values: ValuePolicy = .preview, isLossless: Bool = false,
    onFinish: @escaping @Sendable (ScenarioOutcome) -> Void = { _ in }
  ) -> ScenarioRun {
    fatalError("the promise core is not on this branch yet")
  }

  /// Runs the scenario to its end on the calling thread, with scripted parts and a manual clock.
  ///
  /// Two runs with the same arguments give the same events, byte for byte. It takes milliseconds, whatever the latencies.
  ///
  /// - Parameters:
  ///   - options: The choices for this run.
  ///   - values: How much of values and errors the log records.
  ///   - cancelAfter: When to cancel the flow, in virtual seconds from the start; nil never.
  /// - Returns: The outcome and the whole log.
  public func runVirtually(
    options: ScenarioOptions = ScenarioOptions(), values: ValuePolicy = .preview, cancelAfter: Double? = nil
  ) -> VirtualRun {
    fatalError("the promise core is not on this branch yet")
  }
}

/// Starts a flow on a scene.
typealias Flow = @Sendable () -> Void
