// The scenarios written for Bolts: their names and descriptions. Does not run them.

extension Scenario {
  /// The scenarios that import `BoltsFacade`.
  package static let inBolts: [Scenario] = [
    Scenario(
      name: "bolts-continuation",
      summary:
        "Bolts' continuations: run in order, each branch to its end, inside the call that completes the task.",
      group: .insides,
      file: "BoltsScenarios/BoltsContinuation.swift", flow: .boltsContinuation)
  ]
  /// The faults that are commonest in Bolts' vocabulary, each with its repaired twin.
  package static let faultsInBolts: [Scenario] = pairs([
    Fault(
      "lost-result", "A continuation adds up the cart, and no continuation asks for the total.",
      "A continuation shows the total.", "BoltsScenarios/LostResult", .lostResult, .lostResultFixed),
    Fault(
      "many-handlers", "Each cell that comes into view continues a task that lives long.",
      "One continuation updates the visible cells.", "BoltsScenarios/ManyHandlers", .manyHandlers, .manyHandlersFixed),
  ])
}
