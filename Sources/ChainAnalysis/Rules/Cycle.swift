// cycle: promises that wait for each other. The search tells them from promises that were resolved with themselves, the rule `self-resolution`.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// Promises that wait for each other.
  public static let cycle = Rule(
    "cycle", .error, .cycle, "A promise was resolved with one that waits for it, or awaits it.",
    advice: Text(
      "Break the cycle: let one of the promises settle without waiting for the other.", "打破循环：让其中一个 Promise 不等待另一个就能敲定。"
    ))
}

struct Cycle: RuleCheck {
  static var rules: [Rule] { [.selfResolution, .cycle] }
  static var events: [WatchedEvent] {
    [.init(.adopted), .init(.awaiting), .init(.rejected, hasPeer: false), .init(.noted)]
  }

  private var errors = Candidates<Proof>()
  /// The promises that were resolved with themselves, according to a note.
  private var selfNotes: Set<PromiseID> = []
  /// The promises whose bodies could not wait for what waits for them, according to a note.
  private var refused: Set<PromiseID> = []
  /// The promises that were rejected with the error of another one.
  private var passedOn = Candidates<PromiseID>()
  /// The cycles that bodies closed with an `await`, by the promises of the bodies; a cancellation may end such a cycle later.
  private var closed: [PromiseID: CyclePath] = [:]
  private static let mostClosed = 256

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    switch event.kind {
    case .awaiting:
      guard store.isCyclic(event.promise) else { return }
      if closed.count < Self.mostClosed, let facts = store.facts(event.promise), store.isStuckInCycle(facts) {
        closed[event.promise] = store.cycle(at: event.promise)
      }
    case .adopted:
      guard event.peer == event.promise || store.facts(event.promise)?.isCyclic ?? false else { return }
    case .rejected:
      guard !event.isCancelled, event.type != .none else { return }
      guard store.texts[event.type] == "PromiseResolutionError" else { return }
      switch event.cause {
      case .timeout, .passthrough, .adopted, .combinator: return
      case .resolver, nil: break
      // Code that awaits a promise of a cycle throws that error again.
      case .returned, .threw: if !refused.contains(event.promise) { return passedOn.insert(event.promise) }
      }
    default:
      switch watches.note {
      case .waitRefused: if refused.count < Candidates<PromiseID>.limit { refused.insert(event.promise) }
      case .selfResolution where selfNotes.count < Candidates<PromiseID>.limit:
        selfNotes.insert(event.promise)
        errors.insert(Proof(event))
      default: break
      }
      return
    }
    errors.insert(Proof(event))
  }

  func candidates(_ watches: Watches) -> CandidateCount { errors.count }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    for id in passedOn.all { report.explain(id, by: .cycle) }
    var broken: Set<TextID> = []
    for proof in errors.all {
      guard let facts = store.facts(proof.promise), !report.isExplained(facts.id, by: .cycle) else { continue }
      let isNoted = selfNotes.contains(facts.id)
      guard isNoted || store.isStuckInCycle(facts) else {
        reportCanceled(facts, proof, &report)
        continue
      }
      let found = facts.adopts == facts.id ? nil : store.cycle(at: facts.id)
      // Of several inputs, another one decides.
      if facts.isAwaiting, found == nil { continue }
      report.explain(facts.id, by: .cycle)
      if facts.isAwaiting { for member in found?.promises ?? [] { report.explain(member, by: .cycle) } }
      // Code may reject a promise of its own with the error that it received.
      let isFirst = !facts.isRejected || broken.insert(facts.text).inserted
      guard isFirst || isNoted || refused.contains(facts.id) || found != nil || facts.adopts != 0 else { continue }
      // Without the text of the error, what waits for the promise tells the two apart.
      let isSelf =
        isNoted || facts.adopts == facts.id
        || store.texts[facts.text]?.contains("itself") ?? (found == nil && !facts.isCyclic && !facts.hasReaction)
      let cycle = isSelf ? nil : found
      let isRefused = refused.contains(facts.id)
      // The handler asked a function for what it returned.
      let call = cycle?.promises.lazy.compactMap { id in
        store.facts(id)?.inside == facts.id ? store.call(to: id, in: facts.site) : nil
      }.first
      let site = cycle?.closing(in: store) ?? call ?? (isRefused ? store.awaitSite(of: facts.id) : nil)
      report.add(
        isSelf ? .selfResolution : .cycle, facts, site: site,
        time: proof.time, evidence: cycle.map { Array($0.promises[1...].prefix(64)) } ?? [], events: [proof.event],
        victims: report.victims(of: facts.id), related: cycle?.waits(in: store, besides: site) ?? []
      ) {
        let name = store.nameInSentence(facts.id)
        if isSelf { return .selfResolution(name) }
        if facts.isAwaiting, let cycle {
          return FindingText(
            "\(name) awaits a promise that waits for it, so none of them can settle: \(cycle.sentence(in: store))",
            "\(name) 在等待一个也在等待它的 Promise，因此谁都无法敲定：\(cycle.sentence(in: store))")
        }
        if isRefused, let source = store.awaited(by: facts.id).last.map(store.nameInSentence) {
          return FindingText(
            "\(name) awaits \(source), which waits for it, so neither could settle",
            "\(name) 在等待 \(source)，而后者正在等待它，因此两者都无法敲定")
        }
        let other = facts.adopts == 0 ? nil : store.nameInSentence(facts.adopts)
        let members = cycle.map { FindingText(": ", "：") + $0.sentence(in: store) } ?? .empty
        return FindingText(
          "\(name) was resolved with \(other.map { "\($0), which" } ?? "a promise that") waits for it, so neither could settle",
          "\(name) 采用了\(other.map { " \($0)" } ?? "一个 Promise")，而后者正在等待它，因此两者都无法敲定") + members
      }
    }
  }

  /// Reports a cycle that only a cancellation ended, such as one by a time limit.
  private func reportCanceled(_ facts: NodeFacts, _ proof: Proof, _ report: inout FindingsCollector) {
    let store = report.store
    guard let cycle = closed[facts.id], cycle.promises.count > 1, store.state(of: cycle.promises[1]) == .cancelled
    else { return }
    for member in cycle.promises { report.explain(member, by: .cycle) }
    let site = cycle.closing(in: store)
    report.add(
      .cycle, facts, site: site, time: proof.time, evidence: Array(cycle.promises[1...].prefix(64)),
      events: [proof.event], related: cycle.waits(in: store, besides: site)
    ) {
      let name = store.nameInSentence(facts.id)
      return FindingText(
        "\(name) awaited a promise that waited for it, so that only a cancellation could end that: "
          + "\(cycle.sentence(in: store))",
        "\(name) 等待的 Promise 也在等待它，只有取消才能结束等待：\(cycle.sentence(in: store))")
    }
  }
}
