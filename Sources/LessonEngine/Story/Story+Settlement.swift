// The sentences about settlements: with what a promise was fulfilled or rejected. Owns the wording of everything that the event itself says;
// `Story+Reason` words why it happened.

import ChainModel
import PlainText
import PromiseTrace

extension Story {
  func fulfillment(_ event: Event, _ language: Language, _ line: StoryParts) {
    let promise = name(event.promise)
    let value = self.value(event.text)
    let isPassed = event.cause == .passthrough
    let isDelayed = isPassed && self.isDelayed(event.promise)
    let isTimed = isPassed && !isDelayed && self.isTimed(event.promise)
    switch language {
    case .english:
      if isTimed { line.add(name(event.peer), " was fulfilled in time, so ") }
      if isPassed, !isDelayed, !isTimed {
        line.add(promise, " has no handler for values, so the value passes on: it was fulfilled")
      } else {
        line.add(promise, " was fulfilled")
      }
      line.add(" with ", ifAny: value)
      switch event.cause {
      case .passthrough where isDelayed:
        line.add(": its time was up, and the value of ", short(event.peer), " passes on.")
      case .returned where event.peer != 0:
        line.add(": ", itsBody(event.promise, language), " ran and ", gaveNothing(event, language))
        line.add(", so the value of ", short(event.peer), " passes on.")
      default:
        addReason(event, language, line)
        line.add(".")
        addAside(event.promise, language, line)
      }
    case .chinese:
      if isTimed { line.add(name(event.peer), " 及时兑现，因此 ") }
      if isPassed, !isDelayed, !isTimed {
        line.add(promise, " 没有成功处理函数，值原样传下来，它随之兑现")
      } else {
        line.add(promise, " 已兑现")
      }
      line.add("，值为 ", ifAny: value)
      switch event.cause {
      case .passthrough where isDelayed: line.add("：时间已到，", short(event.peer), " 的值原样传下来。")
      case .returned where event.peer != 0:
        line.add("：", itsBody(event.promise, language), "已执行，但", gaveNothing(event, language))
        line.add("，", short(event.peer), " 的值便原样传下来。")
      default:
        addReason(event, language, line)
        line.add("。")
        addAside(event.promise, language, line)
      }
    }
  }

  func rejection(_ event: Event, _ language: Language, _ line: StoryParts) {
    let isCanceled = event.isCancelled
    let isRequested = isCanceled && store.facts(event.promise)?.isCancelRequested == true
    if isRequested, event.cause == .resolver { return requestedCancellation(event, language, line) }
    let promise = name(event.promise)
    let error = self.error(event)
    let isPassed = event.cause == .passthrough && !isTimed(event.promise)
    // Its policy leaves cancellations out, or it takes only certain errors.
    let isRefused = isPassed && store.facts(event.promise)?.sides.contains(.rejected) == true
    switch language {
    case .english:
      let verb: StoryPart = isCanceled ? "canceled" : "rejected"
      let noun: StoryPart = isCanceled ? "cancellation" : "rejection"
      if isPassed {
        let why: StoryPart =
          isRefused ? " has a rejection handler that does not take this " : " has no rejection handler, so the "
        line.add(promise, why, noun, isRefused ? ", which passes on: it was " : " passes on: it was ")
      }
      if !isPassed { line.add(promise, " was ") }
      line.add(verb)
      if event.cause == .threw, event.peer == 0 {
        line.add(", because ", itsBody(event.promise, language))
        addLocation(event.promise, language, line)
        line.add(" threw")
        line.add(" ", ifAny: error)
        return line.add(".")
      }
      if !isCanceled { line.add(" with ", ifAny: error) }
      switch event.cause {
      case .passthrough where isPassed: line.add(".")
      case .passthrough:
        line.add(", because ", name(event.peer), " was ", verb)
        line.add(" before the time was up.")
      case .returned where event.peer != 0:
        line.add(": ", itsBody(event.promise, language), " ran and ", gaveNothing(event, language))
        line.add(", so the ", noun, " of ", short(event.peer))
        line.add(" passes on.")
      case .threw: line.add(": it never ran, because ", name(event.peer), " failed before it.")
      default:
        addReason(event, language, line)
        line.add(".")
        addAside(event.promise, language, line)
      }
    case .chinese:
      let verb: StoryPart = isCanceled ? "被取消" : "被拒绝"
      let noun: StoryPart = isCanceled ? "取消" : "拒绝"
      if isPassed {
        line.add(promise, isRefused ? " 的失败处理函数不接受这个" : " 没有失败处理函数，", noun)
        line.add(isRefused ? "，于是原样传下来，它随之" : "原样传下来，它随之")
      }
      if !isPassed { line.add(promise, " ") }
      line.add(verb)
      if event.cause == .threw, event.peer == 0 {
        line.add("，因为", itsBody(event.promise, language))
        addLocation(event.promise, language, line)
        line.add("抛出了", error == nil ? "错误" : " ", error, "。")
        return
      }
      if !isCanceled { line.add("，错误为 ", ifAny: error) }
      switch event.cause {
      case .passthrough where isPassed: line.add("。")
      case .passthrough:
        line.add("：", name(event.peer), " 在超时之前", verb)
        line.add("。")
      case .returned where event.peer != 0:
        line.add("：", itsBody(event.promise, language), "已执行，但", gaveNothing(event, language))
        line.add("，", short(event.peer), " 的", noun)
        line.add("便原样传下来。")
      case .threw: line.add("：它没有运行，因为之前的 ", name(event.peer), " 失败了。")
      default:
        addReason(event, language, line)
        line.add("。")
        addAside(event.promise, language, line)
      }
    }
  }

  /// A promise was canceled on request, either its own or that of the promise that waited for it.
  private func requestedCancellation(_ event: Event, _ language: Language, _ line: StoryParts) {
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
    let caller = canceler == 0 ? nil : body(canceler, named: name(canceler), language)
    let isFromToken = store.texts[event.type] == "CancelledError"
    // Bolts checks a token before it runs a continuation.
    let neverRan = hasHandler(canceler) && store.facts(canceler)?.started == nil
    line.add(name(event.promise))
    switch language {
    case .english:
      if downstream != 0, isOnly {
        line.add(" was canceled, too, because only ", short(downstream), " waited for it.")
      } else if downstream != 0 {
        line.add(" was canceled, too, after ", short(downstream), ", which waited for it.")
      } else if canceler == event.promise, neverRan {
        line.add(" was canceled, because its token was canceled: its handler did not run.")
      } else if canceler == event.promise {
        // A token takes effect where the handler would have run, so the event has the handler's own context.
        line.add(" was canceled by its own ", hasHandler(canceler) ? "handler" : "body")
        line.add(isFromToken ? ", because its token was canceled or it threw CancelledError." : ".")
      } else if let caller {
        line.add(" was canceled by ", caller.0, caller.1, ".")
      } else {
        line.add(" was canceled on request.")
      }
    case .chinese:
      if downstream != 0, isOnly {
        line.add(" 也被取消，因为只有 ", short(downstream), " 在等待它。")
      } else if downstream != 0 {
        line.add(" 也被取消，在等待它的 ", short(downstream), " 取消之后。")
      } else if canceler == event.promise, neverRan {
        line.add(" 被取消，因为它的取消令牌已触发：处理函数没有运行。")
      } else if canceler == event.promise {
        line.add(" 被自己的", hasHandler(canceler) ? "处理函数" : "函数体", "取消")
        line.add(isFromToken ? "：它的取消令牌已触发，或者它抛出了 CancelledError。" : "。")
      } else if let caller {
        line.add(" 被取消，由", caller.0, caller.1, "请求。")
      } else {
        line.add(" 已按请求取消。")
      }
    }
  }

  /// `returned no value`, if the log has it, otherwise that it changed nothing.
  private func gaveNothing(_ event: Event, _ language: Language) -> StoryPart {
    let isVoid = finished.promise == event.promise && finished.outcome == .void
    switch language {
    case .english: return isVoid ? "returned no value" : "changed nothing"
    case .chinese: return isVoid ? "没有返回值" : "没有改变结果"
    }
  }

  /// Whether a promise passes an outcome on unless its time runs out first.
  private func isTimed(_ id: PromiseID) -> Bool { operation(of: id, is: "timeout") }

  /// Whether a promise passes a value on when its time is up.
  func isDelayed(_ id: PromiseID) -> Bool { operation(of: id, is: "delay") }

  // MARK: What it changes

  /// Adds the sentence about a combinator that had settled before this input of it did, if there is one.
  private func addAside(_ id: PromiseID, _ language: Language, _ line: StoryParts) {
    let combinator = idleCombinator(of: id)
    guard combinator != 0 else { return }
    switch language {
    case .english: line.add(" ", name(combinator), " had already settled, so this changes nothing there.")
    case .chinese: line.add(name(combinator), " 已经敲定，因此不受影响。")
    }
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
  func handling(_ event: Event, _ language: Language, _ line: StoryParts) {
    let handler = event.peer
    let promise = name(event.promise)
    guard handler != 0 else {
      switch language {
      case .english: return line.add("Code that observes ", promise, " took its rejection.")
      case .chinese: return line.add(promise, " 的拒绝由观察它的代码处理了。")
      }
    }
    // The handler's own sentence says why it runs, and a combinator's what it makes of its input.
    guard let facts = store.facts(handler), facts.from == 0, !facts.hasInputs else { return }
    let body = body(handler, named: name(handler), language)
    switch language {
    case .english:
      line.add("The rejection of ", promise, " was awaited in ")
      line.add(body.0, body.1, ".")
    case .chinese:
      line.add(body.0, body.1)
      line.add("通过 await 处理了 ", promise, " 的拒绝。")
    }
  }

  /// No handler ran for a rejection.
  func unhandled(_ event: Event, _ language: Language, _ line: StoryParts) {
    let promise = name(event.promise)
    let error = self.error(store.facts(event.promise)?.text ?? .none)
    let origin = store.rejection(of: event.promise).origin
    let source = origin == 0 || origin == event.promise ? nil : name(origin)
    switch language {
    case .english:
      line.add("No handler took the rejection of ", promise)
      line.add(" with ", ifAny: error)
      line.add(", which came from ", ifAny: source)
      line.add(": it is unhandled.")
    case .chinese:
      line.add("没有处理函数处理 ", promise, " 的拒绝")
      if let error { line.add("（", error, "）") }
      line.add("，它来自 ", ifAny: source)
      line.add("：这是未处理的拒绝。")
    }
  }

  /// A promise was freed while pending.
  func leak(_ event: Event, _ language: Language, _ line: StoryParts) {
    line.add(name(event.promise))
    switch language {
    case .english: line.add(" was freed while pending, so nothing can settle it anymore.")
    case .chinese: line.add(" 在待定时被释放，因此再也无法敲定。")
    }
  }
}
