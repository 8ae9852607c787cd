// The scenarios in PromiseKit's words. Owns how they are described; refuses to run them.

extension Scenario {
  /// Those that are written with `import PromiseKitFacade`.
  package static let inPromiseKit: [Scenario] = [
    Scenario(
      name: "promisekit-box",
      summary: "PromiseKit's box: handlers gather in it, it is sealed once, and who seals it again is refused.",
      file: "PromiseKitScenarios/PromiseKitBox.swift", flow: .promiseKitBox)
  ]
}
