// serial-although-independent: promises that ran one after another, although none seems to need another's value. `SeriesWatch` follows them.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// Promises that ran one after another, although none seems to need another's value.
  public static let serialAlthoughIndependent = Rule(
    "serial-although-independent", .note, .note, "Promises from one call site ran one after another.",
    advice: Text(
      "If they do not need each other's values, start them together and combine them with all.",
      "如果它们不需要彼此的值，就同时启动，再用 all 合并。"),
    words: { runtime, _ in runtime.words.startTogether })
}

struct SerialAlthoughIndependent: RuleCheck {
  static var rules: [Rule] { [.serialAlthoughIndependent] }
  static var thresholds: [Rule: RuleThreshold] {
    [.serialAlthoughIndependent: .count(\.serial, least: 2, word: "promises")]
  }

  func candidates(_ watches: Watches) -> CandidateCount { watches.series.found.count }

  func find(_ report: inout FindingsCollector) {
    let (store, series) = (report.store, report.run.watches.series)
    var ends: [SeriesWatch.Run.Owner: Int64] = [:]
    for facts in series.found.all.compactMap({ store.facts($0) }).sorted(by: { $0.created < $1.created }) {
      guard let run = series.runs[facts.id] else { continue }
      // The first one of a recursion was created outside of it.
      let latest = store.facts(run.latest) ?? facts
      guard store.isOneAwait(facts, latest), ![facts.id, run.latest].contains(where: { sharesState($0, store) }) else {
        continue
      }
      // Of the promises that a loop awaits in each round, the first one stands for all.
      if let end = ends[run.owner], facts.created < end { continue }
      ends[run.owner] = latest.created
      let place = store.loop(around: facts.inside == 0 ? latest : facts)
      let site = store.awaitSite(ofLoopFrom: facts, to: latest)
      let isHere = place == nil && site == nil
      report.add(
        .serialAlthoughIndependent, facts, at: place, site: site, time: facts.created, known: latest.created,
        related: isHere ? [] : [store.related(facts.id, Text("created here", "在此创建"))]
      ) {
        let (name, number) = (store.nameInSentence(facts.id), NumberText.grouped(run.count))
        let gain = gain(run, store)
        return FindingText(
          "\(number) promises\(isHere ? " from this call site" : ""), starting with \(name), ran one after another; "
            + "perhaps none needs another's value: \(gain)",
          "\(isHere ? "此调用点的 " : "")\(number) 个 Promise 从 \(name) 开始逐个运行，也许它们并不需要彼此的值：\(gain)")
      }
    }
  }

  /// Whether a body, or one that it called and awaited, got a lock or one of a pool: what runs together would have to take turns.
  private func sharesState(_ body: PromiseID, _ store: ChainStore) -> Bool {
    func gives(_ id: PromiseID) -> Bool {
      [store.label(of: id), store.site(of: id).function].contains {
        store.texts[$0].map(FunctionName.givesOut) ?? false
      }
    }
    let awaited = store.awaited(by: body).prefix(16)
    return awaited.contains { gives($0) || store.awaited(by: $0).prefix(16).contains(where: gives) }
  }

  /// What their time would be together: `4 × 250 ms → 250 ms`.
  private func gain(_ run: SeriesWatch.Run, _ store: ChainStore) -> String {
    var (total, longest, count) = (run.total, run.longest, Int64(run.count - 1))
    if let last = store.facts(run.last), let end = last.settled {
      (total, longest, count) = (total + end - last.created, max(longest, end - last.created), count + 1)
    }
    return "\(run.count) × \(DurationText.of(total / max(1, count))) → \(DurationText.of(longest))"
  }
}
