// Finds the texts that the store still needs, a few rows at a time, so that the others can be released.

import PromiseTrace

/// Finding the texts that are still needed, in steps.
struct TextSweep: Sendable {
  /// Keeps the texts that were interned since this sweep started, and those that it found.
  let hold: TextHold
  private var found: [TextID] = []
  /// The next row to look at.
  private var cursor = 0

  /// Starts a sweep; nil unless it is time to release texts of the `former` hold.
  init?(_ texts: TextTable, _ former: TextHold) {
    guard texts.isWorthRenewing(former) else { return nil }
    hold = texts.hold()
  }

  mutating func keep(_ id: TextID) {
    if id != .none { found.append(id) }
  }

  /// Keeps the texts of the next rows; returns whether these were the last.
  mutating func keep(_ rows: [TextHandles], _ number: Int) -> Bool {
    let end = min(cursor + number, rows.count)
    while cursor < end {
      keep(rows[cursor].label)
      keep(rows[cursor].text)
      keep(rows[cursor].type)
      cursor += 1
    }
    return cursor == rows.count
  }

  /// Reports what was found to the table.
  mutating func flush(_ texts: TextTable) {
    texts.touch(found)
    found.removeAll(keepingCapacity: true)
  }
}
