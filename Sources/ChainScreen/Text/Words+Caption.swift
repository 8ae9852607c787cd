// The caption of a guided view: what the promises wait for, and at the end, what the run came to.

import PlainText

extension Words {
  // What they wait for.
  func captionPending(_ name: [Span], _ time: [Span]) -> Line {
    language("Waiting for \(name): \(time) so far", "正在等待 \(name)：已 \(time)")
  }
  func captionRunning(_ name: [Span], _ time: [Span]) -> Line {
    language("Running \(name): \(time) so far", "正在运行 \(name)：已 \(time)")
  }
  func captionTimer(_ name: [Span], _ time: [Span]) -> Line {
    language("Waiting for the timer of \(name): \(time) left", "正在等待 \(name) 的定时器：剩余 \(time)")
  }
  func captionQueued(_ name: [Span], _ time: [Span]) -> Line {
    language("\(name) waits for its queue: \(time) so far", "\(name) 在排队：已 \(time)")
  }
  func captionQueuedBehind(_ name: [Span], _ time: [Span], _ occupant: [Span]) -> Line {
    language("\(name) is queued behind \(occupant): \(time) so far", "\(name) 排在 \(occupant) 之后：已 \(time)")
  }
  func captionPaused(_ name: [Span]) -> Line { language("\(name) is paused", "\(name) 已暂停") }
  func captionDropped(_ name: [Span]) -> Line { language("Nothing can settle \(name)", "\(name) 再也无法敲定") }
  func captionCycle(_ name: [Span]) -> Line { language("\(name) waits for itself", "\(name) 等待自身") }
  func captionStage(_ stage: [Span]) -> Line { language(", \(stage)", "，\(stage)") }
  func captionWaiting(_ count: Int) -> String {
    language(
      "; \(NumberText.plural(count, "promise waits", "promises wait")) for it",
      "；\(NumberText.grouped(count)) 个 Promise 在等它")
  }
  var captionEnd: String { language(".", "。") }
  func pendingNow(_ count: Int) -> String {
    language(
      count == 0 ? "Nothing is pending." : NumberText.plural(count, "promise is", "promises are") + " pending.",
      count == 0 ? "没有待定的 Promise。" : "\(NumberText.grouped(count)) 个 Promise 待定。")
  }

  // What the run came to.
  func summaryFulfilled(_ count: Int, _ time: [Span]) -> Line {
    count == 1
      ? language("The promise fulfilled after \(time).", "这个 Promise 在 \(time) 后兑现。")
      : language(
        "All \([Span(NumberText.grouped(count))]) promises fulfilled in \(time).",
        "\([Span(NumberText.grouped(count))]) 个 Promise 在 \(time) 内全部兑现。")
  }
  func summaryMixed(_ count: Int, _ time: [Span], _ states: String) -> Line {
    language(
      "\([Span(NumberText.plural(count, "promise", "promises"))]) in \(time): \([Span(states)]).",
      "\(time) 内共 \([Span(NumberText.grouped(count))]) 个 Promise：\([Span(states)])。")
  }
  var summaryComma: String { language(", ", "，") }
  /// Nil if there is none.
  func summaryProblems(_ count: Int) -> String? {
    guard count > 0 else { return nil }
    return language(
      " e goes to the " + (count == 1 ? "problem." : "first of \(NumberText.grouped(count)) problems."),
      count == 1 ? "按 e 查看问题。" : "共 \(NumberText.grouped(count)) 个问题，按 e 查看第一个。")
  }
  func summaryLongest(_ name: [Span], _ time: [Span]) -> Line {
    language(" Longest: \(name), \(time).", "最长的是 \(name)：\(time)。")
  }
}
