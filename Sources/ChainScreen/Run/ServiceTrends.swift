// How the numbers of a service change: how often a problem occurred in the last minute, what is in flight, and what the program uses. All of it
// comes from the log, so that a replay shows what the live run showed.

import ChainAnalysis
import ChainModel

/// How often a problem occurred in the last minute.
struct Trend: Sendable, Equatable {
  /// The occurrences in a minute.
  let perMinute: Int
  /// The occurrences in each second, oldest first.
  let seconds: [Int]

  /// - Parameters:
  ///   - moments: When it occurred, in nanoseconds since the log's start.
  ///   - now: The end of the minute.
  init(_ moments: [Int64], now: Int64) {
    var seconds = [Int](repeating: 0, count: 60)
    for moment in moments where moment <= now && now - moment < 60_000_000_000 {
      seconds[59 - Int((now - moment) / 1_000_000_000)] += 1
    }
    self.seconds = seconds
    perMinute = Int(Double(seconds.reduce(0, +)) * 6e10 / Double(max(10_000_000_000, min(now, 60_000_000_000))))
  }
}

/// The numbers of a whole program.
struct Vitals: Sendable {
  /// The promises in flight.
  var inFlight = 0
  /// How many more there are after a minute; nil if that hardly changes, or is not known yet.
  var growth: Int?
  /// The promises that settle in a second.
  var perSecond = 0.0
  /// Bytes of memory, and how many more there are after a minute.
  var memory: (bytes: Int64, growth: Int64?)?
  /// The share of one processor.
  var processor: Double?

  init() {}

  init(_ history: ScreenHistory, now: Int64) {
    inFlight = history.store.counts.pending
    growth = Self.growth(of: history.overview, now: now)
    let seconds = max(1, min(6, Double(now) / 1e9))
    let groups = history.groups
    perSecond =
      Double((groups.all + [groups.others]).reduce(0) { $0 + $1.settled.last(7, now: now).dropLast().reduce(0, +) })
      / seconds
    memory = history.usage.latest(at: now).map { ($0.memory, history.usage.growth(at: now)) }
    processor = history.usage.processorShare(at: now)
  }

  /// The mean of the last twenty seconds of a minute, compared with that of its first twenty.
  private static func growth(of overview: RunOverview, now: Int64) -> Int? {
    guard now >= 10_000_000_000 else { return nil }
    let cells = overview.cells(Int(min(4_096, now / 500_000_000)), until: now)
    let minute = Int((Double(cells.count) * min(1, 6e10 / Double(now))).rounded(.up))
    let third = minute / 3
    guard third > 0 else { return nil }
    func mean(_ part: ArraySlice<RunOverview.Part>) -> Double {
      Double(part.reduce(0) { $0 + $1.last }) / Double(third)
    }
    let before = mean(cells.suffix(minute).prefix(third))
    let change = mean(cells.suffix(third)) - before
    let perMinute = change * 6e10 / (Double(min(now, 60_000_000_000)) * 2 / 3)
    return abs(perMinute) >= max(3, before / 20) ? Int(perMinute.rounded()) : nil
  }
}
