// The facts about one promise, as named lines, the most important first. Does not know how much room there is.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

/// A named line of the detail pane.
struct Fact {
  var name: String
  var spans: [Span]
  /// Whether it is cut instead of continued on the next line.
  var isOneLine = false
  /// The promise that it names, which Enter goes to.
  var target: PromiseID?
}

struct DetailFacts {
  let screen: Screen
  let facts: NodeFacts
  var store: ChainStore { screen.store }
  var language: Language { screen.language }

  init(_ screen: Screen, _ facts: NodeFacts) { (self.screen, self.facts) = (screen, facts) }

  /// The lines; facts that are not known are left out.
  var all: [Fact] {
    var lines: [Fact] = []
    func add(_ name: String, _ spans: [Span]) {
      if !spans.isEmpty { lines.append(Fact(name: name, spans: spans)) }
    }
    add(language.stateColumn, state)
    if let text = store.texts[facts.text], facts.state.isSettled {
      add(
        facts.state == .fulfilled ? language("value", "值") : language("error", "错误"),
        [Span(text, facts.state == .fulfilled ? .value : .error)])
    }
    add(language.whyTitle, why + refused)
    add(language("row", "本行"), signs)
    add(language("inputs", "输入"), inputs)
    add(facts.state.isSettled ? language("handlers", "处理函数") : language("waiters", "等待者"), handlers)
    add(language("made by", "创建"), origin)
    add(language("location", "位置"), location)
    add(language("callers", "调用者"), callers)
    add(language("times", "用时"), times)
    add(language.ranFact, ran)
    return lines
  }

  func duration(_ nanoseconds: Int64) -> String {
    DurationText.of(nanoseconds, micro: screen.glyphs.isASCII ? "u" : "µ")
  }

  private var state: [Span] {
    let role = screen.role(of: facts)
    var spans = [Span("\(screen.glyphs.state(facts.state)) \(facts.state.word(in: language))", role)]
    let passed = store.durations(facts, now: screen.shownTime).total
    let total = facts.isUnknownStart ? screen.duration(atLeast: passed) : duration(passed)
    switch facts.state {
    case .fulfilled, .rejected, .unhandled, .cancelled:
      if facts.settled != nil { spans.append(Span(language.afterTime(total), .time)) }
      if facts.state != .fulfilled, let type = store.texts[facts.type] { spans.append(Span("  \(type)", .faint)) }
    case .leaked where facts.isUnknownStart: break
    case .leaked: spans.append(Span(language.afterTime(total), .time))
    case .pending, .running, .waiting, .unknown:
      let time = facts.isUnknownStart ? total : waitStart.map { duration(screen.shownTime - $0) } ?? total
      if passed > 0 || !facts.isUnknownStart { spans.append(Span(language(" for \(time)", " 已持续 \(time)"), .time)) }
      let progress = store.progress(of: facts.id)
      if let stage = progress?.stage { spans.append(Span("  \(stage)", .text)) }
      if let percent = progress?.fraction.flatMap({ NumberText.percent($0) }) {
        spans.append(Span("  \(percent)", .running))
      }
    }
    return spans
  }

  /// When it started to wait for the promise that it waits for; nil if it waits for none.
  private var waitStart: Int64? {
    guard let id = facts.waitsOn,
      let start = facts.adopts == 0
        ? store.waits(of: facts.id).known.last?.start
        : store.adoptionTime(of: facts.id) ?? facts.finished ?? facts.created
    else { return nil }
    // A log may not say when it was resolved with a promise that was created after its body had ended.
    return max(start, store.facts(id)?.created ?? start)
  }

  /// Why it is in that state: what it waits for, or where its outcome came from.
  private var why: [Span] {
    switch facts.state {
    case .waiting:
      guard let id = facts.waitsOn, let since = waitStart else { return [] }
      let on = language.faint("waits on \(screen.reference(id))", "等待 \(screen.reference(id))")
      if facts.isUnknownStart { return on }
      return on + [
        Span(
          language(
            " since \(DurationText.clock(since)), \(duration(screen.shownTime - since))",
            "，始于 \(DurationText.clock(since))，已 \(duration(screen.shownTime - since))"), .time)
      ]
    case .pending, .running:
      if facts.from != 0, store.state(of: facts.from)?.isSettled == false {
        return language.faint("runs after \(screen.reference(facts.from))", "在 \(screen.reference(facts.from)) 之后运行")
      }
      if facts.started != nil, facts.finished == nil {
        return [Span(language("its \(code) runs", "\(code)正在运行"), .faint)]
      }
      if facts.hasInputs { return screen.reason(of: facts) }
      if store.isTimer(facts), let ready = store.readyTime(facts) {
        return language.faint(
          "its timer runs, for \([Span(duration(screen.shownTime - ready), .time)])",
          "定时器运行中，已 \([Span(duration(screen.shownTime - ready), .time)])")
      }
      if facts.enqueued != nil, facts.started == nil { return [Span(language.legendQueued, .faint)] }
      return language.faint("not settled yet", "尚未敲定")
    case .rejected, .unhandled, .cancelled:
      var spans: [Span] = []
      if case let origin = store.rejection(of: facts.id).origin, origin != 0, origin != facts.id {
        spans += language.faint("the error comes from \(screen.reference(origin))", "错误来自 \(screen.reference(origin))")
      } else if facts.isCancelRequested, facts.cause == .resolver {
        spans +=
          store.canceler(of: facts.id).map {
            language.faint(
              "its cancellation was requested by \(screen.reference($0))", "由 \(screen.reference($0)) 请求取消") + at($0)
          }
          ?? language.faint("its cancellation was requested", "已被请求取消")
      } else if facts.state == .cancelled, facts.cause == .resolver {
        spans.append(Span(language("its resolver rejected it with a cancellation", "resolver 以取消错误拒绝了它"), .faint))
      } else if let cause {
        spans.append(Span(cause, .faint))
      }
      let comma = spans.isEmpty ? "" : language(", ", "，")
      if facts.state == .unhandled {
        spans.append(Span(comma + NodeState.unhandled.word(in: language), .failure))
      } else if store.isHandled(facts.id) {
        spans.append(Span(comma + language("handled", "已处理"), .success))
        guard let (handler, isElsewhere) = HandlerBranches().handler(of: facts.id, in: screen.store) else {
          return spans
        }
        if isElsewhere { spans.append(Span(language(" on another branch,", "（在另一个分支）"), .faint)) }
        spans += language.byPromise(screen.reference(handler)).spans(.faint)
      }
      return spans
    case .fulfilled:
      if facts.via != 0, facts.via != facts.from {
        return language.faint(
          "its value came from \(screen.reference(facts.via))", "值来自 \(screen.reference(facts.via))")
      }
      return cause.map { [Span($0, .faint)] } ?? []
    case .leaked: return [Span(language("freed while pending: nothing can settle it", "待定时被释放：再也无法敲定"), .abandoned)]
    case .unknown: return [Span(language("events are missing, so its outcome is unknown", "事件缺失，因此结果未知"), .unknown)]
    }
  }

  /// ` (List.swift:12)`, the call site of a promise; empty if that is not known.
  private func at(_ id: PromiseID) -> [Span] {
    store.callSite(of: id).map { [Span(" (\($0.short))", .location)] } ?? []
  }

  /// The number of later attempts to settle it.
  private var refused: [Span] {
    let ignored = store.ignoredCount(of: facts.id)
    guard ignored > 0 else { return [] }
    return [
      Span(why.isEmpty ? "" : language(", ", "，"), .faint),
      Span(
        language(
          NumberText.plural(ignored, "later attempt", "later attempts") + " refused",
          "忽略了之后的 \(NumberText.grouped(ignored)) 次敲定"), .loss),
    ]
  }

  /// What runs for it: its handler or its body.
  private var code: String { store.codeInSentence(facts.id, language) }

  /// Why it settled; nil if that is not known.
  private var cause: String? {
    switch facts.cause {
    case .resolver where store.texts[facts.type] == "PromiseResolutionError":
      language("the library rejected it", "由库拒绝")
    case .resolver: language("its resolver settled it", "由 resolver 敲定")
    case .returned where facts.via != 0: language("its handler ran and passed the outcome on", "处理函数已运行，并传递了结果")
    case .returned: language.causeReturned(code)
    case .adopted: language("took the outcome of the promise it was resolved with", "采用了另一个 Promise 的结果")
    case .passthrough where store.isTimer(facts) && facts.state == .fulfilled: language("its timer ran out", "定时器已到时")
    case .passthrough: language("passed on, no handler here", "原样传递，此处没有处理函数")
    case .combinator: language("its inputs decided", "由输入决定")
    case .threw: language.causeThrew(code)
    case .timeout: language("its time ran out", "已超时")
    case nil: nil
    }
  }

  private var origin: [Span] {
    var spans: [Span] = []
    if let operation = store.texts[facts.operation], !operation.isEmpty { spans.append(Span(operation, .text)) }
    if facts.from != 0 {
      let reference = screen.reference(facts.from)
      spans +=
        (spans.isEmpty
        ? language.line("from \(reference)", "来自 \(reference)") : language.line(" of \(reference)", "，来自 \(reference)"))
        .spans()
    }
    if facts.inside != 0, facts.inside != facts.from {
      if !spans.isEmpty { spans.append(Span(language(", ", "，"), .faint)) }
      spans += language.faint("inside \(screen.reference(facts.inside))", "在 \(screen.reference(facts.inside)) 内部")
    }
    if facts.isPlaceholder { spans.append(Span(language("its creation was not recorded", "它的创建未被记录"), .unknown)) }
    return spans
  }

  private var location: [Span] {
    guard let site = store.nodeSite(facts.site) else { return [] }
    let line = Span("\(site.file):\(site.line)")
    return site.function.isEmpty ? [line] : [line, Span("  \(site.function)", .faint)]
  }

  /// The functions that led to its creation.
  private var callers: [Span] {
    let names = store.callersInWords(of: facts.id)
    return names.isEmpty ? [] : [Span(names, .faint)]
  }

  private var ran: [Span] {
    var spans: [Span] = []
    if let queue = store.texts[facts.queue] {
      spans += language.faint("queue \([Span(queue)])", "队列 \([Span(queue)])")
    }
    if let thread = store.texts[facts.thread] {
      if !spans.isEmpty { spans.append(Span("  ", .faint)) }
      // The system's own names for threads begin with the word.
      spans +=
        thread.hasPrefix("thread ")
        ? [Span(thread)] : language.faint("thread \([Span(thread)])", "线程 \([Span(thread)])")
    }
    if facts.isCancelRequested { spans.append(Span("  \(language.cancellationRequested)", .cancelled)) }
    return spans
  }

  /// The reactions registered on it, which wait for it or were called, and the promises that wait for it without one.
  private var handlers: [Span] {
    let others = otherWaiters
    let count = store.reactionCount(of: facts.id) + others.count
    guard count > 0 else { return facts.state.isOpen ? language.faint("none", "无") : [] }
    var names = store.handlers(of: facts.id, limit: 8).map { handler -> [Span] in
      if let by = handler.by { return screen.reference(by) }
      return [
        Span(
          language(
            handler.count == 1 ? "an observer" : "\(NumberText.grouped(handler.count)) observers",
            "\(NumberText.grouped(handler.count)) 个观察者"))
      ]
    }
    for id in others.prefix(max(0, 8 - names.count)) { names.append(screen.reference(id)) }
    var spans =
      count > 1 ? [Span(language("\(NumberText.grouped(count)): ", "\(NumberText.grouped(count)) 个："), .faint)] : []
    for (index, name) in names.enumerated() {
      if index > 0 { spans.append(Span(language(", ", "，"), .faint)) }
      spans += name
    }
    return spans
  }

  /// The promises that were resolved with it and, if the log has no reactions of it, those that derive from it.
  private var otherWaiters: [PromiseID] {
    guard facts.state.isOpen else { return [] }
    var waiters: [PromiseID] = []
    store.forEachDependent(of: facts.id) { id, dependence, _ in
      let waits = dependence == .adopted || dependence == .derived && store.reactionCount(of: facts.id) == 0
      if waits, store.state(of: id)?.isOpen == true { waiters.append(id) }
      return true
    }
    return waiters
  }

  private var inputs: [Span] {
    let count = store.inputCount(of: facts.id)
    guard count > 0 else { return [] }
    var spans: [Span] = []
    for id in store.inputs(of: facts.id, limit: 16) {
      if !spans.isEmpty { spans.append(Span(" ")) }
      if let state = store.state(of: id) { spans.append(Span(screen.glyphs.state(state), state.role)) }
      spans.append(Span("#\(id)", .link))
    }
    if count > 16 {
      spans.append(
        Span(
          language(" and \(NumberText.grouped(count - 16)) more", " 及另外 \(NumberText.grouped(count - 16)) 个"), .faint))
    }
    return spans
  }
}
