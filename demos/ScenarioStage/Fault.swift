// A broken chain and its repaired version, described together. Owns how the two scenarios are named.

/// A chain with the fault that a rule finds, and its repaired version.
package struct Fault {
  let rule: String
  let fault: String
  let repair: String
  let chinese: (fault: String, repair: String)
  let group: ScenarioGroup
  let file: String
  let options: Set<ScenarioOption>
  let isKilled: Bool
  let broken: Flow
  let fixed: Flow

  /// Describes both scenarios.
  ///
  /// - Parameters:
  ///   - rule: The name of the broken chain: in the group `faults`, the rule that finds the fault. The repaired version's name is `RULE-fixed`.
  ///   - fault: What is wrong, in one sentence.
  ///   - repair: What is different in the repaired version, in one sentence.
  ///   - chinese: Both sentences in Chinese.
  ///   - group: The heading under which both are listed.
  ///   - file: The file of the broken chain without `.swift`; the repaired version's name ends in `Fixed`.
  ///   - options: The options that both support.
  ///   - isKilled: Whether the broken program is killed at the end.
  ///   - broken: The flow with the fault.
  ///   - fixed: The repaired flow.
  package init(
    _ rule: String, _ fault: String, _ repair: String, chinese: (fault: String, repair: String),
    group: ScenarioGroup = .faults, _ file: String, options: Set<ScenarioOption> = [], isKilled: Bool = false,
    _ broken: Flow, _ fixed: Flow
  ) {
    self.rule = rule
    self.fault = fault
    self.repair = repair
    self.chinese = chinese
    self.group = group
    self.file = file
    self.options = options
    self.isKilled = isKilled
    self.broken = broken
    self.fixed = fixed
  }
}

extension Scenario {
  /// Returns the scenarios of faults, each broken one before its repaired version.
  package static func pairs(_ faults: [Fault]) -> [Scenario] {
    faults.flatMap { fault in
      [
        Scenario(
          name: fault.rule, summary: fault.fault, chinese: fault.chinese.fault, group: fault.group,
          options: fault.options, file: fault.file + ".swift", isKilled: fault.isKilled, flow: fault.broken),
        Scenario(
          name: fault.rule + "-fixed", summary: fault.repair, chinese: fault.chinese.repair, group: fault.group,
          options: fault.options, file: fault.file + "Fixed.swift", flow: fault.fixed),
      ]
    }
  }
}
