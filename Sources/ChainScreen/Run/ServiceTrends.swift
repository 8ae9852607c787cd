// How the numbers of a service change: how often a problem occurred in the last minute, what is in flight and where that grows, which requests are
// slow, and what the program uses. All of it comes from the log, so that a replay shows what the live run showed.

import ChainAnalysis
import ChainModel
import PromiseTrace

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

/// A call site whose number of open promises grows.
struct Growth: Sendable {
  let group: CallSiteGroup
  /// The promise that has been open longest.
  let oldest: PromiseID
  /// The change of the number of open promises per minute; nil if it hardly changes any more.
  let perMinute: Int?
  /// The number of open promises in each second of the last minute, oldest first.
  let seconds: [Int]

  /// Returns nil if the number does not grow, or if the cause is reported elsewhere: the oldest promise waits for another one, or hangs.
  ///
  /// - Parameters:
  ///   - group: The call site.
  ///   - open: The roots that have been open longest.
  ///   - store: The history.
  ///   - problems: What is wrong with it.
  ///   - isKnown: Whether the number grew before; the call site is then kept while its oldest promise stays open.
  ///   - now: The end of the minute, in nanoseconds since the log's start.
  init?(
    _ group: CallSiteGroup, open: [PromiseID], _ store: ChainStore, _ problems: Problems, isKnown: Bool, now: Int64
  ) {
    let length = min(60, Int(now / 1_000_000_000))
    guard length >= 10, group.pending >= 10 else { return nil }
    var (pending, seconds) = (group.pending, [Int]())
    for (created, settled) in zip(group.created.last(60, now: now), group.settled.last(60, now: now)).reversed() {
      seconds.append(max(0, pending))
      pending -= created - settled
    }
    seconds.reverse()
    let perMinute = seconds.suffix(length).growth(in: Int64(length) * 1_000_000_000)
    guard isKnown || perMinute ?? 0 > 0,
      let oldest = open.first(where: { store.facts($0).map { Self.isSame($0, group, store) } ?? false }),
      let created = store.facts(oldest)?.created,
      // More load opens more promises, too, but none of them for long.
      now - created >= max(5_000_000_000, 3 * (group.total.quantile(0.99) ?? 0)),
      store.waitChain(from: oldest, bodies: nil, limit: 2).links.count == 1, problems.kind(of: oldest) != .hang
    else { return nil }
    (self.group, self.oldest, self.perMinute, self.seconds) = (group, oldest, perMinute, seconds)
  }

  private static func isSame(_ facts: NodeFacts, _ group: CallSiteGroup, _ store: ChainStore) -> Bool {
    store.nodeSite(facts.site) == group.site && (store.texts[facts.operation] ?? "") == group.operation
  }
}

/// A call site of requests, some of which take far longer than most.
struct SlowSite: Sendable {
  let group: CallSiteGroup
  /// The promise that took most of the time of the slowest request, and its share of that time, from 0 to 1; nil if the log does not show it.
  let part: (promise: PromiseID, share: Double)?

  /// Returns nil if the requests take similar times, or if fewer than 20 have settled.
  ///
  /// - Parameters:
  ///   - group: The call site.
  ///   - known: The result of the last update, whose critical path is still valid if the slowest request is the same; nil for none.
  ///   - store: The history.
  ///   - now: The moment that is shown, in nanoseconds since the log's start.
  init?(_ group: CallSiteGroup, known: SlowSite?, _ store: ChainStore, now: Int64) {
    guard group.total.count >= 20, let median = group.total.quantile(0.5), let most = group.total.quantile(0.99),
      most >= max(250_000_000, 5 * median)
    else { return nil }
    self.group = group
    if let known, known.group.slowest == group.slowest {
      part = known.part
    } else {
      part = store.criticalPath(of: group.slowest, now: now).flatMap { path in
        path.shares(in: store).first.map { ($0.longest.promise, Double($0.time) / Double(max(1, path.total))) }
      }
    }
  }
}

extension Sequence<Int> {
  /// The change per minute of numbers that span `length` nanoseconds; nil unless they rise or fall noticeably, and from each third to the next.
  func growth(in length: Int64) -> Int? {
    let values = Array(self)
    let third = values.count / 3
    guard third > 0 else { return nil }
    func mean(_ part: ArraySlice<Int>) -> Double { Double(part.reduce(0, +)) / Double(part.count) }
    let (first, last) = (mean(values.prefix(third)), mean(values.suffix(third)))
    let middle = mean(values.dropFirst(third).dropLast(third))
    let perMinute = (last - first) * 6e10 / (Double(length) * 2 / 3)
    guard (middle - first) * (last - middle) > 0, abs(perMinute) >= Swift.max(3, first / 20) else { return nil }
    return Int(perMinute.rounded())
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
    if now >= 10_000_000_000 {
      let cells = history.overview.cells(Int(min(4_096, now / 500_000_000)), until: now)
      let minute = (Double(cells.count) * min(1, 6e10 / Double(now))).rounded(.up)
      growth = cells.suffix(Int(minute)).lazy.map(\.last).growth(in: min(now, 60_000_000_000))
    }
    let seconds = max(1, min(6, Double(now) / 1e9))
    let groups = history.groups
    perSecond =
      Double((groups.all + [groups.others]).reduce(0) { $0 + $1.settled.last(7, now: now).dropLast().reduce(0, +) })
      / seconds
    memory = history.usage.latest(at: now).map { ($0.memory, history.usage.growth(at: now)) }
    processor = history.usage.processorShare(at: now)
  }
}
