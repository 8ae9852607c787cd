// The sentences about the recording itself: what is missing from it, and how it ends.

import ChainModel
import PlainText
import PromiseTrace

extension Story {
  func loss(_ event: Event, _ language: Language, _ line: StoryParts) {
    let count = NumberText.grouped(event.count)
    switch language {
    case .english:
      line.add(string: event.count == 1 ? "1 event " : "\(count) events ")
      line.add(event.isDamage ? (event.count == 1 ? "is" : "are") : (event.count == 1 ? "was" : "were"))
      line.add(event.isDamage ? " missing here, because the log is damaged" : " lost here")
      line.add(": what happened meanwhile is not known.")
    case .chinese:
      line.add(event.isDamage ? "此处缺失 " : "此处丢失 ")
      line.add(string: count)
      line.add(" 个事件", event.isDamage ? "，因为日志已损坏" : "", "：其间发生了什么不得而知。")
    }
  }

  func ending(_ language: Language, _ line: StoryParts) {
    switch language {
    case .english: line.add(string: "The run ends: \(sums(language)).")
    case .chinese: line.add(string: "运行结束：\(sums(language))。")
    }
  }

  /// The log has no end.
  func cutOff(_ language: Language, _ line: StoryParts) {
    switch language {
    case .english: line.add(string: "The log stops here without an end: \(sums(language)).")
    case .chinese: line.add(string: "日志在此中断，没有结尾：\(sums(language))。")
    }
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
