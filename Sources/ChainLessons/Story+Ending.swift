// The sentences about the recording itself: what is missing from it, and how it ends.

import ChainModel
import PlainText
import PromiseTrace

extension Story {
  /// Events are missing.
  func loss(_ event: Event) -> LocalizedLine {
    let count = NumberText.grouped(event.count)
    let isOne = event.count == 1
    return say { _, _ in
      event.isDamage
        ? "\(isOne ? "1 event is" : "\(count) events are") missing here, because the log is damaged: what happened meanwhile is not known."
        : "\(isOne ? "1 event was" : "\(count) events were") lost here: what happened meanwhile is not known."
    } _: { _, _ in
      event.isDamage ? "此处缺失 \(count) 个事件，因为日志已损坏：其间发生了什么不得而知。" : "此处丢失 \(count) 个事件：其间发生了什么不得而知。"
    }
  }

  /// The recording ended.
  func ending() -> LocalizedLine {
    let (english, chinese) = sums()
    return say { _, _ in
      "The run ends: \(english)."
    } _: { _, _ in
      "运行结束：\(chinese)。"
    }
  }

  /// The log has no end.
  func cutOff() -> LocalizedLine {
    let (english, chinese) = sums()
    return say { _, _ in
      "The log stops here without an end: \(english)."
    } _: { _, _ in
      "日志在此中断，没有结尾：\(chinese)。"
    }
  }

  /// How many promises came to which end.
  private func sums() -> (english: String, chinese: String) {
    let counts = store.counts
    let rejected = counts.rejected
    let parts: [(count: Int, english: String, chinese: String)] = [
      (counts.fulfilled, "fulfilled", "已兑现"), (rejected, "rejected", "已拒绝"), (counts.cancelled, "canceled", "已取消"),
      (counts.leaked, "freed while pending", "在待定时被释放"), (counts.pending - counts.unknown, "still pending", "仍然待定"),
      (counts.unknown, "in an unknown state", "状态未知"),
    ]
    let found = parts.filter { $0.count > 0 }
    guard !found.isEmpty else { return ("it has no promises", "其中没有 Promise") }
    let total = NumberText.grouped(counts.total)
    return (
      "of \(total) \(counts.total == 1 ? "promise" : "promises"), "
        + found.map { "\(NumberText.grouped($0.count)) \($0.count == 1 ? "is" : "are") \($0.english)" }.joined(
          separator: ", "),
      "共 \(total) 个 Promise，" + found.map { "\(NumberText.grouped($0.count)) 个\($0.chinese)" }.joined(separator: "，")
    )
  }
}
