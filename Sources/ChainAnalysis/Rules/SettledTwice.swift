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

  private var ignored = Candidates<Proof>()

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) { ignored.insert(Proof(event)) }

  func candidates(_ watches: Watches) -> CandidateCount { ignored.count }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    for proof in ignored.all {
      guard let facts = store.facts(proof.promise), facts.state != .cancelled, !facts.isCancelRequested else {
        continue
      }
      report.add(
        .settledTwice, facts, time: proof.time,
        evidence: proof.other == 0 || proof.other == facts.id ? [] : [proof.other], events: [proof.event]
      ) {
        let name = store.nameInSentence(facts.id)
        let state =
          facts.settled == nil
          ? FindingText("waits for the promise that it was resolved with", "正在等待它采用的 Promise")
          : facts.isRejected
            ? FindingText("had already been rejected", "已被拒绝") : FindingText("had already been fulfilled", "已兑现")
        return FindingText(
          "\(name) \(state) when code tried to settle it a second time; the attempt was ignored",
          "\(name) \(state)，代码却试图再次敲定它；这次尝试被忽略")
      }
    }
  }
}
