// The words for the settings of scenarios.

import ArgumentParser
import DemoCatalog
import ScenarioStage

@testable import pscope

@Suite struct ScenarioArgumentsTests {
  @Test func eachSettingHasItsWord() {
    expectEqual(ListPolicy.allCases.map(\.word), ["local-then-remote", "local", "remote", "remote-else-local"])
    expectEqual(ListDirection.allCases.map(\.word), ["refresh", "more"])
    expectEqual(ListFailure.allCases.map(\.word), ["none", "remote", "local"])
    expectEqual(CacheState.allCases.map(\.word), ["full", "empty", "corrupt"])
  }

  @Test func eachWordIsParsed() {
    for policy in ListPolicy.allCases { expectEqual(ListPolicy(argument: policy.word), policy) }
    #expect(ListPolicy(argument: "localThenRemote") == nil)
  }

  @Test func theFormHasTheSettingsAndChangesThem() throws {
    var arguments = try ScenarioArguments.parse([])
    (arguments.failingWork, arguments.slowWork, arguments.quickWork) = ("load", "save", "show")
    let scenario = try #require(ScenarioCatalog.all.first { !$0.works.isEmpty })
    let form = try #require(arguments.form(for: scenario, lesson: []))
    let changed = try ScenarioArguments.parse([]).changed(by: form)
    expectEqual([changed.failingWork, changed.slowWork, changed.quickWork], ["load", "save", "show"])
  }
}
