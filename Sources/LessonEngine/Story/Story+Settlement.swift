// The sentences about settlements: with what a promise was fulfilled or rejected. Owns the wording of everything that the event itself says;
// `Story+Reason` words why it happened.

import ChainModel
import PlainText
import PromiseTrace

extension Story {
  func fulfillment(_ event: Event, _ line: StoryParts) {
    let promise = name(event.promise)
    let isPassed = event.cause == .passthrough
    let isDelayed = isPassed && self.isDelayed(event.promise)
    let isTimed = isPassed && !isDelayed && self.isTimed(event.promise)
    if isTimed { line.say("{0} was fulfilled in time, so ", "{0} 及时兑现，因此 ", name(event.peer)) }
    if isPassed, !isDelayed, !isTimed {
      line.say(
        "{0} has no handler for values, so the value passes on: it was fulfilled", "{0} 没有成功处理函数，值原样传下来，它随之兑现",
        promise)
    } else {
      line.say("{0} was fulfilled", "{0} 已兑现", promise)
    }
    if let value = value(event.text) { line.say(" with {0}", "，值为 {0}", value) }
    switch event.cause {
    case .passthrough where isDelayed:
      line.say(": its time was up, and the value of {0} passes on.", "：时间已到，{0} 的值原样传下来。", short(event.peer))
    case .returned where event.peer != 0:
      line.say(
        ": {0} ran and {1}, so the value of {2} passes on.", "：{0}已执行，但{1}，{2} 的值便原样传下来。",
        itsBody(event.promise, line), gaveNothing(event, line), short(event.peer))
    default: addReasonAndAside(event, line)
    }
  }

  func rejection(_ event: Event, _ line: StoryParts) {
    let isCanceled = event.isCancelled
    let isRequested = isCanceled && store.facts(event.promise)?.isCancelRequested == true
    if isRequested, event.cause == .resolver { return requestedCancellation(event, line) }
    let promise = name(event.promise)
    let error = self.error(event)
    let isPassed = event.cause == .passthrough && !isTimed(event.promise)
    let verb = isCanceled ? line.word("canceled", "被取消") : line.word("rejected", "被拒绝")
    let noun = isCanceled ? line.word("cancellation", "取消") : line.word("rejection", "拒绝")
    // Its policy leaves cancellations out, or it takes only certain errors.
    if isPassed, store.facts(event.promise)?.sides.contains(.rejected) == true {
      line.say(
        "{0} has a rejection handler that does not take this {1}, which passes on: it was {2}",
        "{0} 的失败处理函数不接受这个{1}，于是原样传下来，它随之{2}", promise, noun, verb)
    } else if isPassed {
      line.say(
        "{0} has no rejection handler, so the {1} passes on: it was {2}", "{0} 没有失败处理函数，{1}原样传下来，它随之{2}",
        promise, noun, verb)
    } else {
      line.say("{0} was {1}", "{0} {1}", promise, verb)
    }
    if event.cause == .threw, event.peer == 0 {
      line.say(", because {0}", "，因为{0}", itsBody(event.promise, line))
      addLocation(event.promise, line)
      guard let error else { return line.say(" threw.", "抛出了错误。") }
      return line.say(" threw {0}.", "抛出了 {0}。", error)
    }
    if !isCanceled, let error { line.say(" with {0}", "，错误为 {0}", error) }
    switch event.cause {
    case .passthrough where isPassed: line.say(".", "。")
    case .passthrough:
      line.say(", because {0} was {1} before the time was up.", "：{0} 在超时之前{1}。", name(event.peer), verb)
    case .returned where event.peer != 0:
      line.say(
        ": {0} ran and {1}, so the {2} of {3} passes on.", "：{0}已执行，但{1}，{3} 的{2}便原样传下来。",
        itsBody(event.promise, line), gaveNothing(event, line), noun, short(event.peer))
    case .threw:
      line.say(": it never ran, because {0} failed before it.", "：它没有运行，因为之前的 {0} 失败了。", name(event.peer))
    default: addReasonAndAside(event, line)
    }
  }

  /// A promise was canceled on request, either its own or that of the promise that waited for it.
  private func requestedCancellation(_ event: Event, _ line: StoryParts) {
    // The request spreads to what only canceled promises wait for.
    var downstream: PromiseID = 0
    var waiters = 0
    store.forEachDependent(of: event.promise, limit: 16) { id, _, _ in
      waiters += 1
      if let facts = store.facts(id), facts.isCancelRequested, facts.state == .cancelled { downstream = id }
      return true
    }
    let isOnly = waiters == 1 && store.reactionCount(of: event.promise) <= 1
    let canceler = store.canceler(of: event.promise) ?? 0
    let isFromToken = store.texts[event.type] == "CancelledError"
    // Bolts checks a token before it runs a continuation.
    let neverRan = hasHandler(canceler) && store.facts(canceler)?.started == nil
    let promise = name(event.promise)
    if downstream != 0, isOnly {
      line.say(
        "{0} was canceled, too, because only {1} waited for it.", "{0} 也被取消，因为只有 {1} 在等待它。", promise,
        short(downstream))
    } else if downstream != 0 {
      line.say(
        "{0} was canceled, too, after {1}, which waited for it.", "{0} 也被取消，在等待它的 {1} 取消之后。", promise,
        short(downstream))
    } else if canceler == event.promise, neverRan {
      line.say(
        "{0} was canceled, because its token was canceled: its handler did not run.", "{0} 被取消，因为它的取消令牌已触发：处理函数没有运行。",
        promise)
    } else if canceler == event.promise {
      // A token takes effect where the handler would have run, so the event has the handler's own context.
      let body = hasHandler(canceler) ? line.word("handler", "处理函数") : line.word("body", "函数体")
      line.say("{0} was canceled by its own {1}", "{0} 被自己的{1}取消", promise, body)
      guard isFromToken else { return line.say(".", "。") }
      line.say(
        ", because its token was canceled or it threw CancelledError.", "：它的取消令牌已触发，或者它抛出了 CancelledError。")
    } else if canceler != 0 {
      let caller = body(canceler, in: line)
      line.say("{0} was canceled by {1}{2}.", "{0} 被取消，由{1}{2}请求。", promise, caller.0, caller.1)
    } else {
      line.say("{0} was canceled on request.", "{0} 已按请求取消。", promise)
    }
  }

  /// `returned no value`, if the log has it, otherwise that it changed nothing.
  private func gaveNothing(_ event: Event, _ line: StoryParts) -> StoryPart {
    let isVoid = finished.promise == event.promise && finished.outcome == .void
    return isVoid ? line.word("returned no value", "没有返回值") : line.word("changed nothing", "没有改变结果")
  }

  /// Whether a promise passes an outcome on unless its time runs out first.
  private func isTimed(_ id: PromiseID) -> Bool { operation(of: id, is: "timeout") }

  /// Whether a promise passes a value on when its time is up.
  func isDelayed(_ id: PromiseID) -> Bool { operation(of: id, is: "delay") }

  // MARK: What it changes

  /// Ends a sentence with its reason, and adds one about a combinator that had settled before this input of it did, if there is one.
  private func addReasonAndAside(_ event: Event, _ line: StoryParts) {
    addReason(event, line)
    line.say(".", "。")
    let combinator = idleCombinator(of: event.promise)
    guard combinator != 0 else { return }
    line.say(
      " {0} had already settled, so this changes nothing there.", "{0} 已经敲定，因此不受影响。", name(combinator))
  }

  /// A combinator that had settled before this input of it did; 0 if there is none.
  private func idleCombinator(of id: PromiseID) -> PromiseID {
    var found: PromiseID = 0
    var isNeeded = false
    store.forEachDependent(of: id, limit: 16) { dependent, dependence, _ in
      if dependence == .input, let facts = store.facts(dependent), let settled = facts.settled, settled < store.lastTime
      {
        found = dependent
      } else {
        isNeeded = true
      }
      return true
    }
    return isNeeded ? 0 : found
  }

  // MARK: Rejections afterwards

  /// A rejection was handled where no sentence says so yet: by an observer, or by an `await`.
  func handling(_ event: Event, _ line: StoryParts) {
    let handler = event.peer
    let promise = name(event.promise)
    guard handler != 0 else {
      return line.say("Code that observes {0} took its rejection.", "{0} 的拒绝由观察它的代码处理了。", promise)
    }
    // The handler's own sentence says why it runs, and a combinator's what it makes of its input.
    guard let facts = store.facts(handler), facts.from == 0, !facts.hasInputs else { return }
    let body = body(handler, in: line)
    line.say("The rejection of {2} was awaited in {0}{1}.", "{0}{1}通过 await 处理了 {2} 的拒绝。", body.0, body.1, promise)
  }

  /// No handler ran for a rejection.
  func unhandled(_ event: Event, _ line: StoryParts) {
    line.say("No handler took the rejection of {0}", "没有处理函数处理 {0} 的拒绝", name(event.promise))
    if let error = error(store.facts(event.promise)?.text ?? .none) { line.say(" with {0}", "（{0}）", error) }
    let origin = store.rejection(of: event.promise).origin
    if origin != 0, origin != event.promise { line.say(", which came from {0}", "，它来自 {0}", name(origin)) }
    line.say(": it is unhandled.", "：这是未处理的拒绝。")
  }
}
