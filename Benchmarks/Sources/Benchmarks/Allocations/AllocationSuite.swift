// The section on allocations.

import Measuring

enum AllocationSuite {
  static func section() -> Section {
    Section(
      "Allocations", "Counts, not times: a counting `malloc` observes 10,000 operations.",
      tables: [
        Table(
          ["operation", "allocations", "bytes"],
          rows: Allocations.measure().map { [$0.name, rounded($0.allocations), rounded($0.bytes)] })
      ])
  }
}
