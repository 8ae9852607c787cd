// How cost grows with size: the exponent of a power law through a few measurements.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Cost at several sizes.
public struct Growth {
  /// What grows.
  public let what: String
  /// Size and total cost, in any unit.
  public let points: [(size: Double, cost: Double)]

  /// - Parameters:
  ///   - what: What grows.
  ///   - points: Size and total cost; two or more.
  public init(_ what: String, _ points: [(size: Double, cost: Double)]) {
    self.what = what
    self.points = points
  }

  /// 1 means that twice the size costs twice as much: the slope of the line of least squares through the logarithms.
  public var exponent: Double {
    let logs = points.map { (x: log2($0.size), y: log2($0.cost)) }
    let (x, y) = (logs.map(\.x).reduce(0, +) / Double(logs.count), logs.map(\.y).reduce(0, +) / Double(logs.count))
    let covariance = logs.map { ($0.x - x) * ($0.y - y) }.reduce(0, +)
    return covariance / logs.map { ($0.x - x) * ($0.x - x) }.reduce(0, +)
  }
}
