// Where the list of logs is on the page: a box in its middle, with a line per log and one with the keys.

import Canvas

struct LogListLayout {
  /// The box with its border.
  let frame: Frame
  /// The number of logs that it shows.
  let rows: Int
  /// The index of the first one.
  let top: Int

  /// Places a list.
  ///
  /// - Parameters:
  ///   - list: The logs.
  ///   - page: The size of the screen.
  ///   - width: The width of the lines, in columns.
  init(_ list: LogList, on page: Size, width: Int) {
    let width = min(page.columns - 2, width + 4)
    let height = min(page.rows - 2, list.logs.count + 4)
    frame = Frame(
      column: (page.columns - width) / 2, row: (page.rows - height) / 2, width: width, height: height)
    rows = max(1, height - 4)
    top = list.top(rows: rows)
  }

  /// The index of the log in a line of the page; nil for a line that has none.
  func log(column: Int, row: Int, of list: LogList) -> Int? {
    let index = top + row - frame.row - 1
    let isInside = frame.contains(column: column, row: row) && frame.row + 1..<frame.row + 1 + rows ~= row
    return isInside && list.logs.indices.contains(index) ? index : nil
  }
}
