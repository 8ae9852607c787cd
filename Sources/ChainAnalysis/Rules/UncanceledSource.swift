// uncanceled-source: work that continues after its time limit.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// Work that continues after its time limit.
  public static let uncanceledSource = Rule(
    "uncanceled-source", .note, .note, "A time limit was up, and nothing canceled the work that it limits.",
    advice: Text(
      "Let the time limit cancel the work, as timeout(_:cancelsSource: true) does.",
      "让时限取消这项工作，例如 timeout(_:cancelsSource: true)。"),
    words: { runtime, _ in runtime.words.cancelRest })
}

struct UncanceledSource: RuleCheck {
  static var rules: [Rule] { [.uncanceledSource] }
  static var events: [WatchedEvent] {
    [.init(.rejected)]
  }

  /// The promises whose time limit was up.
  private var timeouts = Candidates<PromiseID>()

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    guard !event.isCancelled,
      event.cause == .timeout
        || event.cause == .combinator && (isLimit(event, store) || leavesOthers(event.promise, store))
    else {
      return
    }
    timeouts.insert(event.promise)
  }

  /// Whether a race was lost to a timer, as in `race(work, after(seconds: 1).map { throw TimedOut() })`.
  private func isLimit(_ event: Event, _ store: ChainStore) -> Bool {
    guard store.runtime.isLibrary, let race = store.facts(event.promise), store.traits(race).contains(.race),
      let loser = store.facts(event.peer), loser.from != 0
    else { return false }
    let root = store.root(of: loser)
    return root.timer != nil || store.traits(root).contains(.timer)
  }

  /// Whether a combinator is rejected without canceling its other inputs.
  private func leavesOthers(_ id: PromiseID, _ store: ChainStore) -> Bool {
    store.facts(id).map(store.traits)?.contains(.leavesOthers) ?? false
  }

  func candidates(_ watches: Watches) -> CandidateCount { timeouts.count }

  func find(_ report: inout FindingsCollector) {
    let (run, store) = (report.run, report.store)
    for id in timeouts.all {
      guard let limit = store.facts(id), let up = limit.settled else { continue }
      let sources = limit.hasInputs ? store.inputs(of: id, limit: 16).filter { $0 != limit.via } : [limit.from]
      let goesOn = sources.lazy.compactMap { store.facts($0) }.first { source in
        let isCanceled = source.isCancelRequested || source.state == .cancelled
        return !isCanceled && source.state != .leaked && source.state != .unknown && (source.settled ?? .max) > up
          && (limit.cause == .timeout || !leavesOthers(id, store) || lasts(source, after: limit, up, run))
          && isOnlyFor(id, source, store) && run.isWhole(from: source.created, to: source.settled)
      }
      guard let source = goesOn else { continue }
      report.add(.uncanceledSource, limit, time: up, known: source.settled ?? run.now, evidence: [source.id]) {
        let (name, work) = (store.nameInSentence(id), store.nameInSentence(source.id))
        let rest =
          source.settled.map { DurationText.of($0 - up) }.map {
            FindingText("which took another \($0) for nothing", "后者又白白用了 \($0)")
          } ?? FindingText("which is still pending", "后者仍待定")
        if leavesOthers(id, store) {
          return FindingText(
            "\(name) was rejected, but nothing canceled \(work), \(rest)", "\(name) 被拒绝了，却没有取消 \(work)，\(rest)")
        }
        return FindingText(
          "the time of \(name) was up, but nothing canceled \(work), \(rest)", "\(name) 的时间已到，却没有取消 \(work)，\(rest)")
      }
    }
  }

  /// Whether work went on for at least as long as the combinator had waited for it.
  private func lasts(_ source: NodeFacts, after limit: NodeFacts, _ up: Int64, _ run: RunView) -> Bool {
    (source.settled ?? run.now) - up >= up - limit.created
  }

  /// Whether a promise and what it waits for serve nothing but one other promise.
  private func isOnlyFor(_ user: PromiseID, _ source: NodeFacts, _ store: ChainStore) -> Bool {
    var (current, user) = (source, user)
    for _ in 0..<64 {
      var isShared = false
      store.forEachDependent(of: current.id, limit: 64) { dependent, _, _ in
        isShared = isShared || dependent != user
        return !isShared
      }
      if isShared { return false }
      guard current.from != 0, let next = store.facts(current.from), !next.state.isSettled else { return true }
      (user, current) = (current.id, next)
    }
    return true
  }
}
