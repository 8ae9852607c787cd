// Each fault is found at its root, and nothing else is; its repaired version is silent, and so are all other scenarios, except for notes
// that are true.
//
// The virtual runs are the ones of the golden logs.

import ChainAnalysis
import ChainModel

@Suite struct FaultTests {
  /// What is found in scenarios that are not named after a rule: handlers that replace an error, a second settlement that is part of the
  /// show, the three faults of the README, and the misconceptions that a rule finds.
  static let known: [String: [String]] = [
    "contacts-avatars": [#"note swallowed-error "placeholder" ContactsAvatars.swift avatar(of:)"#],
    "comments": [#"note swallowed-error "rejected: say why" Comments.swift comments(of:)"#],
    "million": [#"note swallowed-error "complaint" Million.swift letIn()"#],
    "find-the-fault": [
      #"error never-settled "stock" FindTheFault.swift stock()"#,
      #"warning slow-handler "sharpen photo" FindTheFault.swift Flow"#,
      #"note swallowed-error "or no reviews" FindTheFault.swift Flow"#,
    ],
    "hangs": [
      #"error never-settled "weather" Hangs.swift forecast(_:)"#,
      #"error cycle "moon" Hangs.swift Flow"#,
    ],
    "error-paths": [#"note swallowed-error "then(nil) ink" ErrorPaths.swift Flow"#],
    "retain-cycles": [#"error never-settled "load lost" RetainCycles.swift Flow"#],
    "google-group": [#"note swallowed-error "say why" GoogleGroup.swift Flow"#],
    "bolts-executors": [#"note swallowed-error "look at it" BoltsExecutors.swift Flow"#],
    "catch-policies": [#"note never-settled "forgotten" CatchPolicies.swift forget(_:)"#],
    "promisekit-state": [
      #"error unhandled-rejection "read lost" OldPromise.swift then(_:between:_:)"#
    ],
    "bolts-cancellation": [#"note swallowed-error "tidy up" BoltsCancellation.swift Flow"#],
    "life-of-a-promise": [#"warning settled-twice "fetch weather" LifeOfAPromise.swift Flow"#],
    "catch-or-recover-fixed": [#"note swallowed-error "or a placeholder" CatchOrRecoverFixed.swift Flow"#],
    "settling-stops-nothing": [
      #"note swallowed-error "send again" SettlingStopsNothing.swift Flow"#,
      #"note uncanceled-source "at most 1.5 s" SettlingStopsNothing.swift Flow"#,
    ],
    "settling-stops-nothing-fixed": [#"note swallowed-error "send again" SettlingStopsNothingFixed.swift Flow"#],
    "two-handlers": [#"error unhandled-rejection "show or explain" TwoHandlers.swift Flow"#],
    "nested-chain": [#"error unhandled-rejection "show orders" NestedChain.swift Flow"#],
    "for-each": [#"warning missing-return "send all" ForEach.swift Flow"#],
    "unhandled-branch": [#"error unhandled-rejection "order cake" UnhandledBranch.swift Flow"#],
    "promisekit-box": [
      #"error self-resolution "itself" PromiseKitBox.swift returnItself(_:)"#,
      #"warning settled-twice "the box" PromiseKitBox.swift Flow"#,
    ],
    "bolts-continuation": [#"note swallowed-error "or a placeholder" BoltsContinuation.swift Flow"#],
  ]

  /// The rules that have a scenario; what only other runtimes can show has programs in examples/node/findings.
  static let rules = Rule.allCases.filter { ScenarioCatalog.named($0.rawValue) != nil }

  @Test func everyRuleHasABrokenChainAndARepairedVersion() {
    // It is a misconception, too.
    let nested = ["nested-chain", "nested-chain-fixed"]
    let names = ScenarioCatalog.all.filter { $0.group == .faults }.map(\.name) + nested
    let pairs: [String] = Self.rules.flatMap { [$0.rawValue, $0.rawValue + "-fixed"] }
    expectEqual(Set(names), Set(pairs).union(["find-the-fault", "hangs"]))
  }

  @Test("each fault is found at its root, and nothing else is", arguments: rules)
  func found(rule: Rule) throws {
    let run = try Scenario.named(rule.rawValue).runVirtually()
    expectEqual(run.outcome, .succeeded)
    let lines = try lines(run.source)
    // docs/findings.md has the whole line.
    expectEqual(lines.dropLast(), (Self.known[rule.rawValue] ?? [])[...])
    #expect(lines.last?.hasPrefix("\(rule.severity) \(rule.rawValue) ") == true, "\(lines)")
  }

  @Test(
    "repaired versions and all other scenarios are silent",
    arguments: ScenarioCatalog.all.map(\.name).filter { Rule(rawValue: $0) == nil })
  func silent(name: String) throws {
    let run = try Scenario.named(name).runVirtually()
    expectEqual(run.outcome, .succeeded)
    #expect(try lines(run.source) == Self.known[name] ?? [])
  }

  @Test(
    "live runs have the same findings",
    arguments: ["unhandled-rejection", "never-settled", "settled-twice", "missing-return", "cycle", "blocking-wait"])
  func live(name: String) async throws {
    var options = ScenarioOptions()
    options.speed = 20
    let (_, facts) = try await Scenario.named(name).runLive(options)
    try expectEqual(lines(facts), lines(Scenario.named(name).runVirtually().source))
    let (_, fixed) = try await Scenario.named(name + "-fixed").runLive(options)
    expectEqual(lines(fixed), [])
  }

  @Test("a machine half as fast has the same findings", arguments: rules.map(\.rawValue) + known.keys)
  func half(name: String) throws {
    var facts = try RecordedScenario(Scenario.named(name).runVirtually().source)
    let usual = lines(facts)
    for index in facts.events.indices {
      facts.events[index].time *= 2
      facts.events[index].timer *= facts.events[index].kind == .created ? 2 : 1
    }
    expectEqual(lines(facts), usual)
  }

  @Test func aChainThatHangsIsOneFindingAndItsVictimsAreCountedInIt() throws {
    for (name, count) in [("never-settled", 1), ("stuck", 1), ("empty-combinator", 1)] {
      let facts = try RecordedScenario(Scenario.named(name).runVirtually().source)
      expectEqual(findings(facts).map(\.victims), [count], "\(name)")
    }
  }

  @Test func theLogOfAKilledProgramHasNoEndAndReleasesNothingThatIsPending() throws {
    let facts = try RecordedScenario(Scenario.named("stuck").runVirtually().source)
    expectEqual(facts.events.last?.kind, .noted)
    #expect(facts.labels(of: .ended).isEmpty)
    #expect(facts.events.allSatisfy { $0.kind != .released || $0.state != .pending })
  }

  private func lines(_ source: any EventSource) throws -> [String] { lines(try RecordedScenario(source)) }

  private func lines(_ facts: RecordedScenario) -> [String] {
    findings(facts).map { finding in
      let file = finding.site?.file.split(separator: "/").last ?? "?"
      return "\(finding.severity) \(finding.rule.rawValue) \"\(finding.label ?? "")\" \(file) "
        + "\(finding.site?.function ?? "?")"
    }
  }
}

/// The findings at the end of a log.
func findings(_ facts: RecordedScenario) -> [Finding] {
  var store = ChainStore(texts: facts.texts)
  var analyzer = Analyzer()
  for event in facts.events {
    store.apply(event)
    analyzer.apply(event, in: store)
  }
  return analyzer.findings(in: store)
}
