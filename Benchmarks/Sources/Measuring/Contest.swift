// One workload, done in several ways in one run. Times drift between runs and machines; ratios within a run do not.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One way of doing a workload.
public struct Contestant {
  /// The column's heading.
  public let name: String
  let prepare: (_ count: Int) -> () -> Void

  /// - Parameters:
  ///   - name: The column's heading.
  ///   - prepare: Gets ready for `count` items, outside the clock, and returns what is timed. What that holds is freed outside the
  ///     clock again.
  public init(_ name: String, prepare: @escaping (_ count: Int) -> () -> Void) {
    self.name = name
    self.prepare = prepare
  }
}

/// A workload and those who compete in it; the first contestant is the one that the others are compared with.
public struct Contest {
  /// What is measured of a round.
  public enum Clock {
    /// How long it took.
    case wall
    /// What all threads of the process worked, whatever else the machine did meanwhile.
    case processor
  }

  /// What the row is called by: `b1`.
  public let key: String
  /// What is measured, for a reader who knows promises.
  public let title: String
  /// Items in a round.
  public let count: Int
  /// Whether waiting counts.
  public let clock: Clock
  /// Ours, then the others.
  public let contestants: [Contestant]
  /// What ours has to reach.
  public let goals: [Goal]

  /// - Parameters:
  ///   - key: A short name.
  ///   - title: What is measured.
  ///   - count: Items in a round; chosen so that one takes some ten milliseconds.
  ///   - goals: What the first contestant has to reach.
  ///   - clock: Whether waiting counts; where nothing waits, the processor's time is the steadier.
  ///   - contestants: Ours, then the others.
  public init(
    _ key: String, _ title: String, count: Int, goals: [Goal] = [], clock: Clock = .wall, _ contestants: [Contestant]
  ) {
    self.key = key
    self.title = title
    self.count = count
    self.goals = goals
    self.clock = clock
    self.contestants = contestants
  }

  /// Runs all contests, each in a process of its own: what one leaves on the heap slows the next down (after a chain of a million
  /// promises, the same row took four times as long).
  ///
  /// - Parameters:
  ///   - contests: The rows of a table.
  ///   - group: Their name for `--row`, which the program hands to ``row(_:in:rounds:)``.
  ///   - rounds: How often each contestant runs; rows of 100,000 items and more run five times at most.
  /// - Returns: The outcomes of each; nil where a process failed.
  public static func runApart(_ contests: [Contest], group: String, rounds: Int) -> [(
    contest: Contest, outcomes: [Outcome]
  )]? {
    var results: [(contest: Contest, outcomes: [Outcome])] = []
    for (index, contest) in contests.enumerated() {
      tell("  \(contest.key) \(contest.title)")
      let rounds = contest.count >= 100_000 ? min(rounds, 5) : rounds
      guard let lines = output(of: ["--row", "\(group):\(index)", "--rounds", "\(rounds)"])?.split(separator: "\n")
      else { return nil }
      let outcomes = lines.compactMap { Outcome(line: $0) }
      guard outcomes.count == contest.contestants.count else { return nil }
      results.append((contest, outcomes))
    }
    return results
  }

  /// Runs one row for the process that asked for it with ``runApart(_:group:rounds:)``.
  ///
  /// - Parameters:
  ///   - number: The row, from 0.
  ///   - contests: The rows of its group.
  ///   - rounds: How often each contestant runs.
  /// - Returns: What to print; nil where there is no such row.
  public static func row(_ number: Int, in contests: [Contest], rounds: Int) -> String? {
    guard contests.indices.contains(number) else { return nil }
    return contests[number].run(rounds: rounds).map(\.line).joined(separator: "\n")
  }

  /// Lets everybody run in turn, round after round, each time beginning with another one.
  ///
  /// - Parameter rounds: How often each runs; the first round, which pays for what is paid once, comes on top.
  /// - Returns: One outcome a contestant, in their order.
  public func run(rounds: Int = 11) -> [Outcome] {
    var times = Array(repeating: [Double](), count: contestants.count)
    for round in -1..<rounds {
      for turn in contestants.indices {
        let index = (turn + max(round, 0)) % contestants.count
        let work = contestants[index].prepare(count)
        // The threads of the one before may still be freeing what it left.
        usleep(2_000)
        let nanoseconds =
          clock == .wall ? Stopwatch.nanoseconds(work) : Stopwatch.processorNanoseconds(work)
        if round >= 0 { times[index].append(nanoseconds / Double(count)) }
      }
    }
    return contestants.indices.map { index in
      Outcome(
        name: contestants[index].name, nanoseconds: median(times[index]),
        ratio: median(zip(times[index], times[0]).map { $0 / $1 }))
    }
  }
}

/// What a contestant took.
public struct Outcome {
  /// The contestant's name.
  public let name: String
  /// Median time of an item.
  public let nanoseconds: Double
  /// Median over the rounds of this one's time by the first one's in the same round.
  public let ratio: Double
}

extension Outcome {
  /// As the process of a row prints it: two numbers, and the name, which may have spaces.
  fileprivate var line: String { "\(nanoseconds) \(ratio) \(name)" }

  fileprivate init?(line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let nanoseconds = Double(parts[0]), let ratio = Double(parts[1]) else { return nil }
    self.init(name: String(parts[2]), nanoseconds: nanoseconds, ratio: ratio)
  }
}

/// What has to be reached.
public enum Goal {
  /// At most so many times as long as that contestant takes.
  case atMost(Double, of: String)
  /// At least so many times as fast as that contestant.
  case faster(Double, than: String)
  /// At most so many nanoseconds an item.
  case nanoseconds(Double)

  /// Whether the outcomes reach it; nil where nobody of that name took part.
  public func isReached(by outcomes: [Outcome]) -> Bool? {
    switch self {
    case .atMost(let factor, let name): ratio(of: name, in: outcomes).map { 1 / $0 <= factor }
    case .faster(let factor, let name): ratio(of: name, in: outcomes).map { $0 >= factor }
    case .nanoseconds(let limit): outcomes.first.map { $0.nanoseconds <= limit }
    }
  }

  private func ratio(of name: String, in outcomes: [Outcome]) -> Double? {
    outcomes.first { $0.name == name }?.ratio
  }
}

extension Goal: CustomStringConvertible {
  /// As the table says it.
  public var description: String {
    switch self {
    case .atMost(let factor, let name): "≤ \(rounded(factor)) × \(name)"
    case .faster(let factor, let name): "\(rounded(factor)) × as fast as \(name)"
    case .nanoseconds(let limit): "≤ \(rounded(limit)) ns"
    }
  }
}
