// A likely deadlock of locks that the program builds from resolvers. Owns its sentence; `Analyzer+HeldDeadlock` finds it.
//
// The log does not say who holds a resolver, so such a deadlock can't be proven. Likely is: several flows were given something by promises
// from one call site, wait for another one from there, and nothing has happened for long.
//
//     #1 acquire ✔ ── #2 then ◍ waits for #8 acquire ○        #2 holds what #1 gave it and waits for #8
//     #3 acquire ✔ ── #4 then ◍ waits for #9 acquire ○        #4 holds what #3 gave it and waits for #9

import ChainModel
import PlainText
import PromiseTrace

/// Flows that each hold something and wait for more of the same kind.
struct HeldDeadlock: Sendable {
  struct Member: Sendable {
    /// The promise that stands for the flow, what it was given, and what it waits for.
    var (flow, held, wanted): (PromiseID, PromiseID, PromiseID)
    /// The promise that nothing settles.
    var leaf: PromiseID
  }

  /// The members, each one waiting for what the next one holds if ``isOrdered``.
  var members: [Member]
  /// Whether the log shows, or leaves no doubt, who waits for whom.
  var isOrdered: Bool

  /// The end of a sentence about one of the leaves.
  func clause(_ store: ChainStore) -> FindingText { FindingText("; ", "；") + sentence(store) }

  func sentence(_ store: ChainStore) -> FindingText {
    let parts = members.prefix(CyclePath.named).map { member in
      let (flow, held, wanted) = (
        store.nameInSentence(member.flow), store.nameInSentence(member.held), store.nameInSentence(member.wanted)
      )
      return FindingText("\(flow) holds \(held) and waits for \(wanted)", "\(flow) 持有 \(held) 并等待 \(wanted)")
    }
    let order = isOrdered ? .empty : FindingText("; the log does not show in which order", "；日志没有显示它们的次序")
    let list = FindingText(parts, separator: FindingText(", ", "，"))
    return FindingText("probably a deadlock: \(list)\(order)", "很可能是死锁：\(list)\(order)")
  }
}
