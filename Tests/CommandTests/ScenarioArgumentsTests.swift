// The words for the settings of scenarios.

import DemoCatalog
import Testing

@testable import pscope

@Suite struct ScenarioArgumentsTests {
  @Test func eachSettingHasItsWord() {
    #expect(ListPolicy.allCases.map(\.word) == ["local-then-remote", "local", "remote", "remote-else-local"])
    #expect(ListDirection.allCases.map(\.word) == ["refresh", "more"])
    #expect(ListFailure.allCases.map(\.word) == ["none", "remote", "local"])
    #expect(CacheState.allCases.map(\.word) == ["full", "empty", "corrupt"])
  }

  @Test func eachWordIsParsed() {
    for policy in ListPolicy.allCases { #expect(ListPolicy(argument: policy.word) == policy) }
    #expect(ListPolicy(argument: "localThenRemote") == nil)
  }
}
