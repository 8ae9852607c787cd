// Where the strip with the whole run is on the page, and which moment is in which column. Pure arithmetic.

enum StripLayout {
  /// The number of rows: the curves of what was in flight and of what settled, the marks, and the ruler.
  static let height = 4

  /// The columns of the curve on a page of some width; behind it is what its rows show.
  static func columns(_ width: Int) -> Range<Int> { 1..<max(2, width - (width >= 60 ? 12 : 1)) }

  /// The scale of the strip, up to the last moment of the run.
  static func timeline(_ width: Int, end: Int64) -> TimeAxis {
    TimeAxis(window: TimeWindow(start: 0, end: max(1, end)), width: columns(width).count)
  }
}
