// The tables whose rows are contests. Owns their names for `--row`, which selects one row for a separate process.

import CAllocationCount
import Measuring

enum Rows {
  /// The table of a group; measures each row in a separate process.
  static func table(_ name: String, rounds: Int) -> Table {
    guard let contests = contests(name), let results = Contest.runApart(contests, group: name, rounds: rounds) else {
      fail("a row of the table '\(name)' stopped halfway")
    }
    return Table(results)
  }

  /// The output of the process for one row; `row` is the name of a group, a colon and a number.
  static func outcomes(_ row: String, rounds: Int) -> String? {
    let parts = row.split(separator: ":")
    guard parts.count == 2, let number = Int(parts[1]), let contests = contests(String(parts[0])) else { return nil }
    pauseAllocationCount(1)
    return Contest.row(number, in: contests, rounds: rounds)
  }

  private static func contests(_ name: String) -> [Contest]? {
    switch name {
    case "core": CoreSuite.contests
    case "events": TraceSuite.eventContests
    case "operations": TraceSuite.operationContests
    case "previews": TraceSuite.previewContests
    default: nil
    }
  }
}
