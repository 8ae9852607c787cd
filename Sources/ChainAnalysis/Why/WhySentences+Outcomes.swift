// Where a value, an error, or a cancellation came from, and where the time went, in words.

import ChainModel
import PlainText
import PromiseTrace

extension WhySpeech {
  // MARK: Outcomes

  mutating func steps(_ steps: [OutcomeStep], of outcome: Outcome) {
    for (index, step) in elided(steps) {
      guard let step else {
        let count = steps.count - limit
        say(
          0,
          language(
            "… \(counted(count, "more promise")) passed it on …",
            "… 另有 \(NumberText.grouped(count)) 个 Promise 将其传递 …"))
        continue
      }
      say(step.promise, sentence(step, of: outcome, isFirst: index == 0))
      if step.kind == .resolver, let facts = store.facts(step.promise), store.resolutionError(of: facts) == .cycle,
        let cycle = store.brokenCycle(at: step.promise)
      {
        members(of: cycle)
      }
    }
  }

  /// One sentence for each member of a cycle, in the order of the wait.
  private mutating func members(of cycle: CyclePath) {
    for (index, (promise, next)) in cycle.links.prefix(CyclePath.named).enumerated() {
      let (name, other) = (name(promise) + location(promise), name(next))
      let likely = index > 0 || cycle.isCertain ? "" : language("probably ", "很可能")
      let facts = store.facts(promise)
      say(
        promise,
        facts?.from == next && facts?.adopts != next
          ? language("\(name) derives from \(other), so it waited for it", "\(name) 派生自 \(other)，因此等待它")
          : facts?.hasInputs == true
            ? language("\(name) has the input \(other), so it waited for it", "\(name) 的输入之一是 \(other)，因此等待它")
            : language(
              "\(name) was \(likely)resolved with \(other), so it waited for it", "\(name) \(likely)采用了 \(other)，因此等待它")
      )
    }
  }

  private func word(_ outcome: Outcome) -> String {
    switch outcome {
    case .value: language("value", "值")
    case .error: language("error", "错误")
    case .cancellation: language("cancellation", "取消")
    }
  }

  private func sentence(_ step: OutcomeStep, of outcome: Outcome, isFirst: Bool) -> String {
    let (plain, place) = (name(step.promise), location(step.promise))
    let name = plain + place
    let (word, code) = (word(outcome), store.codeInSentence(step.promise, language))
    func origin(_ reason: String) -> String {
      language("The \(word) came from \(name): \(reason)", "\(word)来自 \(name)：\(reason)")
    }
    // The call site is that of the operator with the code, not the line that returned or threw.
    let isCall = store.facts(step.promise).map { store.traits($0).contains(.call) } ?? false
    func own(_ code: String, _ english: String, _ chinese: String) -> String {
      let deed = language(english, chinese)
      if isCall { return origin(language("its \(code) \(deed)", "由它的\(code)\(deed)")) }
      return language(
        "The \(word) came from \(plain): its \(code)\(place) \(deed)",
        "\(word)来自 \(plain)：由它的\(code)\(place) \(deed)")
    }
    func passed(_ reason: String) -> String { language("\(name) passed it on: \(reason)", "\(name) 将其传递：\(reason)") }
    switch step.kind {
    case .resolver: return origin(resolution(step.promise))
    case .returned: return own(code, "returned it", "返回")
    case .threw: return own(code, "threw it", "抛出")
    case .threwWhileHandling(let source):
      let source = self.name(source)
      return own(
        language("handler", "处理函数"), "threw it while handling the error of \(source)", "在处理 \(source) 的错误时抛出")
    case .timeout:
      let cause = timeout.flatMap { timeoutCause($0) }
      return origin(
        cause.map { language("it timed out because \($0)", "它已超时，因为 \($0)") } ?? language("its time ran out", "它已超时"))
    case .combined: return origin(language("it combined its inputs", "由它的输入合并而成"))
    case .noHandler where outcome != .value && store.facts(step.promise)?.sides.contains(.rejected) == true:
      return passed(
        language("its rejection handler does not take this \(word)", "它的失败处理函数不接受这个\(word)"))
    case .noHandler:
      return passed(
        outcome == .value
          ? language("it has no handler for values", "它没有成功处理函数")
          : language("it has no rejection handler", "它没有失败处理函数"))
    case .timer: return language("\(name) passed it on when its timer was up", "\(name) 在定时器到时后将其传递")
    case .handedOn: return passed(language("its handler ran and handed it on", "它的处理函数运行后原样交出"))
    case .rethrew where isCall:
      return passed(language("its body ended with the same error", "它的函数体以同一个错误结束"))
    case .rethrew:
      return passed(
        language("its handler ran and threw an error of the same type and description", "它的处理函数运行后抛出了类型和描述相同的错误"))
    case .adopted:
      return language("\(name) took it over from the promise that it was resolved with", "\(name) 从它采用的 Promise 那里得到它")
    case .input: return language("\(name) took it over: one of its inputs decided", "\(name) 得到它：由其中一个输入决定")
    case .unrecorded: return language("\(name) has it; the log does not record from where", "\(name) 持有它；日志没有记录其来源")
    }
  }

  private func resolution(_ id: PromiseID) -> String {
    let settled = language("its resolver settled it", "由它的 resolver 敲定")
    guard let facts = store.facts(id) else { return settled }
    if facts.isCancelRequested, facts.state == .cancelled {
      return language("its cancellation was requested", "它已被请求取消")
    }
    switch store.resolutionError(of: facts) {
    case .itself: return language("the library rejected it, because it was resolved with itself", "库拒绝了它，因为它采用了自身")
    case .cycle:
      return language(
        "the library rejected it, because it was resolved with a promise that waits for it",
        "库拒绝了它，因为它采用了一个正在等待它的 Promise")
    case nil: break
    }
    switch store.texts[facts.operation] {
    case "value", "error": return language("it was created settled", "它在创建时就已敲定")
    default: return settled
    }
  }

  mutating func rejection(_ path: RejectionPath) {
    if !path.isComplete {
      say(
        0,
        language(
          "Where the error came from is not known, because events were lost or are no longer kept",
          "不知道错误来自哪里，因为事件已丢失或不再保留"))
    }
    steps(path.steps, of: .error)
    steps(path.after, of: .error)
    let last = path.after.last?.promise ?? path.steps.last?.promise ?? 0
    switch path.fate {
    case .handled(let by?):
      let name = name(by) + location(by)
      let isCombinator = store.facts(by)?.hasInputs == true
      let isElsewhere = !isCombinator && branches.handler(of: last, in: store)?.isElsewhere == true
      say(
        by,
        isCombinator
          ? language("\(name) took it as the rejection of one of its inputs", "\(name) 将其作为某个输入的拒绝接收")
          : isElsewhere
            ? language("\(name), on another branch, handled it", "另一个分支的 \(name) 处理了它")
            : language("\(name) handled it", "\(name) 处理了它"))
    case .handled(nil): say(0, language("An observer or an await handled it", "由观察者或 await 处理"))
    case .unhandled: say(last, language("No handler took it: it is unhandled", "没有处理函数处理它：属于未处理的拒绝"))
    case .open: say(last, language("No handler has taken it so far", "目前还没有处理函数处理它"))
    case .unknown:
      say(
        0,
        language(
          "Whether a handler took it is not known, because events were lost or are no longer kept",
          "不知道是否有处理函数处理它，因为事件已丢失或不再保留"))
    }
  }

  mutating func cancellation(_ path: RejectionPath, _ cancellation: Cancellation) {
    if cancellation.requested == 0 {
      say(
        path.origin,
        store.runtime.isLibrary
          ? language("No cancellation was requested: the program rejected with a cancellation", "没有人请求取消：程序以取消错误拒绝了它")
          : language(
            "It was rejected with a cancellation; who requested that is not in the log", "它以取消错误被拒绝；日志没有记录是谁请求取消"))
    } else {
      let requested = name(cancellation.requested)
      let code = store.codeInSentence(cancellation.by, language)
      let body = cancellation.by == 0 ? nil : name(cancellation.by) + location(cancellation.by)
      say(
        cancellation.requested,
        language(
          "The cancellation of \(requested) was requested "
            + (body.map { "in the \(code) of \($0)" } ?? "by code outside of promises"),
          body.map { "\($0) 的\(code)请求取消 \(requested)" } ?? "Promise 之外的代码请求取消 \(requested)"))
    }
    if let source = cancellation.upstream.last {
      let between = cancellation.upstream.count - 1
      let name = name(source) + location(source)
      say(
        source,
        language(
          "It spread upstream to \(name)\(between > 0 ? ", through \(counted(between, "promise"))" : "")"
            + ", because nothing else waited for it",
          "取消\(between > 0 ? "经过 \(NumberText.grouped(between)) 个 Promise " : "")向上游传播到 \(name)，因为没有其他等待者"))
    }
    steps(path.steps, of: .cancellation)
  }

  // MARK: Times

  mutating func path(_ path: CriticalPath) {
    guard path.total > 0 else { return }
    // The longest segments explain the time; the others are summed up, and so is what took less than 1 %, unless nothing took more.
    let all = path.segments
    let longest = path.longest(limit).sorted { (all[$1].duration, $0) < (all[$0].duration, $1) }
    let shown = Set(longest.prefix(3) + longest.dropFirst(3).filter { all[$0].duration > path.total / 100 })
    var rest = path.dropped
    for (index, segment) in path.segments.enumerated() {
      if shown.contains(index) {
        let share = NumberText.percent(Double(segment.duration) / Double(path.total))
        let (time, text) = (DurationText.of(segment.duration), self.segment(segment))
        say(
          segment.promise,
          language(
            "\(time)\(share.map { " (\($0))" } ?? ""): \(text)", "\(time)\(share.map { "（\($0)）" } ?? "")：\(text)"))
      } else {
        rest = (rest.count + 1, rest.time + segment.duration)
      }
    }
    guard rest.count > 0 else { return }
    let time = DurationText.of(rest.time)
    say(
      0,
      language(
        "\(time): \(counted(rest.count, "shorter segment"))", "\(time)：\(NumberText.grouped(rest.count)) 个较短的片段"))
  }

  /// `, while the body of "login" (#3) at app.js:13 held the event loop`, or nothing for 0.
  private func meanwhile(_ id: PromiseID) -> String {
    guard id != 0 else { return "" }
    let (body, code) = (name(id) + location(id), store.codeInSentence(id, language))
    return language(", while the \(code) of \(body) held the event loop", "，其间 \(body) 的\(code)占用事件循环")
  }

  private func segment(_ segment: PathSegment) -> String {
    let name = name(segment.promise) + location(segment.promise)
    let other = segment.other == 0 ? nil : self.name(segment.other)
    switch segment.kind {
    case .waiting:
      if segment.promise == 0 { return language("outside of promises", "在 Promise 之外") }
      guard let other else { return language("\(name) waited", "\(name) 在等待") }
      return language("\(name) waited for \(other)", "\(name) 等待 \(other)")
    case .queued:
      let queue = queue(segment.promise)
      let behind = other.map { $0 + location(segment.other) }
      let code = store.codeInSentence(segment.other, language)
      return language(
        "\(name) was queued\(queue.map { " on \($0)" } ?? "")\(behind.map { " behind the \(code) of \($0)" } ?? "")",
        "\(name) \(queue.map { "在 \($0) 上" } ?? "")排队\(behind.map { "，前面是 \($0) 的\(code)" } ?? "")")
    case .running:
      let code = store.codeInSentence(segment.promise, language)
      return language("the \(code) of \(name) ran", "\(name) 的\(code)运行")
    case .inFlight: return language("\(name) was in flight", "\(name) 进行中") + meanwhile(segment.other)
    case .timer: return language("the timer of \(name) ran", "\(name) 的定时器运行") + meanwhile(segment.other)
    }
  }
}
