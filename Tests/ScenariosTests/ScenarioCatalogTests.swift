// The scenario catalog: its contents and the lookup by name.

import DemoCatalog
import Testing

struct ScenarioCatalogTests {
  @Test("each scenario is found by its unique name and has a one-sentence summary")
  func catalog() {
    #expect(ScenarioCatalog.all.first?.name == ScenarioCatalog.flagship)
    #expect(Set(ScenarioCatalog.all.map(\.name)).count == ScenarioCatalog.all.count)
    for scenario in ScenarioCatalog.all {
      #expect(ScenarioCatalog.named(scenario.name)?.name == scenario.name)
      #expect(scenario.summary.hasSuffix(".") && !scenario.summary.dropLast().contains("."))
    }
    #expect(ScenarioCatalog.named("list") == nil)
  }
}
