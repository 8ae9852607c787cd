// Why a promise is pending: the sentence about the one at the end of the wait, which nothing that the log shows is about to settle.

import ChainModel
import PlainText
import PromiseTrace

extension WhySpeech {
  /// Says what the last promise of a wait waits for, and what holds the queue that it needs.
  mutating func leaf(_ chain: WaitChain) {
    let id = chain.links.last?.promise ?? 0
    if let holders = chain.holders, !holders.all.isEmpty {
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
      // A log that was read from memory does not say whether something still holds it.
      if store.endReason == .snapshot {
        return language(
          "\(name) has not been settled: nothing has fulfilled or rejected it", "\(name) 尚未敲定：没有代码兑现或拒绝它")
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
}
