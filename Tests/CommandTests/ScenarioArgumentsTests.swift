// The words for the settings of scenarios.

import DemoCatalog

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
}
