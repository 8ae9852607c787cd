// All scenarios by name, from every vocabulary. A module cannot hold two vocabularies, so each has a module of its own, and this one
// joins their lists. Does not run scenarios.

import BoltsScenarios
import FaultScenarios
import PromiseKitScenarios
import ScenarioStage
import Scenarios

/// The catalog of scenarios.
public enum ScenarioCatalog {
  /// The scenario to run if no name is given.
  public static let flagship = "list-loader"

  /// All scenarios: the flagship first, then from simple to rich; then misconceptions and faults, each before its repaired version.
  public static let all: [Scenario] =
    Scenario.inPromiseScope + [.sameFlowSixWays, .wrapping] + Scenario.inPromiseKit + Scenario.inBolts
    + Scenario.misconceptions + Scenario.faultsInPromiseScope
    + Scenario.faultsInPromiseKit + Scenario.faultsInBolts

  /// Finds a scenario.
  ///
  /// - Parameter name: Its exact name.
  /// - Returns: The scenario, or nil.
  public static func named(_ name: String) -> Scenario? {
    all.first { $0.name == name }
  }
}
