// retry-storm: many retries in a short time, by `retry`, by handlers that start the next attempt, or by a loop, which `SeriesWatch` follows.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// Many retries in a short time.
  public static let retryStorm = Rule(
    "retry-storm", .warning, .misuse, "An operation was retried many times in a short time.",
    advice: Text(
      "Wait longer between attempts, for instance with a growing delay, or limit their number.",
      "延长两次尝试之间的间隔，例如逐次递增，或者限制次数。"))
}

struct RetryStorm: RuleCheck {
  static var rules: [Rule] { [.retryStorm] }
  static var thresholds: [Rule: RuleThreshold] { [.retryStorm: .retries] }
  static var events: [WatchedEvent] {
    [.init(.created, hasPeer: false), .init(.registered, hasPeer: true)]
  }

  private static let limit = 4_096

  /// The retries of the operator.
  private(set) var retries: [PromiseID: Retries] = [:]
  private var pruning = PruneSchedule()
  /// The attempts of handlers for errors, by the promise that handled the latest failure.
  private var attempts: [PromiseID: Retries] = [:]
  /// How often handlers retried, by the promise of the first attempt.
  private var recursions: [PromiseID: Int] = [:]
  /// The first promises of too many retries.
  private var storms = Candidates<PromiseID>()

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    if event.kind == .created {
      guard watches.operators.traits(event.operation, store.texts).contains(.retry) else { return }
      if pruning.isDue(retries.count, limit: Self.limit) { retries = retries.filter { store.isOpen($0.key) } }
      if retries.count < Self.limit { retries[event.promise] = Retries() }
      return
    }
    if event.context != 0, event.handles.contains(.rejected) { followAttempts(event, watches.settings, store) }
    if !retries.isEmpty, retries[event.peer]?.count(event.time, watches.settings) ?? false { storms.insert(event.peer) }
  }

  /// Follows a handler for errors that is registered inside the same handler of the attempt before, which had failed.
  private mutating func followAttempts(_ event: Event, _ settings: AnalysisSettings, _ store: ChainStore) {
    let origin = store.origin(of: event.peer)
    var former = store.facts(event.context)
    for _ in 0..<8 {
      guard let facts = former, facts.origin != origin else { break }
      former = store.facts(facts.inside)
    }
    guard let former, former.origin == origin, former.sides.contains(.rejected),
      store.facts(former.from)?.isRejected ?? false
    else { return }
    var state = attempts.removeValue(forKey: former.id) ?? Retries(first: former.id, attempts: 1)
    if state.count(event.time, settings) { storms.insert(state.first) }
    if state.isStorm { recursions[state.first] = state.attempts }
    if attempts.count >= Self.limit { attempts.removeAll() }
    attempts[event.peer] = state
  }

  func candidates(_ watches: Watches) -> CandidateCount {
    storms.count + watches.series.storms.count
  }

  func find(_ report: inout FindingsCollector) {
    let (store, loops, settings) = (report.store, report.run.watches.series.loops, report.run.settings)
    for id in storms.all + report.run.watches.series.storms.all {
      guard let facts = store.facts(id),
        let attempts = retries[id]?.attempts ?? loops[id]?.attempts ?? recursions[id]
      else { continue }
      let times = retries[id]?.times
      let place = retries[id] != nil || facts.from != 0 ? nil : store.loop(around: facts)
      let latest = loops[id].flatMap { store.facts($0.latest) }
      report.add(
        .retryStorm, facts, at: place, site: latest.flatMap { store.awaitSite(ofLoopFrom: facts, to: $0) },
        time: times?.first ?? facts.created, known: times?.last ?? facts.settled
      ) {
        let (name, count) = (store.nameInSentence(id), NumberText.grouped(attempts - 1))
        let window = DurationText.of(settings.retryWindow)
        return FindingText(
          "\(name) was retried \(count) times, more than \(settings.retries) times within \(window)",
          "\(name) 重试了 \(count) 次，在 \(window) 内超过 \(settings.retries) 次")
      }
    }
  }
}
