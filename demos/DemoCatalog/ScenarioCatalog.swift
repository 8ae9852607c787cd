// All scenarios, by name, whichever vocabulary they are written in: one module cannot hold two, so each has its own, and this
// one holds their lists together. Refuses to run them.

import BoltsScenarios
import PromiseKitScenarios
import ScenarioStage
import Scenarios

/// The scenarios there are.
public enum ScenarioCatalog {
  /// What runs when no name is given.
  public static let flagship = "list-loader"

  /// All scenarios, the flagship first, then from simple to rich.
  public static let all: [Scenario] = Scenario.inPromiseScope + Scenario.inPromiseKit + Scenario.inBolts

  /// Finds a scenario.
  ///
  /// - Parameter name: Its exact name.
  /// - Returns: The scenario, or nil.
  public static func named(_ name: String) -> Scenario? {
    all.first { $0.name == name }
  }
}
