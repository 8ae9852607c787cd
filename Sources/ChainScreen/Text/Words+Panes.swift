// The headings of the panes, and what each of them says.

import PlainText

extension Words {
  var whyTitle: String { language("why", "原因") }
  func whyFulfilled(_ promise: [Span]) -> Line { language("why \(promise) is fulfilled", "\(promise) 为何兑现") }
  func whyRejected(_ promise: [Span]) -> Line { language("why \(promise) is rejected", "\(promise) 为何被拒绝") }
  func whyCanceled(_ promise: [Span]) -> Line { language("why \(promise) is canceled", "\(promise) 为何被取消") }
  func whyPending(_ promise: [Span]) -> Line { language("why \(promise) is pending", "\(promise) 为何待定") }
  func whyLeaked(_ promise: [Span]) -> Line { language("why \(promise) never settles", "\(promise) 为何永远无法敲定") }
  func whyUnknown(_ promise: [Span]) -> Line { language("why \(promise) is unknown", "\(promise) 为何状态未知") }
  func criticalTitle(_ promise: [Span]) -> Line { language("critical path of \(promise)", "\(promise) 的关键路径") }
  var criticalRunTitle: String { language("critical path of the run", "整次运行的关键路径") }
  var sourceTitle: String { language("source", "源码") }
  var logTitle: String { language("log", "日志") }
  var lanesTitle: String { language("queues and threads", "队列与线程") }
  var lanesRan: String { language("runs", "运行") }
  var lanesSelected: String { language("the selected one", "选中的") }
  var groupsTitle: String { language("call sites", "调用点") }
  var problemsTitle: String { language("problems", "问题") }
  var outputTitle: String { language("program output", "程序输出") }
  var noOutput: String { language("The program has written nothing so far.", "程序到目前为止没有输出。") }
  var outputNotRecorded: String {
    language(
      "This log has no notes. What a program prints is captured only by pscope run, and by the demos.",
      "此日志中没有备注。只有 pscope run 和演示会捕获程序打印的内容。")
  }
  func changesTitle(_ position: String) -> String {
    language("changes since event \(position)", "事件 \(position) 以来的变化")
  }
  func changesBetween(_ start: String, _ end: String) -> String {
    language("changes from event \(start) to \(end)", "事件 \(start) 到 \(end) 的变化")
  }
  var detailsTitle: String { language("details", "详情") }
  var nothingSelected: String { language("No promise is selected.", "未选中 Promise。") }
  var noSite: String { language("The log does not give its call site.", "日志没有记录它的调用点。") }
  func sourceChanged(_ file: String) -> String {
    language("\(file) has changed since the log was recorded.", "日志录制之后，\(file) 已被修改。")
  }
  var namelessLanes: String {
    language("The log does not say on which queue or thread the bodies ran.", "日志没有记录函数体在哪个队列或线程上运行。")
  }
  var noLanes: String { language("No body or handler has run yet.", "还没有函数体或处理函数运行过。") }
  var noGroups: String { language("No promise yet.", "还没有 Promise。") }
  var noChanges: String { language("Nothing changed.", "没有变化。") }
  var noEvents: String { language("No event yet.", "还没有事件。") }
  var noPath: String { language("Its creation was not recorded, so its time is unknown.", "它的创建未被记录，因此时间未知。") }
  var noTime: String { language("It took no time.", "没有耗时。") }
  var failedColumn: String { language("failed", "失败") }
  var spreadColumn: String { language("spread", "分布") }
  var groupsSorted: String { language("S sorts; Enter: the slowest one", "S 排序；Enter 转到最慢的一个") }
  var countColumn: String { language("count", "数量") }
  var pathTimer: String { language("timer", "定时器") }
  var outsidePromises: String { language("outside of promises", "在 Promise 之外") }
  func whileHeld(by body: [Span]) -> Line { language("while \(body) held the loop", "其间 \(body) 占用循环") }
  func behind(_ promise: [Span]) -> Line { language("behind \(promise)", "在 \(promise) 之后") }
  func behindOthers(_ count: [Span]) -> Line { language("behind \(count) others", "，前面还有 \(count) 个") }
  func forOther(_ promise: [Span]) -> Line { language("for \(promise)", "因 \(promise)") }
  func otherShares(_ count: Int, _ share: String) -> String {
    language("\(NumberText.plural(count, "other", "others")): \(share)", "其余 \(NumberText.grouped(count)) 项：\(share)")
  }
  func promisesOfSite(_ count: Int) -> String {
    language("\(NumberText.grouped(count)) at this call site", "此调用点共 \(NumberText.grouped(count)) 个")
  }
  func createdCount(_ count: String) -> String { language("\(count) created", "新建 \(count) 个") }
  func fulfilledCount(_ count: String) -> String { language("\(count) fulfilled", "兑现 \(count) 个") }
  func rejectedCount(_ count: String) -> String { language("\(count) rejected", "拒绝 \(count) 个") }
  func canceledCount(_ count: String) -> String { language("\(count) canceled", "取消 \(count) 个") }
  func leakedCount(_ count: String) -> String { language("\(count) freed while pending", "待定时被释放 \(count) 个") }
  func pendingCount(_ count: String) -> String { language("\(count) newly pending", "新增待定 \(count) 个") }
  func appearedProblem(_ sentence: String) -> String { language("new: \(sentence)", "新出现：\(sentence)") }
  func disappearedProblem(_ sentence: String) -> String { language("gone: \(sentence)", "已消失：\(sentence)") }
}

extension Text {
  /// No source file with this name was found.
  package static func sourceMissing(_ file: String) -> Text {
    Text("--source-root says where to look: \(file) was not found.", "可用 --source-root 指定查找位置：找不到 \(file)。")
  }
}
