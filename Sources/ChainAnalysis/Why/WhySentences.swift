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
  ///   - namesWaits: Whether to say what waits for what, for callers that do not draw it.
  /// - Returns: The sentences, in the order in which to read them; at least one.
  public func sentences(
    _ why: Why, now: Int64? = nil, limit: Int = 12, language: Language = .english, namesWaits: Bool = true
  ) -> [WhySentence] {
    sentences(why, now: now, limit: limit, language: language, namesWaits: namesWaits, HandlerBranches())
  }

  /// The same for many answers from one store, about which `branches` remembers what it found out.
  package func sentences(
    _ why: Why, now: Int64? = nil, limit: Int, language: Language, namesWaits: Bool = true, _ branches: HandlerBranches
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
      if namesWaits { speech.waits(chain) }
      speech.end(of: chain)
      if let others = why.others { speech.say(chain.links.last?.promise ?? 0, others.text(in: language)) }
      if why.victimCount > (namesWaits ? 0 : 1) { speech.victims(of: why) }
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
    let names = store.callersInWords(of: id)
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
        let known = language("\(name) has been pending for \(time)", "\(name) 待定至今\(time)")
        return say(why.promise, age == 0 ? unknown : known)
      }
      let total = total ?? language("an unknown time", "未知时长")
      say(why.promise, language("\(name) has been pending for \(total)", "\(name) 待定至今 \(total)"))
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

  mutating func waits(_ chain: WaitChain) {
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
  }

  mutating func end(of chain: WaitChain) {
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

  /// The elements with their indices; of a long list, the first and last ones, with nil for those between.
  func elided<Element>(_ list: [Element]) -> [(Int, Element?)] {
    guard list.count > limit else { return list.enumerated().map { ($0.offset, $0.element) } }
    let half = limit / 2
    let head = (0..<half).map { ($0, Optional(list[$0])) }
    let tail = ((list.count - (limit - half))..<list.count).map { ($0, Optional(list[$0])) }
    return head + [(half, nil)] + tail
  }
}
