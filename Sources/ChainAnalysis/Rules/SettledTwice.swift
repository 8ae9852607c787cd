// settled-twice: a second attempt to settle a promise.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A second attempt to settle a promise.
  public static let settledTwice = Rule(
    "settled-twice", .warning, .misuse, "Code tried to settle a promise a second time.",
    advice: Text(
      "Settle the promise on one path only, for instance by returning right after the first call.",
      "只在一条路径上敲定 Promise，例如第一次调用之后立即返回。"))
}

struct SettledTwice: RuleCheck {
  static var rules: [Rule] { [.settledTwice] }
  static var events: [WatchedEvent] {
    [.init(.ignored)]
  }

  private struct Attempt: Hashable {
    var proof: Proof
    /// Whether the promise waited for another one, with which it had been resolved.
    var wasWaiting: Bool
    /// Whether it had settled; another thread's settlement may be in the log only after the attempt.
    var hadSettled: Bool
    /// The call; without a line if the log does not have it.
    var site: Site
  }

  private var ignored = Candidates<Attempt>()

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    guard let facts = store.facts(event.promise), facts.state != .cancelled, !facts.isCancelRequested else { return }
    let hadSettled = facts.settled != nil
    ignored.insert(
      Attempt(
        proof: Proof(event), wasWaiting: !hadSettled && facts.adopts != 0, hadSettled: hadSettled, site: event.site))
  }

  func candidates(_ watches: Watches) -> CandidateCount { ignored.count }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    for attempt in ignored.all {
      let proof = attempt.proof
      guard let facts = store.facts(proof.promise) else { continue }
      let isCanceled = facts.state == .cancelled || facts.isCancelRequested
      guard attempt.wasWaiting || attempt.hadSettled || !isCanceled else { continue }
      report.add(
        .settledTwice, facts, site: attempt.site.line > 0 ? attempt.site : nil, time: proof.time,
        evidence: proof.other == 0 || proof.other == facts.id ? [] : [proof.other], events: [proof.event],
        related: attempt.site.line > 0 ? [store.related(facts.id, Text("created here", "在此创建"))] : []
      ) {
        let name = store.nameInSentence(facts.id)
        let state =
          attempt.wasWaiting || facts.settled == nil
          ? FindingText("waited for the promise that it had been resolved with", "正在等待它采用的 Promise")
          : facts.isRejected
            ? FindingText("had already been rejected", "已被拒绝") : FindingText("had already been fulfilled", "已兑现")
        return FindingText(
          "\(name) \(state) when code tried to settle it a second time; the attempt was ignored",
          "\(name) \(state)，代码却试图再次敲定它；这次尝试被忽略")
      }
    }
  }
}
