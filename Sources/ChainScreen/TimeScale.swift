// The scale that all bars share: from the first start to the last end among the visible rows.

import ChainModel

struct TimeScale {
  /// Nanoseconds since the start of the log.
  private(set) var start = Int64.max
  private(set) var end = Int64.min

  mutating func include(_ node: ChainNode, now: Int64) {
    include(from: node.created, to: TimeScale.end(of: node, now: now))
  }

  mutating func include(from: Int64, to: Int64) {
    start = min(start, from)
    end = max(end, to)
  }

  var isEmpty: Bool { start > end }

  /// The length of the scale in nanoseconds; saturates for hostile logs.
  var length: Int64 {
    let (difference, overflow) = end.subtractingReportingOverflow(start)
    return isEmpty ? 0 : overflow ? .max : difference
  }

  /// The time at which a node settled, or `now` while it is pending.
  static func end(of node: ChainNode, now: Int64) -> Int64 {
    node.settled ?? node.released ?? max(now, node.created)
  }

  /// The first and the last of `width` cells that a span of time touches.
  func cells(from: Int64, to: Int64, width: Int) -> ClosedRange<Int> {
    let first = cell(from, width)
    return first...max(first, cell(to, width))
  }

  /// The moment in the middle of a cell.
  func moment(cell: Int, width: Int) -> Double {
    Double(start) + (Double(cell) + 0.5) * (Double(end) - Double(start)) / Double(max(1, width))
  }

  private func cell(_ time: Int64, _ width: Int) -> Int {
    let length = Double(end) - Double(start)
    guard length > 0 else { return 0 }
    let column = (Double(time) - Double(start)) / length * Double(width)
    return max(0, min(width - 1, Int(column.rounded(.down))))
  }
}
