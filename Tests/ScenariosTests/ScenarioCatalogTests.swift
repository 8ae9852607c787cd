// The catalogue: what is in it, and how it is found.

import DemoCatalog
import Testing

struct ScenarioCatalogTests {
  @Test("names are unique, found exactly, and say what they show in one sentence")
  func catalog() {
    #expect(ScenarioCatalog.all.first?.name == ScenarioCatalog.flagship)
    #expect(Set(ScenarioCatalog.all.map(\.name)).count == ScenarioCatalog.all.count)
    for scenario in ScenarioCatalog.all {
      #expect(ScenarioCatalog.named(scenario.name)?.name == scenario.name)
      #expect(scenario.summary.hasSuffix(".") && !scenario.summary.dropLast().contains("."))
    }
    #expect(ScenarioCatalog.named("list") == nil)
  }

  @Test("every word of every option is its raw value, as the command line has it")
  func words() {
    #expect(ListPolicy.allCases.map(\.rawValue) == ["local-then-remote", "local", "remote", "remote-else-local"])
    #expect(ListDirection.allCases.map(\.rawValue) == ["refresh", "more"])
    #expect(ListFailure.allCases.map(\.rawValue) == ["none", "remote", "local"])
    #expect(CacheState.allCases.map(\.rawValue) == ["full", "empty", "corrupt"])
  }
}
