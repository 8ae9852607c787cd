// Runs a scenario with a manual clock and scripted parts: on one thread, within milliseconds, always the same.

import PromiseCore
import PromiseTrace

/// A finished virtual run.
public struct VirtualRun {
  /// How it ended.
  public let outcome: ScenarioOutcome
  /// All its events, from the first to `ended`.
  public let source: any EventSource
  /// The labels of the work that has started.
  let works: [String]
  /// The parts of the flow after the run; nil if it has none.
  package let parts: (any FlowParts)?
}

extension Scenario {
  /// Runs the scenario to its end on the calling thread, with scripted parts and a manual clock.
  ///
  /// Two runs with the same arguments produce the same events, byte for byte. A run takes milliseconds, whatever its latencies.
  ///
  /// - Parameters:
  ///   - options: The choices for this run.
  ///   - values: How much of values and errors the log records.
  ///   - cancelAfter: When to cancel the flow, in virtual seconds from the start; nil for ``ScenarioOptions/cancelAfter``.
  /// - Returns: The outcome and the whole log.
  public func runVirtually(
    options: ScenarioOptions = ScenarioOptions(), values: ValuePolicy = .preview, cancelAfter: Double? = nil
  ) -> VirtualRun {
    let executor = ManualExecutor()
    executor.servesMainOnce = true
    var configuration = traceConfiguration(options: options, values: values)
    configuration.mode = .lossless
    configuration.clock = .manual(executor.clock)
    // The path of this checkout would differ between machines.
    configuration.sourceRoot = "demos"
    let tracer = Tracer(configuration)
    let reader = tracer.makeReader()
    let timeline = Timeline(on: executor)
    let scene = Scene(
      timeline: timeline, tracer: tracer, seed: options.seed ?? SeededGenerator.defaultSeed, change: WorkChange(options)
    )
    let parts = flow.parts?.scripted(options, timeline)
    let outcome = executor.bind {
      nonisolated(unsafe) let last = tracer.run { flow.begin(scene, parts, options) }
      scene.whenOver(last) { _ in timeline.cancelAll() }
      if let seconds = cancelAfter ?? options.cancelAfter {
        _ = executor.schedule(after: max(0, seconds)) {
          if last.isPending { last.tellCancelRequested() }
          scene.cancel()
          parts?.cancel()
        }
      }
      executor.run()
      return ScenarioOutcome(of: last) ?? .failed(reason: "nothing is left to do, but the flow has not settled")
    }
    if isKilled { tracer.note(KilledProgram.lastNote) }
    scene.dropAll()
    tracer.finish()
    return VirtualRun(
      outcome: outcome, source: isKilled ? KilledProgram(reader) : reader, works: scene.works, parts: parts)
  }

  /// The labels of the work that a person can change, in the order in which it starts in an unchanged virtual run.
  public var works: [String] { runVirtually().works }
}
