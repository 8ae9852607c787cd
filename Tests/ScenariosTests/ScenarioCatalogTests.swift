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

  @Test("every word of every option is its raw value, as the command line has it")
  func words() {
    #expect(ListPolicy.allCases.map(\.rawValue) == ["local-then-remote", "local", "remote", "remote-else-local"])
    #expect(ListDirection.allCases.map(\.rawValue) == ["refresh", "more"])
    #expect(ListFailure.allCases.map(\.rawValue) == ["none", "remote", "local"])
    #expect(CacheState.allCases.map(\.rawValue) == ["full", "empty", "corrupt"])
  }
}
