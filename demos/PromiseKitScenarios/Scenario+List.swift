// The scenarios written for PromiseKit: their names and descriptions. Does not run them.

extension Scenario {
  /// The scenarios that import `PromiseKitFacade`.
  package static let inPromiseKit: [Scenario] = [
    Scenario(
      name: "promisekit-box",
      summary: "PromiseKit's box: it collects handlers and is sealed once; a second attempt is refused.",
      group: .insides,
      file: "PromiseKitScenarios/PromiseKitBox.swift", flow: .promiseKitBox)
  ]
  /// The faults that are commonest in PromiseKit's vocabulary, each with its repaired twin.
  package static let faultsInPromiseKit: [Scenario] = pairs([
    Fault(
      "settled-twice", "A callback seals its promise with the error, and once more with an empty page.",
      "The callback seals its promise once.", "PromiseKitScenarios/SettledTwice", .settledTwice, .settledTwiceFixed),
    Fault(
      "swallowed-error", "A recover handler turns every error into an empty cart.",
      "A catch handler shows the error.", "PromiseKitScenarios/SwallowedError", .swallowedError, .swallowedErrorFixed),
    Fault(
      "needless-promise", "A promise around a chain repeats the chain's outcome.", "The function returns the chain.",
      "PromiseKitScenarios/NeedlessPromise", .needlessPromise, .needlessPromiseFixed),
  ])
}
