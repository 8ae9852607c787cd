// The growth of cost with size: the exponent of a power law fitted to a few measurements.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The cost of a workload at several sizes.
public struct Growth {
  /// The name of the workload.
  public let what: String
  /// The sizes and total costs, in any unit.
  public let points: [(size: Double, cost: Double)]

  /// - Parameters:
  ///   - what: The name of the workload.
  ///   - points: At least two sizes with their total costs.
  public init(_ what: String, _ points: [(size: Double, cost: Double)]) {
    self.what = what
    self.points = points
  }

  /// Measures nanoseconds of processor time of all threads at several sizes.
  ///
  /// Each round measures all sizes, so that a temporary slowdown affects all of them. Small sizes run several times per round.
  /// - Parameters:
  ///   - what: The name of the workload.
  ///   - sizes: At least two sizes, the largest last.
  ///   - rounds: The number of rounds, of which the median counts.
  ///   - prepare: Prepares a size and returns the closure that is timed.
  public init(_ what: String, sizes: [Int], rounds: Int = 3, prepare: (_ size: Int) -> () -> Void) {
    var times = Array(repeating: [Double](), count: sizes.count)
    let largest = sizes.last ?? 1
    // Covers one-time costs.
    if let smallest = sizes.first { prepare(smallest)() }
    for _ in 0..<rounds {
      for (index, size) in sizes.enumerated() {
        for _ in 0..<max(1, min(10, largest / (10 * size))) {
          times[index].append(Stopwatch.processorNanoseconds(prepare(size)))
        }
      }
    }
    self.init(what, zip(sizes, times).map { (size: Double($0), cost: median($1)) })
  }

  /// The slope of the least-squares line through the logarithms; 1 means that twice the size costs twice as much.
  public var exponent: Double {
    let logs = points.map { (x: log2($0.size), y: log2($0.cost)) }
    let (x, y) = (logs.map(\.x).reduce(0, +) / Double(logs.count), logs.map(\.y).reduce(0, +) / Double(logs.count))
    let covariance = logs.map { ($0.x - x) * ($0.y - y) }.reduce(0, +)
    return covariance / logs.map { ($0.x - x) * ($0.x - x) }.reduce(0, +)
  }
}

extension Table {
  /// Creates a table with one row per workload: the cost per item at each size, and the exponent.
  ///
  /// - Parameters:
  ///   - growths: The workloads; a size that was not measured has an empty cell.
  ///   - unit: The unit of the cost per item, such as `ns`.
  ///   - limit: The largest exponent that reaches the goal.
  public init(growths: [Growth], unit: String = "ns", limit: Double = 1.1) {
    let sizes = Set(growths.flatMap { $0.points.map(\.size) }).sorted()
    self.init(["\(unit) per item, at size"] + sizes.map { rounded($0) } + ["exponent", "goal", "reached"])
    rows = growths.map { growth in
      let cells = sizes.map { size in
        growth.points.first { $0.size == size }.map { rounded($0.cost / $0.size) } ?? ""
      }
      let verdict = growth.exponent <= limit ? "yes" : "**no**"
      return [growth.what] + cells + [rounded(growth.exponent), "≤ \(rounded(limit))", verdict]
    }
  }
}
