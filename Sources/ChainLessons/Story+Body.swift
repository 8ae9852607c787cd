// The sentences about bodies and about everything that happens to a promise without settling it: handlers that run, adoption, progress,
// refused settlements, and requests to cancel.

import ChainModel
import PlainText
import PromiseTrace

extension Story {
  /// A body or handler runs.
  func start(_ event: Event) -> LocalizedLine {
    let hasHandler = self.hasHandler(event.promise)
    let parent = hasHandler ? store.facts(event.promise)?.from ?? 0 : 0
    let state = parent == 0 ? nil : store.state(of: parent)
    return say { names, language in
      let body = hasHandler ? "The handler of" : "The executor of"
      let promise = names.name(event.promise)
      let queue = names.queue(event.queue)
      let on = names.isInline(event.queue) ? " " : " on "
      let outcome =
        switch state {
        case .fulfilled: "fulfilled"
        case .cancelled: "canceled"
        case .rejected, .unhandled: "rejected"
        default: ""
        }
      guard !outcome.isEmpty else { return "\(body) \(promise) runs\(on, queue)." }
      return "\(body) \(promise) runs\(on, queue), because \(names.short(parent)) was \(outcome)."
    } _: { names, language in
      let place: StoryLine =
        names.isInline(event.queue) ? "直接" : names.queue(event.queue).map { "在 \($0) 上" } ?? "开始"
      let body = names.body(event.promise, named: names.name(event.promise), language)
      return switch state {
      case .fulfilled: "\(names.short(parent)) 已兑现，因此\(space: body)\(place)运行。"
      case .cancelled: "\(names.short(parent)) 被取消，因此\(space: body)\(place)运行。"
      case .rejected, .unhandled: "\(names.short(parent)) 被拒绝，因此\(space: body)\(place)运行。"
      default: "\(body)\(place)运行。"
      }
    }
  }

  /// A promise was resolved with another.
  func adoption(_ event: Event) -> LocalizedLine? {
    guard event.peer != 0, store.isOpen(event.promise) else { return nil }
    let isReturned = finished.promise == event.promise && finished.outcome == .promise
    let isPending = store.isOpen(event.peer)
    return say { names, language in
      let (promise, source) = (names.name(event.promise), names.name(event.peer))
      let effect: StoryLine =
        isPending
        ? "\(names.short(event.promise)) stays pending until \(names.short(event.peer)) settles"
        : "\(names.short(event.promise)) takes over its outcome"
      guard isReturned else { return "\(promise) was resolved with \(source), so \(effect)." }
      let body = names.body(event.promise, named: promise, language)
      return "T\(body.withoutFirstLetter) returned \(source), so \(effect)."
    } _: { names, language in
      let (promise, source) = (names.name(event.promise), names.name(event.peer))
      let effect: StoryLine =
        isPending
        ? "\(names.short(event.promise)) 保持待定，直到 \(names.short(event.peer)) 敲定"
        : "\(names.short(event.promise)) 接受它的结果"
      guard isReturned else { return "\(promise) 采用了 \(source)，因此 \(effect)。" }
      return "\(names.body(event.promise, named: promise, language))返回了 \(source)，因此 \(effect)。"
    }
  }

  /// A source made progress: narrated once per quarter and per stage.
  mutating func advance(_ event: Event) -> LocalizedLine? {
    guard let facts = store.facts(event.promise), facts.isOpen else { return nil }
    // Promises that pass it on report the same again.
    guard facts.from == 0, facts.adopts == 0, !facts.hasInputs else { return nil }
    let former = progress[event.promise] ?? (quarter: -1, stage: .none)
    let quarter = event.fraction < 0 ? former.quarter : Int(min(1, event.fraction) * 4)
    let stage = event.text == .none ? former.stage : event.text
    guard quarter != former.quarter || stage != former.stage else { return nil }
    progress[event.promise] = (quarter, stage)
    let percent = NumberText.percent(event.fraction)
    let text = self.value(event.text)
    guard percent != nil || text != nil else { return nil }
    return say { names, _ in
      let done = percent.map { " is \($0) done" } ?? " makes progress"
      return "\(names.name(event.promise))\(done)\(text.map { ": \($0)" as StoryLine } ?? "")."
    } _: { names, _ in
      let done = percent.map { " 已完成 \($0)" } ?? " 有进展"
      return "\(names.name(event.promise))\(done)\(text.map { "：\($0)" as StoryLine } ?? "")。"
    }
  }

  /// A second settlement was refused.
  func refusal(_ event: Event) -> LocalizedLine {
    let facts = store.facts(event.promise)
    let state = facts?.state
    let adopts = facts?.adopts ?? 0
    return say { names, _ in
      let act =
        switch event.attempt {
        case .fulfill: "fulfill"
        case .reject: "reject"
        case .resolve, nil: "resolve"
        }
      let head: StoryLine = "An attempt to \(act) \(names.name(event.promise)) a second time was ignored"
      return switch state {
      case .fulfilled: "\(head): it stays fulfilled."
      case .rejected, .cancelled, .unhandled: "\(head): it stays rejected."
      case .waiting where adopts != 0: "\(head): it is already resolved with \(names.short(adopts))."
      default: "\(head)."
      }
    } _: { names, _ in
      let act =
        switch event.attempt {
        case .fulfill: "兑现"
        case .reject: "拒绝"
        case .resolve, nil: "敲定"
        }
      let head: StoryLine = "再次\(act) \(names.name(event.promise)) 的尝试被忽略"
      return switch state {
      case .fulfilled: "\(head)：它仍是已兑现。"
      case .rejected, .cancelled, .unhandled: "\(head)：它仍是已拒绝。"
      case .waiting where adopts != 0: "\(head)：它已经采用了 \(names.short(adopts))。"
      default: "\(head)。"
      }
    }
  }

  /// Cancellation of a pending promise was requested, and did not settle it at once.
  func cancellation(_ event: Event) -> LocalizedLine? {
    guard store.isOpen(event.promise), !isCanceledNext(event.promise) else { return nil }
    return say { names, language in
      let by: StoryLine =
        event.peer == 0 ? "" : " in \(names.body(event.peer, named: names.name(event.peer), language))"
      return "The cancellation of \(names.name(event.promise)) was requested\(by); it is still pending."
    } _: { names, language in
      let by: StoryLine =
        event.peer == 0 ? "有代码" : names.body(event.peer, named: names.name(event.peer), language)
      return "\(by)请求取消 \(names.name(event.promise))；它仍然待定。"
    }
  }

  /// Whether the next event about a promise is its cancellation, whose sentence mentions the request.
  private func isCanceledNext(_ id: PromiseID) -> Bool {
    guard let following = upcoming.first(where: { $0.promise == id }) else { return false }
    return following.kind == .rejected && following.isCancelled
  }

  /// A note of the program.
  func note(of event: Event) -> LocalizedLine? {
    guard let note = self.output(event.text) else { return nil }
    let owner = event.promise != 0 ? event.promise : event.context
    return say { names, language in
      guard owner != 0 else { return "The program writes \"\(note)\"." }
      return "T\(names.body(owner, named: names.name(owner), language).withoutFirstLetter) writes \"\(note)\"."
    } _: { names, language in
      guard owner != 0 else { return "程序输出「\(note)」。" }
      return "\(names.body(owner, named: names.name(owner), language))输出「\(note)」。"
    }
  }
}

extension StoryLine.StringInterpolation {
  /// Appends a line that starts with a name after Chinese text, with a blank between them.
  mutating func appendInterpolation(space line: StoryLine) {
    appendLiteral(" ")
    appendInterpolation(line)
  }

  /// Appends a blank and a piece, or other words if there is none.
  mutating func appendInterpolation(gap word: StoryWord?, else words: String = "") {
    guard let word else { return appendLiteral(words) }
    appendLiteral(" ")
    appendInterpolation(word)
  }
}
