// deep-chain: a chain with many links.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A chain with many links.
  public static let deepChain = Rule(
    "deep-chain", .note, .note, "A chain has an unusual number of links.",
    advice: Text("Check that the chain is not extended in a loop that never ends.", "检查是否有永不结束的循环在不断延长这条链。"))
}

struct DeepChain: RuleCheck {
  static var rules: [Rule] { [.deepChain] }
  static var thresholds: [Rule: RuleThreshold] { [.deepChain: .count(\.depth, least: 1, word: "links")] }
  static var events: [WatchedEvent] {
    [.init(.created, hasPeer: true)]
  }

  private var depths = [(promise: PromiseID, depth: Int, noted: UInt32)](repeating: (0, 0, .max), count: 1_024)
  /// The deepest promise of each deep chain, by the chain's call site.
  private var deepest: [UInt32: (promise: PromiseID, depth: Int)] = [:]

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    let parent = depths[Int(truncatingIfNeeded: event.peer & 1_023)]
    let isKnown = parent.promise == event.peer
    let depth = isKnown ? parent.depth + 1 : 2
    // The call site that extends the chain is noted, and not again the ones where it ends.
    var noted = isKnown ? parent.noted : .max
    defer { depths[Int(truncatingIfNeeded: event.promise & 1_023)] = (event.promise, depth, noted) }
    guard depth >= watches.settings.depth, let origin = store.facts(event.promise)?.origin else { return }
    if noted == .max { noted = origin }
    guard noted == origin else { return }
    if deepest[origin].map({ $0.depth < depth }) ?? (deepest.count < 1_024) { deepest[origin] = (event.promise, depth) }
  }

  func candidates(_ watches: Watches) -> CandidateCount { CandidateCount(kept: deepest.count) }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    for (promise, depth) in deepest.values.sorted(by: { $0.promise < $1.promise }) {
      guard let facts = store.facts(promise) else { continue }
      report.add(.deepChain, facts, time: facts.created) {
        let (name, count) = (store.nameInSentence(promise), NumberText.grouped(depth))
        return FindingText(
          "\(name) is the end of a chain of at least \(count) promises", "\(name) 是一条至少有 \(count) 个 Promise 的链的末端")
      }
    }
  }
}
