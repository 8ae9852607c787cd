// Finding a scenario by a name that a person typed.

import Testing

@testable import Scenarios

struct ScenarioCatalogTests {
  @Test(
    "edit distance counts insertions, deletions, substitutions and swaps",
    arguments: [
      ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("", "ab", 2), ("abc", "abd", 1), ("abc", "acb", 1),
      ("list-loder", "list-loader", 1), ("lsit-loader", "list-loader", 1), ("kitten", "sitting", 3),
    ])
  func distance(a: String, b: String, expected: Int) {
    #expect(editDistance(a, b) == expected)
    #expect(editDistance(b, a) == expected)
  }

  @Test("a text of any length is cheap to compare")
  func longNames() {
    let long = String(repeating: "x", count: 1_000_000)
    #expect(editDistance(long, "one") == 64)
  }

  @Test("a mistyped name finds its scenario")
  func nearest() {
    #expect(ScenarioCatalog.nearest(to: "list-loder")?.name == "list-loader")
    #expect(ScenarioCatalog.nearest(to: "LIST_LOADER")?.name == "list-loader")
    #expect(ScenarioCatalog.nearest(to: "paralel-all")?.name == "parallel-all")
    #expect(ScenarioCatalog.nearest(to: "onw")?.name == "one")
    #expect(ScenarioCatalog.nearest(to: "") == nil)
    #expect(ScenarioCatalog.nearest(to: "zzzzz") == nil)
  }

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
