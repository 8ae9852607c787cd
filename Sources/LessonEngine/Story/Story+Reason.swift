// Why a promise settled: the clause after what it was fulfilled or rejected with. Owns the wording of every cause.

import ChainModel
import PlainText
import PromiseTrace

extension Story {
  /// Adds the clause after what a promise was settled with, if there is more to say.
  func addReason(_ event: Event, _ line: StoryParts) {
    switch event.cause {
    case .resolver:
      if isSettledAtOnce(event.promise) {
        line.say(": it was created settled", "：它在创建时就已敲定")
      } else if isDelayed(event.promise) {
        line.say(", because its time was up", "，因为时间已到")
      }
    case .returned where event.text == .none:
      line.say(": {0} returned", "：{0}已返回", itsBody(event.promise, line))
    case .returned: line.say(", which {0} returned", "，由{0}返回", itsBody(event.promise, line))
    case .adopted:
      guard event.peer != 0 else { return }
      guard event.kind != .fulfilled, hasThrown(event.peer) else {
        return line.say(", because {0} was {1}", "，因为 {0} {1}", name(event.peer), outcome(event, line))
      }
      let body = body(event.peer, in: line)
      line.say(", because {0}{1}", "，错误由 {0}{1}", body.0, body.1)
      addLocation(event.peer, line)
      line.say(" threw it", "抛出")
    case .combinator: addCombination(event, line)
    case .timeout:
      guard let timer = store.facts(event.promise)?.timer else {
        return line.say(", because its time was up", "，因为时间已到")
      }
      line.say(", because its {0} were up", "，因为 {0} 已到", line.text(DurationText.of(timer)))
    case .threw, .passthrough, nil: break
    }
  }

  private func outcome(_ event: Event, _ line: StoryParts) -> StoryPart {
    event.kind == .fulfilled
      ? line.word("fulfilled", "已兑现")
      : event.isCancelled ? line.word("canceled", "被取消") : line.word("rejected", "被拒绝")
  }

  /// Whether the body of a promise threw.
  private func hasThrown(_ id: PromiseID) -> Bool {
    let facts = store.facts(id)
    return facts?.cause == .threw && facts?.via == 0
  }

  /// Adds ` at ListLoader.swift:41`, if the log has the call site: behind a body or a handler, whose line it is.
  func addLocation(_ id: PromiseID, _ line: StoryParts) {
    guard let site = site(of: id) else { return }
    if OperatorTraits(operation(of: id)).contains(.call) {
      line.say(", called at {0},", "（在 {0} 调用）", site)
    } else {
      line.say(" at {0}", "（{0}）", site)
    }
  }

  /// Adds what a combinator made of its inputs.
  private func addCombination(_ event: Event, _ line: StoryParts) {
    // A log may name the last input of a combinator that needs all of them.
    let needsAll =
      event.kind == .fulfilled
      && (operation(of: event.promise, is: "all") || operation(of: event.promise, is: "allSettled"))
    if event.peer != 0, !needsAll {
      return line.say(
        ", because its input {0} was {1}", "，因为它的输入 {0} {1}", name(event.peer), outcome(event, line))
    }
    let inputs = store.inputs(of: event.promise, limit: .max)
    let areFulfilled = !inputs.isEmpty && inputs.allSatisfy { store.state(of: $0) == .fulfilled }
    let areSettled = inputs.count > 1 && inputs.allSatisfy { !store.isOpen($0) }
    guard areFulfilled || areSettled else {
      return line.say(", because it has what it needs of its inputs", "，因为它从输入得到了所需的结果")
    }
    switch inputs.count {
    case 1: return line.say(", because its only input was fulfilled", "，因为它唯一的输入已兑现")
    case 2: line.say(", because both of its inputs", "，因为它的 2 个输入都")
    case let count:
      line.say(", because all of its {0} inputs", "，因为它的 {0} 个输入都", line.text(NumberText.grouped(count)))
    }
    if areFulfilled { line.say(" were fulfilled", "已兑现") } else { line.say(" have settled", "已敲定") }
  }
}
