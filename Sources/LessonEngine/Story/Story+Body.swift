// The sentences about bodies and about everything that happens to a promise without settling it: handlers that run, adoption, progress,
// pauses, refused settlements, and requests to cancel.

import ChainModel
import PlainText
import PromiseTrace

extension Story {
  /// A body or handler runs.
  func start(_ event: Event, _ line: StoryParts) {
    let parent = hasHandler(event.promise) ? store.facts(event.promise)?.from ?? 0 : 0
    let outcome: (StoryPart, StoryPart)? =
      switch parent == 0 ? nil : store.state(of: parent) {
      case .fulfilled: ("was fulfilled", "已兑现")
      case .cancelled: ("was canceled", "被取消")
      case .rejected, .unhandled: ("was rejected", "被拒绝")
      default: nil
      }
    let body = body(event.promise, in: line, isFirst: true)
    let queue = queue(event.queue)
    // Chinese has the reason first.
    if line.language == .chinese, let outcome { line.say("", "{0} {1}，因此 ", short(parent), outcome.1) }
    if isInline(event.queue) {
      line.say("{0}{1} runs {2}", "{0}{1}就在这次调用里同步", body.0, body.1, queue)
    } else if let queue {
      line.say("{0}{1} runs on {2}", "{0}{1}在 {2} 上", body.0, body.1, queue)
    } else {
      line.say("{0}{1} runs", "{0}{1}开始", body.0, body.1)
    }
    if line.language == .english, let outcome { line.say(", because {0} {1}", "", short(parent), outcome.0) }
    line.say(".", "运行。")
  }

  /// A promise was resolved with another.
  func adoption(_ event: Event, _ line: StoryParts) {
    guard event.peer != 0, store.isOpen(event.promise) else { return }
    if finished.promise == event.promise, finished.outcome == .promise {
      let body = body(event.promise, in: line, isFirst: true)
      line.say("{0}{1} returned ", "{0}{1}返回了 ", body.0, body.1)
    } else {
      line.say("{0} was resolved with ", "{0} 采用了 ", name(event.promise))
    }
    line.say("{0}, so {1}", "{0}，因此 {1}", name(event.peer), short(event.promise))
    if store.isOpen(event.peer) {
      line.say(" stays pending until {0} settles.", " 保持待定，直到 {0} 敲定。", short(event.peer))
    } else {
      line.say(" takes over its outcome.", " 接受它的结果。")
    }
  }

  /// A body that stops for a settled promise continues at once, which needs no sentence.
  func wait(_ event: Event, _ line: StoryParts) {
    guard store.isOpen(event.promise), store.isOpen(event.peer) else { return }
    let body = body(event.promise, in: line, isFirst: true)
    line.say("{0}{1} stops, and waits for {2}.", "{0}{1}停下来，等待 {2}。", body.0, body.1, name(event.peer))
  }

  /// Remembers the progress of a source.
  ///
  /// - Returns: Whether it has a sentence: once per quarter and per stage.
  mutating func takeStep(_ event: Event) -> Bool {
    guard let facts = store.facts(event.promise), facts.isOpen else { return false }
    // Promises that pass it on report the same again.
    guard facts.from == 0, facts.adopts == 0, !facts.hasInputs else { return false }
    let former = progress[event.promise] ?? (quarter: -1, stage: .none)
    let quarter = event.fraction < 0 ? former.quarter : Int(min(1, event.fraction) * 4)
    let stage = event.text == .none ? former.stage : event.text
    guard quarter != former.quarter || stage != former.stage else { return false }
    progress[event.promise] = (quarter, stage)
    return true
  }

  func step(_ event: Event, _ line: StoryParts) {
    let percent = NumberText.percent(event.fraction)
    let text = self.value(event.text)
    guard percent != nil || text != nil else { return }
    if let percent {
      line.say("{0} is {1} done", "{0} 已完成 {1}", name(event.promise), line.text(percent))
    } else {
      line.say("{0} makes progress", "{0} 有进展", name(event.promise))
    }
    if let text { line.say(": {0}", "：{0}", text) }
    line.say(".", "。")
  }

  /// A second settlement was refused.
  func refusal(_ event: Event, _ line: StoryParts) {
    let facts = store.facts(event.promise)
    let adopts = facts?.adopts ?? 0
    let (verb, isRepeated) =
      switch event.attempt {
      case .fulfill: (line.word("fulfill", "兑现"), facts?.state == .fulfilled)
      case .reject: (line.word("reject", "拒绝"), facts?.state == .rejected || facts?.state == .unhandled)
      case .resolve, nil: (line.word("resolve", "敲定"), facts?.state != .cancelled)
      }
    if isRepeated {
      line.say("An attempt to {1} {0} a second time was ignored", "再次{1} {0} 的尝试被忽略", name(event.promise), verb)
    } else {
      line.say("An attempt to {1} {0} was ignored", "{1} {0} 的尝试被忽略", name(event.promise), verb)
    }
    switch facts?.state {
    case .cancelled: line.say(": it is already canceled", "：它早已取消")
    case .fulfilled: line.say(": it stays fulfilled", "：它保持已兑现状态")
    case .rejected, .unhandled: line.say(": it stays rejected", "：它保持已拒绝状态")
    case .waiting where adopts != 0: line.say(": it is already resolved with {0}", "：它已经采用了 {0}", short(adopts))
    default: break
    }
    line.say(".", "。")
  }

  /// Cancellation of a pending promise was requested, and did not settle it at once.
  func cancellation(_ event: Event, _ line: StoryParts) {
    guard store.isOpen(event.promise), !isCanceledNext(event.promise) else { return }
    let promise = name(event.promise)
    guard event.peer != 0 else {
      return line.say(
        "The cancellation of {0} was requested; it is still pending.", "有代码请求取消 {0}；它仍然待定。", promise)
    }
    let caller = body(event.peer, in: line)
    line.say(
      "The cancellation of {2} was requested in {0}{1}; it is still pending.", "{0}{1}请求取消 {2}；它仍然待定。", caller.0,
      caller.1, promise)
  }

  /// Whether the next event about a promise is its cancellation, whose sentence mentions the request.
  private func isCanceledNext(_ id: PromiseID) -> Bool {
    guard let following = upcoming.first(where: { $0.promise == id }) else { return false }
    return following.kind == .rejected && following.isCancelled
  }

  /// A note of the program.
  func note(_ event: Event, _ line: StoryParts) {
    guard let note = self.output(event.text) else { return }
    if event.promise != 0, let note = store.texts[event.text].flatMap(LibraryNote.init) {
      return library(note, about: name(event.promise), line)
    }
    let picture = store.texts[event.text].flatMap(DrawnNote.init)
    if let picture, let object = picture.object {
      line.say("Inside \"{0}\"", "\"{0}\" 的内部", line.text(Escaping.line(object, limit: Self.labelLimit)))
      return show(picture, line)
    }
    let owner = event.promise != 0 ? event.promise : event.context
    if owner != 0 {
      let body = body(owner, in: line, isFirst: true)
      line.add(body.0, body.1)
    } else {
      line.say("The program", "程序")
    }
    if let picture {
      line.say(" shows", "显示")
      return show(picture, line)
    }
    line.say(" writes \"{0}\".", "输出「{0}」。", note)
  }

  /// What the library, not the program, writes about a promise.
  private func library(_ note: LibraryNote, about promise: StoryPart, _ line: StoryParts) {
    func text(_ text: String) -> StoryPart { line.text(Escaping.line(text, limit: valueLimit)) }
    switch note {
    case .selfResolution:
      line.say(
        "{0} was resolved with itself, so it could never settle.", "{0} 采用了自身，因此永远无法敲定。", promise)
    case .deadlock(let queue):
      line.say(
        "A thread of queue {1} waits for {0}, which needs that queue.", "队列 {1} 的一个线程正在等待 {0}，而后者需要这个队列。",
        promise, text(queue))
    case .resolverReleased:
      line.say("The last resolver of {0} was released.", "{0} 的最后一个 resolver 已被释放。", promise)
    case .expectedPending(let reason):
      line.say(
        "{0} may stay pending, says the program: {1}", "{0} 可以一直待定，程序的说明是：{1}", promise, text(reason))
    case .callers(let names) where names.isEmpty:
      line.say("{0} was called from unknown functions.", "{0} 由 未知函数 调用。", promise)
    case .callers(let names):
      line.say("{0} was called from {1}.", "{0} 由 {1} 调用。", promise, text(names.joined(separator: " < ")))
    case .suspended(let calls):
      line.say("The body of {0} waits in {1}.", "{0} 的函数体在 {1} 中等待。", promise, text(calls.joined(separator: " < ")))
    case .waitRefused(let source):
      line.say(
        "The body of {0} began to wait for {1}, which waits for {0}, and received an error instead.",
        "{0} 的函数体开始等待 {1}，而后者在等待 {0}，于是它得到一个错误。", promise, text(source))
    case .skippedCatch:
      line.say(
        "{0} was returned from a try block without await, so its catch block does not see the rejection.",
        "{0} 从 try 块中返回，没有 await，因此 catch 块看不到它的拒绝。", promise)
    case .neverAwaited: line.say("{0} was never awaited, so it did not run.", "{0} 从未被等待，因此没有运行。", promise)
    case .canceledAtEnd:
      line.say("{0} was canceled by the end of asyncio.run.", "{0} 因 asyncio.run 结束而被取消。", promise)
    case .heldLoop: line.say("The body of {0} held the event loop.", "{0} 的函数体占用了事件循环。", promise)
    case .processEnd(.drained):
      line.say("{0} ended, because nothing was left to run.", "{0} 结束：没有什么可运行了。", promise)
    case .processEnd(.signal): line.say("{0} was ended by a signal.", "{0} 被信号终止。", promise)
    case .processEnd(.snapshot): line.say("{0} was read from its memory.", "{0} 读自其内存。", promise)
    case .processEnd(.exit): line.say("{0} ended.", "{0} 结束。", promise)
    }
  }

  /// The rows of a picture, after what shows them.
  private func show(_ picture: DrawnNote, _ line: StoryParts) {
    let rows = picture.rows.joined(separator: line.language("; ", "；"))
    line.say(": {0}.", "：{0}。", line.text(Escaping.line(rows, limit: valueLimit)))
  }
}
