// The scenarios in Bolts' words. Owns how they are described; refuses to run them.

extension Scenario {
  /// Those that are written with `import BoltsFacade`.
  package static let inBolts: [Scenario] = [
    Scenario(
      name: "bolts-continuation",
      summary:
        "Bolts' continuations: in order, each to the end of its line, inside the call that ends the task.",
      file: "BoltsScenarios/BoltsContinuation.swift", flow: .boltsContinuation)
  ]
}
