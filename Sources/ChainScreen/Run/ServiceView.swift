// A service at a glance: what is wrong at which call site and how often, the call sites with their numbers, and what has been in flight
// longest. Rows stay where they are: a new one comes below the others, and only the numbers change.

import ChainAnalysis
import ChainModel
import PromiseTrace

/// What the page of a service shows.
struct ServiceView: Sendable {
  /// The orders of the call sites.
  enum Order: CaseIterable, Sendable { case time, count, p99, failed }

  /// The call sites of root promises, in the order of their rows.
  private(set) var groups: [CallSiteGroup] = []
  /// The names of the call sites, by their first promise.
  private(set) var names: [PromiseID: String] = [:]
  /// The promises per second of each call site: of the last seconds, or of a whole run that is over.
  private(set) var rates: [PromiseID: Double] = [:]
  /// What is wrong: notes last, otherwise in the order in which it appeared; what appeared at once, most serious first.
  private(set) var findings: [Finding] = []
  /// How often each finding occurred in the last minute.
  private(set) var trends: [Trend] = []
  /// The call sites whose number of open promises grows.
  private(set) var growing: [Growth] = []
  /// The call sites of requests, some of which take far longer than most.
  private(set) var slow: [SlowSite] = []
  /// The numbers of the whole program.
  private(set) var vitals = Vitals()
  /// The roots that have been in flight longest.
  private(set) var oldest: [PromiseID] = []
  /// The order in which the call sites were sorted last.
  private(set) var order = Order.time
  /// The position of each call site among the rows, by its first promise.
  private var places: [PromiseID: Int] = [:]
  /// The rank of each call site, by its first promise.
  private var ranks: [PromiseID: Rank] = [:]
  /// The findings at the last update.
  private var findingsSeen: [Finding] = []
  /// Whether the rows were sorted when the log had been read to its end, so that two openings of one log agree.
  private var isPlacedAtEnd = false
  /// The events and the moment of the last update.
  private var updated: (events: UInt64, position: UInt64, time: Int64)?

  /// The number of short roots that make a run that of a service, and of those that their call site has at least.
  private static let (leastRoots, leastPerSite) = (100, 25)
  /// The least length of such a run, in nanoseconds.
  private static let leastTime: Int64 = 5_000_000_000

  /// Whether a run has many short roots from few call sites.
  static func suits(_ history: ScreenHistory, end: Int64) -> Bool {
    guard end >= leastTime, history.store.counts.total >= leastRoots else { return false }
    var roots = 0
    for group in history.groupsAtEnd.all where group.count >= leastPerSite {
      // What is still pending counts as long.
      guard let time = group.total.quantile(0.5), time <= end / 4, group.pending <= group.count / 2 else { continue }
      // A heartbeat is no request.
      if [.request, .inside].contains(Rank(group, history.store)) { roots += group.count }
    }
    return roots >= leastRoots
  }

  /// Brings the numbers up to date, at most four times a second while events come.
  mutating func update(_ history: ScreenHistory, _ problems: Problems, now: Int64, isRunning: Bool, isReading: Bool) {
    let (events, position) = (history.playback.count, history.playback.position)
    let isPast = position != events
    let isOver = !isReading && !isRunning && !isPlacedAtEnd
    if let updated, !isOver {
      let isSame = updated.position == position && (isPast || updated.events == events)
      if isSame, problems.findings == findingsSeen { return }
      let isSoon = 0..<250_000_000 ~= now - updated.time && updated.position == updated.events
      if isSoon, isRunning, !isPast { return }
    }
    updated = (events, position, now)
    findingsSeen = problems.findings
    var all = history.groups.all
    for group in all where ranks[group.first] == nil { ranks[group.first] = Rank(group, history.store) }
    all.removeAll { ranks[$0.first] == .derived }
    for group in all where names[group.first] == nil || group.count == 2 {
      names[group.first] = NumberedRun.name(of: group, in: history.store)
    }
    if isOver, !isPast { (places, isPlacedAtEnd) = ([:], true) }
    place(all)
    groups = all.sorted { (places[$0.first] ?? 0, $0.first) < (places[$1.first] ?? 0, $1.first) }
    measureRates(now: now, isRunning: isRunning && !isPast)
    keep(problems.findings)
    trends = findings.map { Trend($0.list.map(\.known), now: now) }
    vitals = Vitals(history, now: now)
    let open = isPast ? history.store.oldestOpenRoots(256, newest: ScreenHistory.pastGroups) : history.oldestRoots(256)
    oldest = Array(open.prefix(20))
    if isPast { growing = [] }
    growing = groups.compactMap { group in
      guard ranks[group.first] != .timer else { return nil }
      let isKnown = growing.contains { $0.group.first == group.first }
      return Growth(group, open: open, history.store, problems, isKnown: isKnown, now: now)
    }
    slow = groups.compactMap { group in
      guard ranks[group.first] == .request else { return nil }
      return SlowSite(group, known: slow.first { $0.group.first == group.first }, history.store, now: now)
    }
  }

  /// What kind of promises a call site has, judged by its first one; the kinds are in the order of the rows.
  enum Rank: Int {
    /// Roots that no body of another promise created.
    case request
    /// Roots that the body of another promise created.
    case inside
    case timer
    /// Promises that derive from another one, which have no row.
    case derived

    init(_ group: CallSiteGroup, _ store: ChainStore) {
      let facts = store.facts(group.first)
      self =
        facts.map { $0.from != 0 } ?? false
        ? .derived
        : OperatorTraits(group.operation).contains(.timer) ? .timer : facts?.inside == 0 ? .request : .inside
    }
  }

  // MARK: Rows that stay

  private mutating func place(_ all: [CallSiteGroup]) {
    let new = all.filter { places[$0.first] == nil }
    for group in new.sorted(by: isBefore) { places[group.first] = places.count }
  }

  /// Sorts the call sites by the next order, at a person's wish.
  mutating func sort() {
    let index = Order.allCases.firstIndex(of: order) ?? 0
    order = Order.allCases[(index + 1) % Order.allCases.count]
    places = [:]
    place(groups)
    groups.sort { (places[$0.first] ?? 0) < (places[$1.first] ?? 0) }
  }

  /// In the order by time, requests come before the promises of their bodies, and timers last.
  private func isBefore(_ left: CallSiteGroup, _ right: CallSiteGroup) -> Bool {
    func key(_ group: CallSiteGroup) -> Int64 {
      switch order {
      case .time: group.total.sum
      case .count: Int64(group.count)
      case .p99: group.total.quantile(0.99) ?? 0
      case .failed: Int64(group.rejected)
      }
    }
    func rank(_ group: CallSiteGroup) -> Int {
      guard order == .time, let rank = ranks[group.first] else { return 0 }
      // A request that occurs once is the start of the program.
      return rank == .request && group.count == 1 ? Rank.inside.rawValue : rank.rawValue
    }
    return (rank(left), key(right), left.first) < (rank(right), key(left), right.first)
  }

  /// A problem that is known already keeps its row; one that no longer holds leaves it.
  private mutating func keep(_ current: [Finding]) {
    func key(_ finding: Finding) -> String { "\(finding.rule.rawValue) \(finding.promise)" }
    var left = Dictionary(current.map { (key($0), $0) }) { first, _ in first }
    findings = findings.compactMap { left.removeValue(forKey: key($0)) }
    findings += current.filter { left.removeValue(forKey: key($0)) != nil }
    findings = findings.filter { $0.severity != .note } + findings.filter { $0.severity == .note }
  }

  // MARK: Rates

  private mutating func measureRates(now: Int64, isRunning: Bool) {
    let seconds = max(1, isRunning ? min(6, Double(now) / 1e9) : Double(now) / 1e9)
    rates = groups.reduce(into: [:]) { rates, group in
      let count = isRunning ? group.settled.last(7, now: now).dropLast().reduce(0, +) : group.count
      rates[group.first] = Double(count) / seconds
    }
  }
}

/// The promises of a call site that a person has opened.
struct Instances: Sendable {
  let name: String
  private(set) var group: CallSiteGroup
  /// Whether the newest come first instead of the slowest.
  var isNewestFirst = false
  /// The promises, in that order.
  private(set) var promises: [PromiseID] = []
  /// The moment at which they were sorted, in nanoseconds.
  private(set) var sorted: Int64 = 0

  /// Sorts the promises as they are now, and counts them again.
  ///
  /// The age of an open promise counts only up to the last event that was read, because it may have settled since.
  mutating func sort(_ history: ScreenHistory, now: Int64) {
    let known = min(now, history.store.lastTime)
    if let group = history.groups.all.first(where: { $0.first == self.group.first }) { self.group = group }
    let found = history.store.slowest(of: group, limit: isNewestFirst ? .max : 1_000, newest: 200_000, now: known)
    promises = isNewestFirst ? Array(found.sorted(by: >).prefix(1_000)) : found
    sorted = now
  }
}
