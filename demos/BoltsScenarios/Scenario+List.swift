// The scenarios written for Bolts: their names and descriptions. Does not run them.

extension Scenario {
  /// The scenarios that import `BoltsFacade`.
  package static let inBolts: [Scenario] = [
    Scenario(
      name: "bolts-continuation",
      summary:
        "Bolts' continuations: run in order, each branch to its end, inside the call that completes the task.",
      file: "BoltsScenarios/BoltsContinuation.swift", flow: .boltsContinuation)
  ]
}
