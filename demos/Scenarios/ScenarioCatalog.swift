// All scenarios, by name. Owns their order and the search for the nearest name; refuses to run them.

/// The scenarios there are.
public enum ScenarioCatalog {
  /// What runs when no name is given.
  public static let flagship = "list-loader"

  /// All scenarios, the flagship first, then from simple to rich.
  public static let all: [Scenario] = [
    Scenario(
      name: flagship,
      summary: "A list screen shows its cached list at once, then the server's page, and saves what it merged.",
      options: Set(ScenarioOption.allCases), file: "Scenarios/ListLoader.swift", flow: .listLoader),
    Scenario(
      name: "one", summary: "One promise: pending, then fulfilled, and only then does its handler run.",
      options: [], file: "Scenarios/One.swift", flow: .one),
    Scenario(
      name: "serial", summary: "Three steps in a row; each begins when the one before has its value.",
      options: [], file: "Scenarios/Serial.swift", flow: .serial),
    Scenario(
      name: "parallel-all", summary: "Three requests at once; the result is there when the slowest is.",
      options: [], file: "Scenarios/ParallelAll.swift", flow: .parallelAll),
    Scenario(
      name: "parallel-one", summary: "Three mirrors at once; the fastest wins, and the losers keep running.",
      options: [], file: "Scenarios/ParallelOne.swift", flow: .parallelOne),
    Scenario(
      name: "serial-parallel", summary: "One step, then three at once, then one that needs them all.",
      options: [], file: "Scenarios/SerialParallel.swift", flow: .serialParallel),
    Scenario(
      name: "contacts-avatars",
      summary: "A user, then the contacts, then every avatar at once; a missing one gets a placeholder.",
      options: [.seed], file: "Scenarios/ContactsAvatars.swift", flow: .contactsAvatars),
  ]

  /// Finds a scenario.
  ///
  /// - Parameter name: Its exact name.
  /// - Returns: The scenario, or nil.
  public static func named(_ name: String) -> Scenario? {
    all.first { $0.name == name }
  }

  /// Finds the scenario that a mistyped name most likely means, by edit distance.
  ///
  /// - Parameter name: What was typed.
  /// - Returns: The nearest scenario, the first of equals; nil where nothing in the name matches any of them.
  public static func nearest(to name: String) -> Scenario? {
    let ranked = all.map { ($0, editDistance(name.lowercased(), $0.name)) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 < max(name.count, best.0.name.count) else { return nil }
    return best.0
  }
}

/// The least number of insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`.
///
/// - Complexity: O(*n* · *m*) in the lengths; only the first 64 characters of each count, whatever was typed.
func editDistance(_ a: String, _ b: String) -> Int {
  let a = Array(a.prefix(64))
  let b = Array(b.prefix(64))
  // Rows of the table: two back, one back, and the one being filled.
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1] + [Int](repeating: 0, count: b.count)
    for j in b.indices {
      let substitution = last[j] + (a[i] == b[j] ? 0 : 1)
      row[j + 1] = min(row[j] + 1, last[j + 1] + 1, substitution)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
      }
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
