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

  /// Measures nanoseconds of processor time, of all threads, at several sizes.
  ///
  /// Size after size in each round, so that a slow moment meets them all; small ones more than once, for a moment is all they take.
  /// - Parameters:
  ///   - what: What grows.
  ///   - sizes: Two or more, the largest last.
  ///   - rounds: How often; the median counts.
  ///   - prepare: Gets ready for a size, outside the clock, and returns what is timed.
  public init(_ what: String, sizes: [Int], rounds: Int = 3, prepare: (_ size: Int) -> () -> Void) {
    var times = Array(repeating: [Double](), count: sizes.count)
    let largest = sizes.last ?? 1
    // What is paid once is paid here.
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

  /// 1 means that twice the size costs twice as much: the slope of the line of least squares through the logarithms.
  public var exponent: Double {
    let logs = points.map { (x: log2($0.size), y: log2($0.cost)) }
    let (x, y) = (logs.map(\.x).reduce(0, +) / Double(logs.count), logs.map(\.y).reduce(0, +) / Double(logs.count))
    let covariance = logs.map { ($0.x - x) * ($0.y - y) }.reduce(0, +)
    return covariance / logs.map { ($0.x - x) * ($0.x - x) }.reduce(0, +)
  }
}

extension Table {
  /// A row per workload: cost per item at each size, and how it grows.
  ///
  /// - Parameters:
  ///   - growths: The workloads; those that were not measured at a size have an empty cell there.
  ///   - unit: The unit of an item's cost: `ns`.
  ///   - limit: The largest exponent that is called reached.
  public init(growths: [Growth], unit: String = "ns", limit: Double = 1.1) {
    let sizes = Set(growths.flatMap { $0.points.map(\.size) }).sorted()
    self.init(["\(unit) an item, at size"] + sizes.map { rounded($0) } + ["exponent", "goal", "reached"])
    rows = growths.map { growth in
      let cells = sizes.map { size in
        growth.points.first { $0.size == size }.map { rounded($0.cost / $0.size) } ?? ""
      }
      let verdict = growth.exponent <= limit ? "yes" : "**no**"
      return [growth.what] + cells + [rounded(growth.exponent), "≤ \(rounded(limit))", verdict]
    }
  }
}
