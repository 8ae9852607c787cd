// The sentences about bodies and about everything that happens to a promise without settling it: handlers that run, adoption, progress,
// pauses, refused settlements, and requests to cancel.

import ChainModel
import PlainText
import PromiseTrace

extension Story {
  /// A body or handler runs.
  func start(_ event: Event, _ language: Language, _ line: StoryParts) {
    let parent = hasHandler(event.promise) ? store.facts(event.promise)?.from ?? 0 : 0
    let state = parent == 0 ? nil : store.state(of: parent)
    let body = body(event.promise, named: name(event.promise), language, isFirst: true)
    let isInline = self.isInline(event.queue)
    let queue = queue(event.queue)
    switch language {
    case .english:
      line.add(body.0, body.1, " runs")
      line.add(isInline ? " " : " on ", ifAny: queue)
      switch state {
      case .fulfilled: line.add(", because ", short(parent), " was fulfilled")
      case .cancelled: line.add(", because ", short(parent), " was canceled")
      case .rejected, .unhandled: line.add(", because ", short(parent), " was rejected")
      default: break
      }
      line.add(".")
    case .chinese:
      switch state {
      case .fulfilled: line.add(short(parent), " 已兑现，因此 ")
      case .cancelled: line.add(short(parent), " 被取消，因此 ")
      case .rejected, .unhandled: line.add(short(parent), " 被拒绝，因此 ")
      default: break
      }
      line.add(body.0, body.1)
      if let queue, !isInline { line.add("在 ", queue, " 上") } else { line.add(isInline ? "就在这次调用里同步" : "开始") }
      line.add("运行。")
    }
  }

  /// A promise was resolved with another.
  func adoption(_ event: Event, _ language: Language, _ line: StoryParts) {
    guard event.peer != 0, store.isOpen(event.promise) else { return }
    let isReturned = finished.promise == event.promise && finished.outcome == .promise
    let isPending = store.isOpen(event.peer)
    let promise = name(event.promise)
    let (own, source) = (short(event.promise), short(event.peer))
    let body = isReturned ? body(event.promise, named: promise, language, isFirst: true) : (promise, .none)
    line.add(body.0, body.1)
    switch language {
    case .english:
      line.add(isReturned ? " returned " : " was resolved with ", name(event.peer), ", so ", own)
      if isPending {
        line.add(" stays pending until ", source, " settles.")
      } else {
        line.add(" takes over its outcome.")
      }
    case .chinese:
      line.add(isReturned ? "返回了 " : " 采用了 ", name(event.peer), "，因此 ", own)
      if isPending { line.add(" 保持待定，直到 ", source, " 敲定。") } else { line.add(" 接受它的结果。") }
    }
  }

  /// A body that stops for a settled promise continues at once, which needs no sentence.
  func wait(_ event: Event, _ language: Language, _ line: StoryParts) {
    guard store.isOpen(event.promise), store.isOpen(event.peer) else { return }
    let body = body(event.promise, named: name(event.promise), language, isFirst: true)
    line.add(body.0, body.1)
    switch language {
    case .english: line.add(" stops, and waits for ", name(event.peer), ".")
    case .chinese: line.add("停下来，等待 ", name(event.peer), "。")
    }
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

  func step(_ event: Event, _ language: Language, _ line: StoryParts) {
    let percent = NumberText.percent(event.fraction)
    let text = self.value(event.text)
    guard percent != nil || text != nil else { return }
    line.add(name(event.promise))
    switch language {
    case .english:
      if let percent { line.add(string: " is \(percent) done") } else { line.add(" makes progress") }
      line.add(": ", ifAny: text)
      line.add(".")
    case .chinese:
      if let percent { line.add(string: " 已完成 \(percent)") } else { line.add(" 有进展") }
      line.add("：", ifAny: text)
      line.add("。")
    }
  }

  func pause(_ event: Event, _ language: Language, _ line: StoryParts) {
    line.add(name(event.promise), language == .english ? " was paused." : " 已暂停。")
  }

  func resumption(_ event: Event, _ language: Language, _ line: StoryParts) {
    line.add(name(event.promise), language == .english ? " was resumed." : " 已恢复。")
  }

  /// A second settlement was refused.
  func refusal(_ event: Event, _ language: Language, _ line: StoryParts) {
    let facts = store.facts(event.promise)
    let adopts = facts?.adopts ?? 0
    let promise = name(event.promise)
    let isRepeated =
      switch event.attempt {
      case .fulfill: facts?.state == .fulfilled
      case .reject: facts?.state == .rejected || facts?.state == .unhandled
      case .resolve, nil: facts?.state != .cancelled
      }
    switch language {
    case .english:
      switch event.attempt {
      case .fulfill: line.add("An attempt to fulfill ", promise)
      case .reject: line.add("An attempt to reject ", promise)
      case .resolve, nil: line.add("An attempt to resolve ", promise)
      }
      line.add(isRepeated ? " a second time was ignored" : " was ignored")
      switch facts?.state {
      case .cancelled: line.add(": it is already canceled")
      case .fulfilled: line.add(": it stays fulfilled")
      case .rejected, .unhandled: line.add(": it stays rejected")
      case .waiting where adopts != 0: line.add(": it is already resolved with ", short(adopts))
      default: break
      }
      line.add(".")
    case .chinese:
      let again = isRepeated ? "再次" : ""
      switch event.attempt {
      case .fulfill: line.add(string: again + "兑现 ")
      case .reject: line.add(string: again + "拒绝 ")
      case .resolve, nil: line.add(string: again + "敲定 ")
      }
      line.add(promise, " 的尝试被忽略")
      switch facts?.state {
      case .cancelled: line.add("：它早已取消")
      case .fulfilled: line.add("：它保持已兑现状态")
      case .rejected, .unhandled: line.add("：它保持已拒绝状态")
      case .waiting where adopts != 0: line.add("：它已经采用了 ", short(adopts))
      default: break
      }
      line.add("。")
    }
  }

  /// Cancellation of a pending promise was requested, and did not settle it at once.
  func cancellation(_ event: Event, _ language: Language, _ line: StoryParts) {
    guard store.isOpen(event.promise), !isCanceledNext(event.promise) else { return }
    let promise = name(event.promise)
    let caller = event.peer == 0 ? nil : body(event.peer, named: name(event.peer), language)
    switch language {
    case .english:
      line.add("The cancellation of ", promise, " was requested")
      if let caller { line.add(" in ", caller.0, caller.1) }
      line.add("; it is still pending.")
    case .chinese:
      if let caller { line.add(caller.0, caller.1) } else { line.add("有代码") }
      line.add("请求取消 ", promise, "；它仍然待定。")
    }
  }

  /// Whether the next event about a promise is its cancellation, whose sentence mentions the request.
  private func isCanceledNext(_ id: PromiseID) -> Bool {
    guard let following = upcoming.first(where: { $0.promise == id }) else { return false }
    return following.kind == .rejected && following.isCancelled
  }

  /// A note of the program.
  func note(_ event: Event, _ language: Language, _ line: StoryParts) {
    guard let note = self.output(event.text) else { return }
    if event.promise != 0, let note = store.texts[event.text].flatMap(LibraryNote.init) {
      return library(note, about: name(event.promise), language, line)
    }
    let picture = store.texts[event.text].flatMap(DrawnNote.init)
    if let picture, let object = picture.object {
      let name = Escaping.line(object, limit: StoryNames.labelLimit)
      line.add(string: language == .english ? "Inside \"\(name)\"" : "\"\(name)\" 的内部")
      return show(picture, language, line)
    }
    let owner = event.promise != 0 ? event.promise : event.context
    if owner != 0 {
      let body = body(owner, named: name(owner), language, isFirst: true)
      line.add(body.0, body.1)
    } else {
      line.add(language == .english ? "The program" : "程序")
    }
    if let picture {
      line.add(language == .english ? " shows" : "显示")
      return show(picture, language, line)
    }
    switch language {
    case .english: line.add(" writes \"", note, "\".")
    case .chinese: line.add("输出「", note, "」。")
    }
  }

  /// What the library, not the program, writes about a promise.
  private func library(_ note: LibraryNote, about promise: StoryPart, _ language: Language, _ line: StoryParts) {
    func text(_ text: String) -> String { Escaping.line(text, limit: valueLimit) }
    switch note {
    case .selfResolution:
      line.add(promise)
      line.add(language == .english ? " was resolved with itself, so it could never settle." : " 采用了自身，因此永远无法敲定。")
    case .deadlock(let queue):
      let english = "A thread of queue \(text(queue)) waits for "
      line.add(string: language(english, "队列 \(text(queue)) 的一个线程正在等待 "))
      line.add(promise)
      line.add(language == .english ? ", which needs that queue." : "，而后者需要这个队列。")
    case .resolverReleased:
      switch language {
      case .english: line.add("The last resolver of ", promise, " was released.")
      case .chinese: line.add(promise, " 的最后一个 resolver 已被释放。")
      }
    case .expectedPending(let reason):
      line.add(promise)
      line.add(string: language(" may stay pending, says the program: ", " 可以一直待定，程序的说明是：") + text(reason))
    case .callers(let names):
      let names = names.isEmpty ? language("unknown functions", "未知函数") : names.joined(separator: " < ")
      line.add(promise)
      line.add(string: language(" was called from \(text(names)).", " 由 \(text(names)) 调用。"))
    case .processEnd(.drained):
      line.add(promise, language == .english ? " ended, because nothing was left to run." : " 结束：没有什么可运行了。")
    case .processEnd(.signal): line.add(promise, language == .english ? " was ended by a signal." : " 被信号终止。")
    case .processEnd(.exit): line.add(promise, language == .english ? " ended." : " 结束。")
    }
  }

  /// The rows of a picture, after what shows them.
  private func show(_ picture: DrawnNote, _ language: Language, _ line: StoryParts) {
    let (colon, between, stop) = language == .english ? (": ", "; ", ".") : ("：", "；", "。")
    line.add(string: colon + Escaping.line(picture.rows.joined(separator: between), limit: valueLimit) + stop)
  }
}
