// The cells of one line of the text tree, and their layout into columns. Owns the layout. Does not know the cells' content.
//
// Each line is laid out twice, once to measure the columns and once to write it, so buffers are reused rather than allocated.

import PlainText

/// The cells of one line: their concatenated bytes, and each cell's end and width in columns.
struct TextRow {
  /// The cells, from left to right.
  enum Cell: Int {
    case tree, id, operation, site, duration, outcome

    static var count: Int { 6 }
  }

  /// The bytes of the cells added so far.
  private(set) var bytes: [UInt8] = []
  private var ends = [Int](repeating: 0, count: Cell.count)
  private var columns = [Int](repeating: 0, count: Cell.count)
  /// The number of cells: all of them, or only the first one, which then may be wider than its column.
  private var count = 0

  /// The width of each column.
  struct Widths {
    fileprivate var columns = [Int](repeating: 0, count: Cell.count)

    mutating func include(_ row: TextRow) {
      // A row with a single cell (a loss, a reference) may extend beyond its column.
      guard row.count > 1 else { return }
      for cell in 0..<row.count { columns[cell] = max(columns[cell], row.columns[cell]) }
    }
  }

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Adds a cell.
  ///
  /// - Parameters:
  ///   - cell: The next cell in order.
  ///   - write: Appends its text and returns its columns.
  @inline(__always)
  mutating func add(_ cell: Cell, _ write: (inout [UInt8]) -> Int) {
    columns[cell.rawValue] = write(&bytes)
    ends[cell.rawValue] = bytes.count
    count = cell.rawValue + 1
  }

  /// Appends the line and a newline.
  func write(_ widths: Widths, to line: inout [UInt8]) {
    defer { line.append(UInt8(ascii: "\n")) }
    if count == 1 {
      line += bytes
      return
    }
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      // The number of spaces before the next text.
      var missing = 0
      for cell in 0..<count {
        let isLast = cell == Cell.outcome.rawValue
        // A column that is empty in every line is left out.
        guard isLast || widths.columns[cell] > 0 else { continue }
        let gap = isLast ? 0 : widths.columns[cell] - columns[cell]
        let isRight = cell == Cell.duration.rawValue
        missing += (cell > 0 ? 2 : 0) + (isRight ? gap : 0)
        if ends[cell] > start {
          line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: missing))
          line.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<ends[cell]]))
          missing = 0
        }
        if !isRight { missing += gap }
        start = ends[cell]
      }
    }
  }
}
