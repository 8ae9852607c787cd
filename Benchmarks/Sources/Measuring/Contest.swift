// One workload, implemented by several contestants in one run. Times vary between runs and machines; ratios within a run vary
// much less.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One implementation of a workload.
public struct Contestant {
  /// The heading of the column.
  public let name: String
  let prepare: (_ count: Int) -> () -> Void

  /// - Parameters:
  ///   - name: The heading of the column.
  ///   - prepare: Prepares `count` items and returns the closure that is timed. Neither the preparation nor the deallocation of the
  ///     closure is timed.
  public init(_ name: String, prepare: @escaping (_ count: Int) -> () -> Void) {
    self.name = name
    self.prepare = prepare
  }
}

/// A workload and its contestants; the others are compared with the first one.
public struct Contest {
  /// The time that is measured in each round.
  public enum Clock {
    /// The elapsed time.
    case wall
    /// The processor time of all threads of the process.
    case processor
  }

  /// The short name of the row: `b1`.
  public let key: String
  /// The description of the workload.
  public let title: String
  /// The number of items in a round.
  public let count: Int
  /// The time that is measured.
  public let clock: Clock
  /// PromiseScope, then the others.
  public let contestants: [Contestant]
  /// The goals of the first contestant.
  public let goals: [Goal]

  /// - Parameters:
  ///   - key: A short name.
  ///   - title: The description of the workload.
  ///   - count: The number of items in a round, chosen so that a round takes about ten milliseconds.
  ///   - goals: The goals of the first contestant.
  ///   - clock: The time to measure. Processor time is more stable for workloads that do not wait.
  ///   - contestants: PromiseScope, then the others.
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

  /// Runs each contest in a separate process.
  ///
  /// The heap that one contest leaves behind slows down the next: after a chain of a million promises, the same row took four times
  /// as long.
  ///
  /// - Parameters:
  ///   - contests: The rows of a table.
  ///   - group: The name of the group for `--row`, which the program passes to ``row(_:in:rounds:)``.
  ///   - rounds: The number of rounds; rows of 100,000 items and more run at most five.
  /// - Returns: The outcomes of each contest; nil if a process failed.
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

  /// Runs one row on behalf of the parent process, which called ``runApart(_:group:rounds:)``.
  ///
  /// - Parameters:
  ///   - number: The index of the row.
  ///   - contests: The rows of the group.
  ///   - rounds: The number of rounds.
  /// - Returns: The output; nil if there is no such row.
  public static func row(_ number: Int, in contests: [Contest], rounds: Int) -> String? {
    guard contests.indices.contains(number) else { return nil }
    return contests[number].run(rounds: rounds).map(\.line).joined(separator: "\n")
  }

  /// Runs the contestants in turns, round after round; each round starts with a different contestant.
  ///
  /// - Parameter rounds: The number of rounds, in addition to an uncounted first round that covers one-time costs.
  /// - Returns: One outcome per contestant, in their order.
  public func run(rounds: Int = 11) -> [Outcome] {
    var times = Array(repeating: [Double](), count: contestants.count)
    for round in -1..<rounds {
      for turn in contestants.indices {
        let index = (turn + max(round, 0)) % contestants.count
        let work = contestants[index].prepare(count)
        // Threads of the previous contestant may still be freeing its memory.
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

/// The result of a contestant.
public struct Outcome {
  /// The name of the contestant.
  public let name: String
  /// The median time per item, in nanoseconds.
  public let nanoseconds: Double
  /// The median over the rounds of the ratio of this contestant's time to that of the first contestant.
  public let ratio: Double
}

extension Outcome {
  /// The line that the process of a row prints: two numbers and the name, which may contain spaces.
  fileprivate var line: String { "\(nanoseconds) \(ratio) \(name)" }

  fileprivate init?(line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let nanoseconds = Double(parts[0]), let ratio = Double(parts[1]) else { return nil }
    self.init(name: String(parts[2]), nanoseconds: nanoseconds, ratio: ratio)
  }
}

/// A goal for the first contestant.
public enum Goal {
  /// At most this multiple of the time of that contestant.
  case atMost(Double, of: String)
  /// At least this many times as fast as that contestant.
  case faster(Double, than: String)
  /// At most this many nanoseconds per item.
  case nanoseconds(Double)

  /// Whether the outcomes reach the goal; nil if there is no contestant of that name.
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
  /// The text in the table.
  public var description: String {
    switch self {
    case .atMost(let factor, let name): "≤ \(rounded(factor)) × \(name)"
    case .faster(let factor, let name): "\(rounded(factor)) × as fast as \(name)"
    case .nanoseconds(let limit): "≤ \(rounded(limit)) ns"
    }
  }
}
