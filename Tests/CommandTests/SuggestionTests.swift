// Suggestions for mistyped names.

@testable import pscope

@Suite struct SuggestionTests {
  private let names = ["list-loader", "one", "serial", "parallel-all", "parallel-one"]

  @Test func prefersTheFewestEdits() {
    expectEqual(Suggestion.nearest(to: "list-lodaer", among: names), "list-loader")
    expectEqual(Suggestion.nearest(to: "on", among: names), "one")
  }

  @Test func fallsBackToAPrefix() {
    expectEqual(Suggestion.nearest(to: "parallel", among: names), "parallel-all")
  }

  @Test func suggestsNothingForAnUnrelatedName() {
    #expect(Suggestion.nearest(to: "zzzzzzzz", among: names) == nil)
    #expect(Suggestion.nearest(to: "nope", among: names) == nil)
    #expect(Suggestion.nearest(to: "foo", among: ["F10"]) == nil)
    #expect(Suggestion.nearest(to: "", among: names) == nil)
  }
}
