// The one scenario that needs every vocabulary. A module can hold only one, so each contributes its part, and this file puts them side by
// side.

import BoltsScenarios
import PlainText
import PromiseKitScenarios
import ScenarioStage
import Scenarios

extension Scenario {
  /// One flow in six styles.
  static let sameFlowSixWays = Scenario(
    name: "same-flow-six-ways",
    summary: Text(
      "Callbacks, Google, ES6, await, PromiseKit, and Bolts: the same three requests, and nearly the same tree.",
      "回调、Google、ES6、await、PromiseKit 和 Bolts：同样的三个请求，几乎同样的树。"),
    file: "Scenarios/SixWays.swift", flow: .together(Flow.sixWays + [.sixWaysInPromiseKit, .sixWaysInBolts]))
}
