// The core beside its peers: the same workload, the same run. Owns the list and what a reader has to know of it; a file of its own
// says what each workload is.

import CAllocationCount
import Measuring

enum CoreSuite {
  static func section(rounds: Int) -> Section {
    pauseAllocationCount(1)
    let results = contests.map { contest in
      tell("  \(contest.key) \(contest.title)")
      return (contest, contest.run(rounds: contest.count > 100_000 ? min(rounds, 5) : rounds))
    }
    pauseAllocationCount(0)
    return Section("The core, beside its peers", text, tables: [Table(results), Memory.table()])
  }

  static var contests: [Contest] {
    serialQueue + concurrentQueue + chains + observers + gathering + withoutHop + twoThreads
  }

  private static let text = """
    Tracing is compiled in and off.
    """
}
