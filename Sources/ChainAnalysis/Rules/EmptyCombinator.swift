// empty-combinator: a `race` or `any` without inputs.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A `race` or `any` without inputs.
  public static let emptyCombinator = Rule(
    "empty-combinator", .warning, .hang, "A combinator that needs at least one input has none.",
    advice: Text("Check for an empty list before combining it.", "合并之前先检查列表是否为空。"))
}

struct EmptyCombinator: RuleCheck {
  static var rules: [Rule] { [.emptyCombinator] }
  static var events: [WatchedEvent] {
    [.init(.created, hasPeer: false), .init(.registered, hasPeer: true)]
  }

  private var combinators = Candidates<PromiseID>()

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    if event.kind == .registered {
      if !combinators.isEmpty { combinators.remove(event.peer) }
    } else if watches.operators.traits(event.operation, store.texts).contains(.race) {
      combinators.prune { !store.isOpen($0) }
      combinators.insert(event.promise)
    }
  }

  func candidates(_ watches: Watches) -> CandidateCount { combinators.count }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    for id in combinators.all {
      guard let facts = store.facts(id), store.isEmptyCombinator(facts) else { continue }
      // Its inputs follow right behind its creation.
      guard facts.settled != nil || facts.state == .leaked || store.isEnded || store.lastTime > facts.created,
        report.run.isWhole(from: facts.created, to: facts.settled)
      else { continue }
      report.add(
        .emptyCombinator, facts, kind: facts.settled == nil ? nil : .misuse, time: facts.created,
        victims: report.victims(of: id)
      ) {
        let name = store.nameInSentence(id)
        return facts.settled == nil
          ? FindingText("\(name) has no inputs, so it never settles", "\(name) 没有输入，因此永远不会敲定")
          : FindingText("\(name) has no inputs, so its outcome means nothing", "\(name) 没有输入，因此其结果没有意义")
      }
    }
  }
}
