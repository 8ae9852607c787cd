// A callback API wrapped in two vocabularies. A module can hold only one, so each contributes its part.

import PlainText
import PromiseKitScenarios
import ScenarioStage
import Scenarios

extension Scenario {
  /// A callback API as promises.
  static let wrapping = Scenario(
    name: "wrapping",
    summary: Text(
      "A callback API as promises: a value, an error, neither of them, and an answer that reports a failure.",
      "把回调 API 包装成 Promise：得到值、得到错误、两样都没有，以及一个报告失败的答复。"),
    file: "PromiseKitScenarios/Wrapping.swift", flow: .together([.wrappingInGoogle, .wrappingInPromiseKit]))
}
