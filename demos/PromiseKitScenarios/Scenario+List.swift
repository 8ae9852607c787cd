// The scenarios written for PromiseKit: their names and descriptions. Does not run them.

extension Scenario {
  /// The scenarios that import `PromiseKitFacade`.
  package static let inPromiseKit: [Scenario] = [
    Scenario(
      name: "promisekit-box",
      summary: "PromiseKit's box: it collects handlers and is sealed once; a second attempt is refused.",
      file: "PromiseKitScenarios/PromiseKitBox.swift", flow: .promiseKitBox)
  ]
}
