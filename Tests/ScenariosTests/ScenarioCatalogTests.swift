// The scenario catalog: its contents and the lookup by name.

import PlainText

struct ScenarioCatalogTests {
  @Test func eachScenarioIsFoundByItsUniqueNameAndHasAOneSentenceSummary() {
    expectEqual(ScenarioCatalog.all.first?.name, ScenarioCatalog.flagship)
    expectEqual(Set(ScenarioCatalog.all.map(\.name)).count, ScenarioCatalog.all.count)
    for scenario in ScenarioCatalog.all {
      expectEqual(ScenarioCatalog.named(scenario.name)?.name, scenario.name)
      #expect(scenario.summary.english.hasSuffix(".") && !scenario.summary.english.dropLast().contains("."))
    }
    #expect(ScenarioCatalog.named("list") == nil)
  }

  @Test func eachScenarioHasAOneSentenceSummaryInChineseWithFullWidthPunctuation() {
    for scenario in ScenarioCatalog.all {
      let summary = scenario.summary.chinese
      #expect(summary.contains { ("一"..."鿿").contains($0) }, "\(scenario.name)")
      #expect(summary.hasSuffix("。") && !summary.dropLast().contains("。"), "\(scenario.name)")
      #expect(!summary.contains { ",;:?!".contains($0) } || summary.contains(/\d,\d/), "\(scenario.name)")
    }
    expectEqual(Set(ScenarioCatalog.all.map { $0.summary.chinese }).count, ScenarioCatalog.all.count)
  }

  @Test func eachMisconceptionHasARepairedVersionWhichFollowsIt() {
    let names = ScenarioCatalog.all.filter { $0.group == .misconceptions }.map(\.name)
    expectEqual(names.count, 14)
    for (broken, fixed) in zip(names, names.dropFirst()) where !broken.hasSuffix("-fixed") {
      expectEqual(fixed, broken + "-fixed")
    }
  }
}
