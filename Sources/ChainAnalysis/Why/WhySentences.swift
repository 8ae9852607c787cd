// The answer to "why" in words. Finds nothing out: it only reads the answer's data and looks up names.

import ChainModel
import PlainText
import PromiseTrace

/// One sentence of an answer, and the promise that it is about.
public struct WhySentence: Sendable, Equatable {
  /// The promise to show with it; 0 for a sentence about several.
  public var promise: PromiseID
  /// The sentence, without a period, safe to print.
  public var text: String

  init(_ promise: PromiseID, _ text: String) { (self.promise, self.text) = (promise, text) }
}

extension ChainStore {
  /// An answer in sentences: the state first, then its cause, step by step.
  ///
  /// - Parameters:
  ///   - why: The answer, from this store.
  ///   - now: The current moment; nil for the time of the latest event.
  ///   - limit: The maximum number of steps of one path to name; the middle of a longer one is only counted.
  ///   - language: The language of the sentences.
  /// - Returns: The sentences, in the order in which to read them; at least one.
  public func sentences(
    _ why: Why, now: Int64? = nil, limit: Int = 12, language: Language = .english
  ) -> [WhySentence] {
    sentences(why, now: now, limit: limit, language: language, HandlerBranches())
  }

  /// The same for many answers from one store, about which `branches` remembers what it found out.
  package func sentences(
    _ why: Why, now: Int64? = nil, limit: Int, language: Language, _ branches: HandlerBranches
  ) -> [WhySentence] {
    var speech = WhySpeech(
      store: self, now: now ?? lastTime, limit: max(4, limit), language: language, branches: branches)
    speech.timeout = why.timeout
    speech.state(why)
    switch why.reason {
    case .unknown:
      speech.say(
        why.promise,
        language("Events about it were lost, so what became of it is not known", "有关它的事件已丢失，因此不知道它的结果"))
    case .pending(let chain):
      speech.pending(chain)
      if let others = why.others { speech.say(chain.links.last?.promise ?? 0, others.text(in: language)) }
      if !why.victims.isEmpty { speech.victims(of: why) }
    case .fulfilled(let steps):
      speech.steps(steps, of: .value)
      speech.callers(steps.first?.promise ?? why.promise)
    case .rejected(let path):
      speech.rejection(path)
      speech.callers(path.origin)
    case .canceled(let path, let cancellation): speech.cancellation(path, cancellation)
    }
    if let path = why.path { speech.path(path) }
    return speech.sentences
  }
}

struct WhySpeech {
  /// What a promise passes on.
  enum Outcome {
    case value, error, cancellation
  }

  let store: ChainStore
  let now: Int64
  let limit: Int
  let language: Language
  let branches: HandlerBranches
  /// Where the time of the promise went whose timeout an error came from.
  var timeout: CriticalPath?
  private(set) var sentences: [WhySentence] = []

  init(store: ChainStore, now: Int64, limit: Int, language: Language, branches: HandlerBranches) {
    (self.store, self.now, self.limit, self.language) = (store, max(0, now), limit, language)
    self.branches = branches
  }

  mutating func say(_ promise: PromiseID, _ text: String) { sentences.append(WhySentence(promise, text)) }

  func name(_ id: PromiseID) -> String { store.nameInSentence(id) }

  /// ` at App/Loader.swift:41`, or nothing.
  func location(_ id: PromiseID) -> String { location(store.facts(id)?.site) }

  /// The location of a call site.
  private func location(_ site: Site?) -> String {
    store.placeInSentence(site).map { language(" at \($0)", " @ \($0)") } ?? ""
  }

  /// Says which functions led to a promise, if the program recorded them.
  mutating func callers(_ id: PromiseID) {
    let names = store.callers(of: id).joined(separator: " < ")
    guard !names.isEmpty else { return }
    let (name, place) = (name(id), location(id))
    say(id, language("\(name)\(place) was called from \(names)", "\(name)\(place) 由 \(names) 调用"))
  }

  /// ` on images`, or nothing.
  func queue(_ id: PromiseID) -> String? {
    store.facts(id).flatMap { store.texts[$0.queue] }.map { Escaping.line($0) }
  }

  // MARK: State

  mutating func state(_ why: Why) {
    let name = name(why.promise)
    let total = why.path.map { DurationText.of($0.total) }
    let after = total.map { language(" after \($0)", "，历时 \($0)") } ?? ""
    switch why.state {
    case .pending, .running, .waiting:
      if let facts = store.facts(why.promise), facts.isUnknownStart {
        let age = max(0, now - facts.created)
        let time = language("at least \(DurationText.of(age))", "至少 \(DurationText.of(age))")
        let unknown = language("\(name) is pending, for how long is not known", "\(name) 待定，时长未知")
        let known = language("\(name) has been pending for \(time)", "\(name) 已待定\(time)")
        return say(why.promise, age == 0 ? unknown : known)
      }
      let total = total ?? language("an unknown time", "未知时长")
      say(why.promise, language("\(name) has been pending for \(total)", "\(name) 已待定 \(total)"))
    case .leaked:
      say(
        why.promise,
        language("\(name) was freed while pending, so it can never settle", "\(name) 在待定时被释放，因此永远无法敲定"))
    case .unknown: say(why.promise, language("\(name) is in an unknown state", "\(name) 状态未知"))
    case .fulfilled: say(why.promise, language("\(name) was fulfilled", "\(name) 已兑现") + after)
    case .cancelled: say(why.promise, language("\(name) was canceled", "\(name) 已取消") + after)
    case .rejected, .unhandled:
      let error = store.errorInSentence(why.promise).map { language(" with \($0)", "，错误为 \($0)") } ?? ""
      say(why.promise, language("\(name) was rejected", "\(name) 已拒绝") + error + after)
    }
  }

  // MARK: Pending

  mutating func pending(_ chain: WaitChain) {
    for (index, link) in elided(chain.links) {
      guard let link, index + 1 < chain.links.count else {
        if link == nil {
          let count = chain.links.count - limit
          say(
            0,
            language(
              "… \(counted(count, "more promise")), \(count == 1 ? "" : "each ")waiting for the next …",
              "… 另有 \(NumberText.grouped(count)) 个 Promise 依次等待 …"))
        }
        continue
      }
      let next = name(chain.links[index + 1].promise)
      let left = store.deadline(of: link.promise).map { DurationText.of(max(0, $0 - now)) }
      let deadline = left.map { language(", for another \($0) at most", "，最多再等 \($0)") } ?? ""
      let place = link.wait == .awaited ? location(store.awaitSite(of: link.promise)) : ""
      say(link.promise, "\(name(link.promise)) \(wait(link.wait, for: next))\(place)\(deadline)")
    }
    leaf(chain)
    callers(chain.links.last?.promise ?? 0)
    if let promise = chain.links.first?.promise { tasks(promise) }
  }

  /// Says what waits for a promise that waits for nothing itself.
  mutating func victims(of why: Why) {
    let named =
      why.victims.prefix(4).map { name($0) + location(store.awaitSite(of: $0)) } + (why.victimCount > 4 ? ["…"] : [])
    let (names, count) = (named.joined(separator: ", "), why.victimCount)
    let english = "\(counted(count, "promise")) \(count == 1 ? "waits" : "wait") for it: \(names)"
    say(why.promise, language(english, "有 \(NumberText.grouped(count)) 个 Promise 在等它：\(names)"))
  }

  /// Says where tasks that are no promise's bodies wait for a promise.
  private mutating func tasks(_ id: PromiseID) {
    var sites: [Site] = []
    store.forEachWaitSite(of: id) { body, site in
      if body == 0, !sites.contains(site) { sites.append(site) }
      return sites.count < 4
    }
    for site in sites.reversed() {
      let (name, place) = (name(id), location(site))
      say(id, language("Code outside of promises waits for \(name)\(place)", "Promise 之外的代码在等待 \(name)\(place)"))
    }
  }

  private func wait(_ kind: WaitKind?, for next: String) -> String {
    switch kind {
    case .derived: language("derives from and waits for \(next)", "派生自 \(next)，正在等待它")
    case .adopted: language("was resolved with and waits for \(next)", "采用了 \(next)，正在等待它")
    case .awaited: language("awaits \(next)", "的函数体在等待 \(next)")
    case .input(let open, let count, true):
      language(
        "waits for any of its \(counted(count, "input")), \(open) pending\(among(open))\(next)",
        "等待其 \(NumberText.grouped(count)) 个输入中的任意一个（\(open) 个待定）\(among(open))\(next)")
    case .input(let open, let count, false):
      language(
        "waits for \(open) of its \(counted(count, "input"))\(among(open))\(next)",
        "等待其 \(NumberText.grouped(count)) 个输入中的 \(open) 个\(among(open))\(next)")
    case nil: language("waits for \(next)", "等待 \(next)")
    }
  }

  /// Before one of several open inputs, or before the only one.
  private func among(_ open: Int) -> String {
    open == 1 ? language(": ", "：") : language(", among them ", "，其中有 ")
  }

  private mutating func leaf(_ chain: WaitChain) {
    let id = chain.links.last?.promise ?? 0
    if let holders = chain.holders {
      let (name, reason) = (name(id) + location(id), store.sentence(holders).text(in: language))
      let likely = holders.isProven ? "" : language("likely, ", "很可能，")
      say(id, language("\(name) has not been settled: \(likely)\(reason)", "\(name) 尚未敲定：\(likely)\(reason)"))
    } else if chain.holder != id {
      let held = chain.leaf == .resolver ? store.holderInSentence(id).text(in: language) : ""
      say(id, leaf(chain.leaf, id, name(id) + location(id)) + held)
    }
    guard let holder = chain.holder, let facts = store.facts(holder), let start = facts.started else { return }
    let (name, code) = (name(holder) + location(holder), store.codeInSentence(holder, language))
    let (queue, time) = (queue(holder) ?? "", DurationText.of(now - start))
    let opening = holder == id ? language("The", "") : language("Meanwhile, the", "与此同时，")
    say(
      holder,
      language(
        "\(opening) \(code) of \(name) has held queue '\(queue)' for \(time)",
        "\(opening)\(name) 的\(code)已占用队列 '\(queue)' \(time)"))
  }

  private func leaf(_ leaf: WaitLeaf, _ id: PromiseID, _ name: String) -> String {
    switch leaf {
    case .settled: return language("\(name) is settled", "\(name) 已敲定")
    case .dropped:
      if let reason = store.runtime.words.freed?.text(in: language) {
        return language("\(name) was freed while pending: \(reason)", "\(name) 在待定时被释放：\(reason)")
      }
      if store.isOpen(id) {
        return language(
          "\(name) can never settle: its last resolver was released", "\(name) 永远无法敲定：它的最后一个 resolver 已被释放")
      }
      return language(
        "\(name) was freed while pending: its resolver was dropped, so nothing can settle it",
        "\(name) 在待定时被释放：它的 resolver 被丢弃，因此再也无法敲定")
    case .cycle(let first):
      let first = self.name(first)
      return language(
        "\(name) waits for \(first), which waits for it: none of them can settle",
        "\(name) 等待 \(first)，而后者也在等待它：谁都无法敲定")
    case .emptyCombinator:
      return language("\(name) has no inputs, so nothing can settle it", "\(name) 没有输入，因此无法敲定")
    case .resolver where store.isRequest(id):
      return language("\(name) has not settled: its operation has not ended", "\(name) 尚未敲定：它的操作尚未结束")
    case .resolver:
      if let reason = store.runtime.words.pending?.text(in: language) {
        return language("\(name) has not been settled: \(reason)", "\(name) 尚未敲定：\(reason)")
      }
      if store.facts(id).map({ store.texts[$0.operation] == "pending" }) ?? false {
        return language(
          "\(name) has not been settled: something still holds it, and nothing has fulfilled or rejected it",
          "\(name) 尚未敲定：仍有代码持有它，但未兑现也未拒绝它")
      }
      return language(
        "\(name) has not been settled: its resolver is still held and has not been called",
        "\(name) 尚未敲定：它的 resolver 仍被持有，但未被调用")
    case .lazy:
      return language(
        "\(name) has not been started: its body runs when something asks for its value",
        "\(name) 尚未启动：有代码需要它的值时，函数体才会运行")
    case .paused: return language("\(name) is paused", "\(name) 已暂停")
    case .unrecorded:
      return language("\(name) waits for something that the log does not record", "\(name) 等待的对象没有记录在日志中")
    case .queued(let behind):
      let queue = queue(id)
      let body = behind.map { (name: self.name($0) + location($0), code: store.codeInSentence($0, language)) }
      return language(
        "\(name) is queued\(queue.map { " on \($0)" } ?? "")"
          + (body.map { " behind the \($0.code) of \($0.name)" } ?? ""),
        "\(name) 的\(store.codeInSentence(id, language))\(queue.map { "在 \($0) 上" } ?? "")排队"
          + (body.map { "，前面是 \($0.name) 的\($0.code)" } ?? ""))
    case .running(let since):
      let time = DurationText.of(now - since)
      return language(
        "\(name) has been running for \(time)", "\(name) 的\(store.codeInSentence(id, language))正在运行，已 \(time)")
    case .timer(let since, let remaining):
      let time = DurationText.of(now - since)
      return language("\(name) has been waiting for its timer for \(time)", "\(name) 在等待定时器，已 \(time)")
        + rest(remaining)
    case .unknown:
      return language(
        "What \(name) waits for is not known, because events were lost or are no longer kept",
        "不知道 \(name) 在等待什么，因为事件已丢失或不再保留")
    }
  }

  /// `, 25.0 s left`, or nothing if the log does not have the timer's duration.
  private func rest(_ remaining: Int64?) -> String {
    guard let remaining else { return "" }
    let left = remaining - (now - store.lastTime)
    guard left < 0 else { return language(", \(DurationText.of(left)) left", "，还剩 \(DurationText.of(left))") }
    return language(", which is \(DurationText.of(-left)) late", "，已晚了 \(DurationText.of(-left))")
  }

  /// The elements with their indices; of a long list, the first and last ones, with nil for those between.
  func elided<Element>(_ list: [Element]) -> [(Int, Element?)] {
    guard list.count > limit else { return list.enumerated().map { ($0.offset, $0.element) } }
    let half = limit / 2
    let head = (0..<half).map { ($0, Optional(list[$0])) }
    let tail = ((list.count - (limit - half))..<list.count).map { ($0, Optional(list[$0])) }
    return head + [(half, nil)] + tail
  }
}
