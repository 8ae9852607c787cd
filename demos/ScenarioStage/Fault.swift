// A broken chain and its repaired version, described together.

import PlainText

extension Scenario {
  /// Describes a chain with the fault that a rule finds, and its repaired version.
  ///
  /// - Parameters:
  ///   - rule: The name of the broken chain: in the group `faults`, the rule that finds the fault. The repaired version's name is `RULE-fixed`.
  ///   - fault: What is wrong, in one sentence.
  ///   - repair: What is different in the repaired version, in one sentence.
  ///   - group: The heading under which both are listed.
  ///   - file: The file of the broken chain without `.swift`; the repaired version's name ends in `Fixed`.
  ///   - options: The options that both support.
  ///   - isKilled: Whether the broken program is killed at the end.
  ///   - broken: The flow with the fault.
  ///   - fixed: The repaired flow.
  package static func fault(
    _ rule: String, _ fault: Text, _ repair: Text, group: ScenarioGroup = .faults, _ file: String,
    options: Set<ScenarioOption> = [], isKilled: Bool = false, _ broken: Flow, _ fixed: Flow
  ) -> [Scenario] {
    [
      Scenario(
        name: rule, summary: fault, group: group, options: options, file: file + ".swift", isKilled: isKilled,
        flow: broken),
      Scenario(
        name: rule + "-fixed", summary: repair, group: group, options: options, file: file + "Fixed.swift", flow: fixed),
    ]
  }
}
