// The sentences about settlements: with what a promise was fulfilled or rejected, and why. Owns the wording of every cause, and of what
// becomes of a rejection.

import ChainModel
import PlainText
import PromiseTrace

extension Story {
  // MARK: Fulfilled

  /// A promise was fulfilled.
  func fulfillment(_ event: Event) -> LocalizedLine {
    let value = self.value(event.text)
    let idle = idleCombinator(of: event.promise)
    return say { names, language in
      let promise = names.name(event.promise)
      var what: StoryLine { "\(promise) was fulfilled\(" with ", value)" }
      return switch event.cause {
      case .passthrough where names.isDelayed(event.promise):
        "\(what): its time was up, and the value of \(names.short(event.peer)) passes on."
      case .passthrough:
        names.isTimed(event.promise)
          ? "\(names.name(event.peer)) was fulfilled in time, so \(what)."
          : "\(promise) has no handler for values, so the value passes on: it was fulfilled\(" with ", value)."
      case .returned where event.peer != 0:
        "\(what): \(names.itsBody(event.promise, language)) ran and \(names.gaveNothing(event, language)), so the value of \(names.short(event.peer)) passes on."
      default:
        "\(promise) was fulfilled\(" with ", value)\(names.reason(event, names, language)).\(names.aside(idle, names, language))"
      }
    } _: { names, language in
      let promise = names.name(event.promise)
      let what: StoryLine = "\(promise) 已兑现\("，值为 ", value)"
      return switch event.cause {
      case .passthrough where names.isDelayed(event.promise): "\(what)：时间已到，\(names.short(event.peer)) 的值原样传递。"
      case .passthrough:
        names.isTimed(event.promise)
          ? "\(names.name(event.peer)) 及时兑现，因此 \(what)。"
          : "\(promise) 没有成功处理函数，因此值原样传递：它已兑现\("，值为 ", value)。"
      case .returned where event.peer != 0:
        "\(what)：\(names.itsBody(event.promise, language))运行过，\(names.gaveNothing(event, language))，因此 \(names.short(event.peer)) 的值原样传递。"
      default: "\(what)\(names.reason(event, names, language))。\(names.aside(idle, names, language))"
      }
    }
  }

  // MARK: Rejected

  /// A promise was rejected.
  func rejection(_ event: Event) -> LocalizedLine {
    let error = self.error(event)
    let idle = idleCombinator(of: event.promise)
    let isRequested = event.isCancelled && store.facts(event.promise)?.isCancelRequested == true
    if isRequested, event.cause == .resolver { return requestedCancellation(event) }
    return say { names, language in
      let promise = names.name(event.promise)
      let verb = event.isCancelled ? "canceled" : "rejected"
      let with: StoryLine = event.isCancelled ? "" : error.map { " with \($0)" } ?? ""
      let what: StoryLine = "\(promise) was \(verb)\(with)"
      return switch event.cause {
      case .passthrough where names.isTimed(event.promise):
        "\(what), because \(names.name(event.peer)) was \(verb) before the time was up."
      case .passthrough:
        "\(promise) has no rejection handler, so the \(event.isCancelled ? "cancellation" : "rejection") passes on: it was \(verb)\(with)."
      case .returned where event.peer != 0:
        "\(what): \(names.itsBody(event.promise, language)) ran and \(names.gaveNothing(event, language)), so the \(event.isCancelled ? "cancellation" : "rejection") of \(names.short(event.peer)) passes on."
      case .threw where event.peer != 0:
        "\(what): it never ran, because \(names.name(event.peer)) failed before it."
      case .threw:
        "\(promise) was \(verb), because \(names.itsBody(event.promise, language)) threw\(gap: error)\(names.location(event.promise, names, language))."
      default: "\(what)\(names.reason(event, names, language)).\(names.aside(idle, names, language))"
      }
    } _: { names, language in
      let promise = names.name(event.promise)
      let verb = event.isCancelled ? "被取消" : "被拒绝"
      let with: StoryLine = event.isCancelled ? "" : error.map { "，错误为 \($0)" } ?? ""
      let what: StoryLine = "\(promise) \(verb)\(with)"
      return switch event.cause {
      case .passthrough where names.isTimed(event.promise): "\(what)：\(names.name(event.peer)) 在超时之前\(verb)。"
      case .passthrough:
        "\(promise) 没有失败处理函数，因此\(event.isCancelled ? "取消" : "拒绝")原样传递：它\(verb)\(with)。"
      case .returned where event.peer != 0:
        "\(what)：\(names.itsBody(event.promise, language))运行过，\(names.gaveNothing(event, language))，因此 \(names.short(event.peer)) 的\(event.isCancelled ? "取消" : "拒绝")原样传递。"
      case .threw where event.peer != 0: "\(what)：它没有运行，因为之前的 \(names.name(event.peer)) 失败了。"
      case .threw:
        "\(promise) \(verb)，因为\(names.itsBody(event.promise, language))\(names.location(event.promise, names, language))抛出了\(gap: error, else: "错误")。"
      default: "\(what)\(names.reason(event, names, language))。\(names.aside(idle, names, language))"
      }
    }
  }

  /// A promise was canceled on request, either its own or that of the promise that waited for it.
  private func requestedCancellation(_ event: Event) -> LocalizedLine {
    // The request spreads to what only canceled promises wait for.
    var downstream: PromiseID = 0
    var waiters = 0
    store.forEachDependent(of: event.promise, limit: 16) { id, _, _ in
      waiters += 1
      if let facts = store.facts(id), facts.isCancelRequested, facts.state == .cancelled { downstream = id }
      return true
    }
    let isOnly = waiters == 1 && store.reactionCount(of: event.promise) <= 1
    let canceler = store.node(event.promise)?.canceledBy ?? 0
    return say { names, language in
      let promise = names.name(event.promise)
      if downstream != 0 {
        return isOnly
          ? "\(promise) was canceled, too, because only \(names.short(downstream)) waited for it."
          : "\(promise) was canceled, too, after \(names.short(downstream)), which waited for it."
      }
      guard canceler != 0 else { return "\(promise) was canceled on request." }
      return "\(promise) was canceled by \(names.body(canceler, named: names.name(canceler), language))."
    } _: { names, language in
      let promise = names.name(event.promise)
      if downstream != 0 {
        return isOnly
          ? "\(promise) 也被取消，因为只有 \(names.short(downstream)) 在等待它。"
          : "\(promise) 也被取消，在等待它的 \(names.short(downstream)) 取消之后。"
      }
      guard canceler != 0 else { return "\(promise) 已按请求取消。" }
      return "\(promise) 被取消，由\(names.body(canceler, named: names.name(canceler), language))请求。"
    }
  }

  // MARK: Causes

  /// `returned no value`, if the log has it, otherwise that it changed nothing.
  private func gaveNothing(_ event: Event, _ language: Language) -> String {
    let isVoid = finished.promise == event.promise && finished.outcome == .void
    return isVoid ? language("returned no value", "没有返回值") : language("changed nothing", "没有改变结果")
  }

  /// ` at ListLoader.swift:41`.
  private func location(_ id: PromiseID, _ names: Story, _ language: Language) -> StoryLine {
    guard let site = names.site(of: id) else { return "" }
    return language == .english ? " at \(site)" : "在 \(site) "
  }

  /// Whether a promise passes an outcome on unless its time runs out first.
  private func isTimed(_ id: PromiseID) -> Bool { self.operation(of: id) == "timeout" }

  /// Whether a promise passes a value on when its time is up.
  private func isDelayed(_ id: PromiseID) -> Bool { self.operation(of: id) == "delay" }

  /// The clause after what a promise was settled with; empty if there is no more to say.
  private func reason(_ event: Event, _ names: Story, _ language: Language) -> StoryLine {
    let isFulfilled = event.kind == .fulfilled
    switch (event.cause, language) {
    case (.resolver, _):
      if isSettledAtOnce(event.promise) {
        return language == .english ? ": it was created settled" : "：它在创建时就已敲定"
      }
      if names.isDelayed(event.promise) {
        return language == .english ? ", because its time was up" : "，因为时间已到"
      }
      return ""
    case (.returned, .english):
      return event.text == .none
        ? ": \(names.itsBody(event.promise, language)) returned"
        : ", which \(names.itsBody(event.promise, language)) returned"
    case (.returned, .chinese):
      return event.text == .none
        ? "：\(names.itsBody(event.promise, language))已返回" : "，由\(names.itsBody(event.promise, language))返回"
    case (.adopted, .english):
      guard event.peer != 0 else { return "" }
      if !isFulfilled, let thrown = names.thrown(event.peer, names, language) { return ", because \(thrown)" }
      return ", because \(names.name(event.peer)) was \(names.word(event, language))"
    case (.adopted, .chinese):
      guard event.peer != 0 else { return "" }
      if !isFulfilled, let thrown = names.thrown(event.peer, names, language) { return "，因为 \(thrown)" }
      return "，因为 \(names.name(event.peer)) \(names.word(event, language))"
    case (.combinator, _): return names.combination(event, names, language)
    case (.timeout, .english):
      guard let timer = store.facts(event.promise)?.timer else { return ", because its time was up" }
      return ", because its \(DurationText.of(timer)) were up"
    case (.timeout, .chinese):
      guard let timer = store.facts(event.promise)?.timer else { return "，因为时间已到" }
      return "，因为 \(DurationText.of(timer)) 已到"
    case (.threw, _), (.passthrough, _), (nil, _): return ""
    }
  }

  private func word(_ event: Event, _ language: Language) -> String {
    if event.kind == .fulfilled { return language("fulfilled", "已兑现") }
    return event.isCancelled ? language("canceled", "被取消") : language("rejected", "被拒绝")
  }

  /// `#2 threw at ListLoader.swift:41`; nil unless the body of the promise threw.
  private func thrown(_ id: PromiseID, _ names: Story, _ language: Language) -> StoryLine? {
    guard let facts = store.facts(id), facts.cause == .threw, facts.via == 0 else { return nil }
    return language == .english
      ? "\(names.name(id)) threw\(names.location(id, names, language))"
      : "\(names.name(id)) \(names.location(id, names, language))抛出了它"
  }

  private func combination(_ event: Event, _ names: Story, _ language: Language) -> StoryLine {
    if event.peer != 0 {
      let input = names.name(event.peer)
      return language == .english
        ? ", because its input \(input) was \(names.word(event, language))"
        : "，因为它的输入 \(input) \(names.word(event, language))"
    }
    let inputs = store.inputs(of: event.promise, limit: .max)
    let states = inputs.map { store.state(of: $0) }
    let count = NumberText.grouped(inputs.count)
    let all = inputs.count == 2 ? "both of its inputs" : "all of its \(count) inputs"
    if !inputs.isEmpty, states.allSatisfy({ $0 == .fulfilled }) {
      return inputs.count == 1
        ? (language == .english ? ", because its only input was fulfilled" : "，因为它唯一的输入已兑现")
        : (language == .english ? ", because \(all) were fulfilled" : "，因为它的 \(count) 个输入都已兑现")
    }
    if inputs.count > 1, inputs.allSatisfy({ !store.isOpen($0) }) {
      return language == .english ? ", because \(all) have settled" : "，因为它的 \(count) 个输入都已敲定"
    }
    return language == .english ? ", because it has what it needs of its inputs" : "，因为它从输入得到了所需的结果"
  }

  // MARK: What it changes

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

  /// The sentence about a combinator that had settled before; empty if there is none.
  private func aside(_ combinator: PromiseID, _ names: Story, _ language: Language) -> StoryLine {
    guard combinator != 0 else { return "" }
    return language == .english
      ? " \(names.name(combinator)) had already settled, so this changes nothing there."
      : "\(names.name(combinator)) 已经敲定，因此不受影响。"
  }

  // MARK: Rejections afterwards

  /// A rejection was handled where no sentence says so yet: by an observer, or by an `await`.
  func handling(_ event: Event) -> LocalizedLine? {
    let handler = event.peer
    guard handler != 0 else {
      return say { names, _ in
        "Code that observes \(names.name(event.promise)) took its rejection."
      } _: { names, _ in
        "观察 \(names.name(event.promise)) 的代码接收了它的拒绝。"
      }
    }
    // The handler's own sentence says why it runs, and a combinator's what it makes of its input.
    guard let facts = store.facts(handler), facts.from == 0, !facts.hasInputs else { return nil }
    return say { names, language in
      "The rejection of \(names.name(event.promise)) was awaited in \(names.body(handler, named: names.name(handler), language))."
    } _: { names, language in
      "\(names.body(handler, named: names.name(handler), language))通过 await 接收了 \(names.name(event.promise)) 的拒绝。"
    }
  }

  /// No handler ran for a rejection.
  func unhandled(_ event: Event) -> LocalizedLine {
    let error = store.node(event.promise)?.text.map {
      StoryPiece.error(Escaping.line($0, limit: Story.longestValue))
    }
    let origin = store.rejection(of: event.promise).origin
    return say { names, _ in
      let with: StoryLine = error.map { " with \($0)" } ?? ""
      let from: StoryLine = origin == 0 || origin == event.promise ? "" : ", which came from \(names.name(origin))"
      return "No handler took the rejection of \(names.name(event.promise))\(with)\(from): it is unhandled."
    } _: { names, _ in
      let with: StoryLine = error.map { "（\($0)）" } ?? ""
      let from: StoryLine = origin == 0 || origin == event.promise ? "" : "，它来自 \(names.name(origin))"
      return "没有处理函数接收 \(names.name(event.promise)) 的拒绝\(with)\(from)：这是未处理的拒绝。"
    }
  }

  /// A promise was freed while pending.
  func leak(_ event: Event) -> LocalizedLine {
    say { names, _ in
      "\(names.name(event.promise)) was freed while pending, so nothing can settle it anymore."
    } _: { names, _ in
      "\(names.name(event.promise)) 在待定时被释放，因此再也无法敲定。"
    }
  }
}
