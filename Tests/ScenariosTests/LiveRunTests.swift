// Live runs on real parts: the same labels, kinds and edges as virtual ones.

import PromiseTrace
import Testing

@testable import Scenarios

struct LiveRunTests {
  @Test("the list loader's live log tells the same facts as its virtual one", arguments: ScenarioOptions.live)
  func listLoader(options: ScenarioOptions) async throws {
    try await check("list-loader", options)
  }

  @Test(
    "every other scenario's live log tells the same facts as its virtual one",
    arguments: ScenarioCatalog.all.map(\.name).filter { $0 != "list-loader" })
  func others(name: String) async throws {
    var options = ScenarioOptions()
    options.speed = 20
    try await check(name, options)
  }

  @Test("cancelled in flight, a live run ends at once, and only once")
  func cancel() async throws {
    var options = ScenarioOptions()
    options.policy = .remote
    options.latency = 3_600_000
    let (outcome, facts) = try await Scenario.named("list-loader").runLive(options, cancelAfter: .milliseconds(100))
    #expect(outcome == .cancelled)
    #expect(facts.deliveries.isEmpty)
    #expect(facts.labels(of: .unhandled).isEmpty)
  }

  @Test("cancelled before it has begun, a live run ends as cancelled", arguments: ["list-loader", "serial"])
  func cancelAtOnce(name: String) async throws {
    let (outcome, facts) = try await Scenario.named(name).runLive(ScenarioOptions(), cancelAfter: .zero)
    #expect(outcome == .cancelled)
    #expect(facts.deliveries.isEmpty)
  }

  private func check(
    _ name: String, _ options: ScenarioOptions, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let scenario = try Scenario.named(name)
    let (outcome, live) = try await scenario.runLive(options)
    let run = scenario.runVirtually(options: options)
    let virtual = try RunFacts(run.source)
    #expect(outcome == run.outcome, sourceLocation: location)
    #expect(live.facts == virtual.facts, sourceLocation: location)
    #expect(live.labels(of: .lost).isEmpty, sourceLocation: location)
  }
}

extension ScenarioOptions {
  /// The choices worth real parts.
  static let live: [ScenarioOptions] = all.filter { options in
    options.direction == .refresh || (options.failure == .none && options.cache == .full)
  }.map { options in
    var options = options
    options.speed = 40
    return options
  }
}
