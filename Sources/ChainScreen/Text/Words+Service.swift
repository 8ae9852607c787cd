// What the page of a service says, and going to a moment.

import PlainText

extension Words {
  var needsALook: String { language("needs a look", "需要关注") }
  var longestInFlight: String { language("in flight, longest first", "进行中，最久的在前") }
  var nowColumn: String { language("now", "当前") }
  var rateColumn: String { language("rate", "速率") }
  var settledTitle: String { language("settled", "已敲定") }
  var after: String { language("after", "等待") }
  func moreCallSites(_ count: Int) -> String {
    let number = NumberText.grouped(count)
    return language("\(number) more: C shows all call sites", "另有 \(number) 个：按 C 显示所有调用点")
  }
  func moreProblems(_ count: Int) -> String {
    let number = NumberText.grouped(count)
    return language("\(number) more: P shows all problems", "另有 \(number) 个：按 P 显示所有问题")
  }
  func slowestOf(_ shown: String, _ count: String) -> String {
    language("\(shown) of \(count), slowest first", "\(count) 个中的 \(shown) 个，最慢的在前")
  }
  var noInstances: String { language("None of its promises is kept anymore.", "它的 Promise 都已不再保留。") }
  var sortedByTime: String { language("Sorted by time in total.", "按总用时排列。") }
  var sortedByCount: String { language("Sorted by count.", "按数量排列。") }
  var sortedByP99: String { language("Sorted by p99.", "按 p99 排列。") }
  var sortedByFailed: String { language("Sorted by failures.", "按失败数排列。") }

  // Going to a moment.
  var goToPrompt: String { language("Go to: ", "转到：") }
  var goToPromptKeys: String { language("30s  1:30  12:04:31  -5s before the end", "30s  1:30  12:04:31  -5s 结束前") }
  func noMoment(_ text: String) -> String {
    language("Expected 30s, 1:30, 12:04:31 or -5s, found “\(text)”.", "应为 30s、1:30、12:04:31 或 -5s，却是「\(text)」。")
  }
  func afterTheEnd(_ time: String) -> String { language("The run ends at \(time).", "运行在 \(time) 结束。") }
}
