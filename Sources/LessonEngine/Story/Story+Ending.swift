// The sentences about the recording itself: what is missing from it, and how it ends.

import ChainModel
import PlainText
import PromiseTrace

extension Story {
  func loss(_ event: Event, _ line: StoryParts) {
    let isOne = event.count == 1
    let count = NumberText.grouped(event.count)
    let events = line.text(line.language(isOne ? "1 event" : "\(count) events", "\(count) 个事件"))
    if event.isDamage {
      line.say(
        "{0} {1} missing here, because the log is damaged", "此处缺失 {0}，因为日志已损坏", events, isOne ? "is" : "are")
    } else {
      line.say("{0} {1} lost here", "此处丢失 {0}", events, isOne ? "was" : "were")
    }
    line.say(": what happened meanwhile is not known.", "：其间发生了什么不得而知。")
  }

  func ending(_ line: StoryParts) { line.say("The run ends: {0}.", "运行结束：{0}。", line.text(sums(line.language))) }

  /// The log has no end.
  func cutOff(_ line: StoryParts) {
    line.say(
      "The log stops here without an end: {0}.", "日志在此中断，没有结尾：{0}。", line.text(sums(line.language)))
  }

  /// How many promises came to which end.
  private func sums(_ language: Language) -> String {
    let counts = store.counts
    let parts: [(count: Int, english: String, chinese: String)] = [
      (counts.fulfilled, "fulfilled", "已兑现"), (counts.rejected, "rejected", "已拒绝"),
      (counts.cancelled, "canceled", "已取消"), (counts.leaked, "freed while pending", "在待定时被释放"),
      (counts.pending - counts.unknown, "still pending", "仍然待定"), (counts.unknown, "in an unknown state", "状态未知"),
    ]
    let found = parts.filter { $0.count > 0 }
    let total = NumberText.grouped(counts.total)
    switch language {
    case .english:
      guard !found.isEmpty else { return "it has no promises" }
      let ends = found.map { "\(NumberText.grouped($0.count)) \($0.count == 1 ? "is" : "are") \($0.english)" }
      return "of \(total) \(counts.total == 1 ? "promise" : "promises"), " + ends.joined(separator: ", ")
    case .chinese:
      guard !found.isEmpty else { return "其中没有 Promise" }
      let ends = found.map { "\(NumberText.grouped($0.count)) 个\($0.chinese)" }
      return "共 \(total) 个 Promise，" + ends.joined(separator: "，")
    }
  }
}
