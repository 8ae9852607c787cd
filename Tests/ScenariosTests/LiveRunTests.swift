// Live runs on real parts: the same labels, kinds and edges as virtual ones.

import DemoCatalog
import PromiseTrace
import Testing

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
    options.count = 20
    try await check(name, options)
  }

  @Test("cancelled while the server takes an hour, a live run keeps what was delivered and ends")
  func cancel() async throws {
    var options = ScenarioOptions()
    options.speed = 40
    options.latency = 40 * 3_600_000
    let scenario = try Scenario.named("list-loader")
    let (outcome, facts) = try await scenario.runLive(options, cancelling: .inFlight("load remote"))
    #expect(outcome == .cancelled)
    #expect(facts.deliveries == ["deliver local"])
    #expect(facts.labels(of: .unhandled).isEmpty)
    let virtual = try RunFacts(scenario.runVirtually(options: options, cancelAfter: 1).source)
    #expect(facts.facts == virtual.facts)
  }

  @Test(
    "cancelled in flight on the virtual clock, every scenario comes to its end",
    arguments: ScenarioCatalog.all.map(\.name))
  func cancelVirtually(name: String) throws {
    let run = try Scenario.named(name).runVirtually(cancelAfter: 0.7)
    // Some recover from it; none hangs, and none loses a rejection.
    #expect(run.outcome == .cancelled || run.outcome == .succeeded)
    let facts = try RunFacts(run.source)
    #expect(facts.labels(of: .unhandled).isEmpty)
    #expect(facts.events.allSatisfy { $0.kind != .released || $0.state != .pending })
  }

  @Test("cancelled before it has begun, a live run ends as cancelled", arguments: ["list-loader", "serial"])
  func cancelAtOnce(name: String) async throws {
    let (outcome, facts) = try await Scenario.named(name).runLive(ScenarioOptions(), cancelling: .atOnce)
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
    let difference = live.facts.difference(from: virtual.facts)
    #expect(difference.insertions.isEmpty && difference.removals.isEmpty, "\(difference)", sourceLocation: location)
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
