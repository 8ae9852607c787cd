// What operations cost in allocations, as a chapter.

import Measuring

enum AllocationSuite {
  static func section() -> Section {
    Section(
      "Allocations", "Counted, not timed: by a `malloc` that counts, over 10,000 operations.",
      tables: [
        Table(
          ["operation", "allocations", "bytes"],
          rows: Allocations.measure().map { [$0.name, rounded($0.allocations), rounded($0.bytes)] })
      ])
  }
}
