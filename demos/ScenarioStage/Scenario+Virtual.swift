// Running a scenario on a manual clock with scripted parts: on one thread, in milliseconds, the same every time.

import PromiseCore
import PromiseTrace

/// A virtual run that has ended.
public struct VirtualRun {
  /// How it ended.
  public let outcome: ScenarioOutcome
  /// All its events, from the first to `ended`.
  public let source: any EventSource
  /// The flow's parts, as the run left them; nil where it has none.
  package let parts: (any FlowParts)?
}

extension Scenario {
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
    let executor = ManualExecutor()
    var configuration = traceConfiguration(options: options, values: values)
    configuration.mode = .lossless
    configuration.clock = .manual(executor.clock)
    // Not where this checkout happens to be.
    configuration.sourceRoot = "demos"
    let tracer = Tracer(configuration)
    let reader = tracer.makeReader()
    let timeline = Timeline(on: executor)
    let scene = Scene(timeline: timeline, tracer: tracer, seed: options.seed ?? SeededGenerator.defaultSeed)
    let parts = flow.parts?.scripted(options, timeline)
    let outcome = executor.bind {
      let last = tracer.run { flow.begin(scene, parts, options) }
      scene.whenOver(last) { _ in timeline.cancelAll() }
      if let cancelAfter {
        _ = executor.schedule(after: cancelAfter) {
          if last.isPending { last.tellCancelRequested() }
          scene.cancel()
          parts?.cancel()
        }
      }
      executor.run()
      return ScenarioOutcome(of: last) ?? .failed(reason: "nothing is left to do, but the flow has not settled")
    }
    scene.dropAll()
    tracer.finish()
    return VirtualRun(outcome: outcome, source: reader, parts: parts)
  }
}
