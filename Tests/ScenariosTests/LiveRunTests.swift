// Live runs with real parts record the same labels, kinds and edges as virtual runs.

struct LiveRunTests {
  @Test("a live run of the list loader records the same facts as a virtual run", arguments: ScenarioOptions.live)
  func listLoader(options: ScenarioOptions) async throws {
    try await check("list-loader", options)
  }

  @Test(
    "a live run of every other scenario records the same facts as a virtual run",
    arguments: ScenarioCatalog.all.map(\.name).filter { $0 != "list-loader" })
  func others(name: String) async throws {
    var options = ScenarioOptions()
    options.speed = 20
    options.count = 20
    try await check(name, options)
  }

  @Test func aLiveRunCanceledDuringASlowRequestEndsAndKeepsItsDeliveries() async throws {
    var options = ScenarioOptions()
    options.speed = 40
    options.latency = 40 * 3_600_000
    let scenario = try Scenario.named("list-loader")
    let (outcome, facts) = try await scenario.runLive(options, cancelling: .inFlight("load remote"))
    expectEqual(outcome, .cancelled)
    expectEqual(facts.deliveries, ["deliver local"])
    #expect(facts.labels(of: .unhandled).isEmpty)
    let virtual = try RecordedScenario(scenario.runVirtually(options: options, cancelAfter: 1).source)
    expectEqual(facts.facts, virtual.facts)
  }

  @Test(
    "every scenario ends when it is canceled in flight on the virtual clock",
    arguments: ScenarioCatalog.all.filter { [.flows, .insides].contains($0.group) || $0.name.hasSuffix("-fixed") }.map(
      \.name))
  func cancelVirtually(name: String) throws {
    let run = try Scenario.named(name).runVirtually(cancelAfter: 0.7)
    // Some scenarios recover from the cancellation.
    #expect(run.outcome == .cancelled || run.outcome == .succeeded)
    let facts = try RecordedScenario(run.source)
    #expect(facts.labels(of: .unhandled).isEmpty)
    // A lazy promise that nothing has started is released while pending.
    #expect(name == "lazy-creation" || facts.events.allSatisfy { $0.kind != .released || $0.state != .pending })
  }

  @Test("a live run canceled before it starts ends as canceled", arguments: ["list-loader", "serial"])
  func cancelAtOnce(name: String) async throws {
    let (outcome, facts) = try await Scenario.named(name).runLive(ScenarioOptions(), cancelling: .atOnce)
    expectEqual(outcome, .cancelled)
    #expect(facts.deliveries.isEmpty)
  }

  /// Compares a live run with a virtual one.
  ///
  /// On a busy machine, a fast run may miss a time limit that it should meet, so a run that differs is repeated more slowly.
  private func check(
    _ name: String, _ options: ScenarioOptions, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let scenario = try Scenario.named(name)
    let run = scenario.runVirtually(options: options)
    let virtual = try RecordedScenario(run.source)
    for factor in [1.0, 4, 16] {
      var slower = options
      slower.speed /= factor
      let (outcome, live) = try await scenario.runLive(slower)
      let difference = live.facts.difference(from: virtual.facts)
      if outcome != run.outcome || !difference.isEmpty, factor < 16 { continue }
      expectEqual(outcome, run.outcome, sourceLocation: location)
      #expect(difference.isEmpty, "\(difference)", sourceLocation: location)
      #expect(live.labels(of: .lost).isEmpty, sourceLocation: location)
      return
    }
  }
}

extension ScenarioOptions {
  /// The settings that are tested with real parts.
  static let live: [ScenarioOptions] = all.filter { options in
    options.direction == .refresh || (options.failure == .none && options.cache == .full)
  }.map { options in
    var options = options
    options.speed = 40
    return options
  }
}
