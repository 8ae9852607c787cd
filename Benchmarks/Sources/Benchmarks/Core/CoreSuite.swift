// The core beside its peers: the same workload, the same run.

import Measuring

enum CoreSuite {
  static func section(rounds: Int) -> Section {
    Section(
      "The core, beside its peers",
      "Tracing is compiled in and off. Ours in nanoseconds an item, the others as multiples of that.",
      tables: [Table(contests.map { ($0, $0.run(rounds: rounds)) })])
  }

  static var contests: [Contest] { [chain] }
}
