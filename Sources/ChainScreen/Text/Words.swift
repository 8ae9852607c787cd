// The terms that the screen shows in several parts. Every other text stands beside what shows it: `language` gets it in English, then in Chinese.
//
// One term for one thing in Chinese: 敲定 (settle), 兑现 (fulfill), 拒绝 (reject), 待定 (pending), 处理函数 (handler), 函数体 (body), 调用点 (call site), 进行中 (in
// flight). `Promise` and `resolver` keep the names that they have in code. Every character takes one or two columns on every terminal: quotation
// marks are 「」 instead of “”, whose width differs between terminals.

import ChainModel
import PlainText

extension Language {
  /// A text that stands back behind what it names.
  func faint(_ english: @autoclosure () -> Line, _ chinese: @autoclosure () -> Line) -> [Span] {
    line(english(), chinese()).spans(.faint)
  }

  // Headings and columns.
  var problemsTitle: String { self("problems", "问题") }
  var detailsTitle: String { self("details", "详情") }
  var sourceTitle: String { self("source", "源码") }
  var whyTitle: String { self("why", "原因") }
  func changesTitle(_ position: String) -> String {
    self("changes since event \(position)", "事件 \(position) 以来的变化")
  }
  var stateColumn: String { self("state", "状态") }
  var siteColumn: String { self("call site", "调用点") }
  var ownColumn: String { self("own", "自身") }
  var maximumColumn: String { self("max", "最长") }
  var failedColumn: String { self("failed", "失败") }
  var countColumn: String { self("count", "数量") }
  var openColumn: String { self("open", "待定") }

  // A promise, and its events.
  var ranFact: String { self("ran", "运行") }
  var pathTimer: String { self("timer", "定时器") }
  var inFlight: String { self("in flight", "进行中") }
  var legendQueued: String { self("waits for its queue", "在队列中等待") }
  var freed: String { self("freed", "已释放") }
  var cancellationRequested: String { self("cancellation requested", "已请求取消") }
  func afterTime(_ time: String) -> String { self(" after \(time)", " 历时 \(time)") }
  func causeReturned(_ code: String) -> String { self("its \(code) returned", "\(code)已返回") }
  func causeThrew(_ code: String) -> String { self("its \(code) threw", "\(code)抛出了错误") }
  func from(_ promise: [Span]) -> Line { self(" from \(promise)", "，来自 \(promise)") }
  func byPromise(_ promise: [Span]) -> Line { self(" by \(promise)", "，由 \(promise)") }
  func through(_ promise: [Span]) -> Line { self(" through \(promise)", "，经由 \(promise)") }
  func events(_ count: UInt64) -> String {
    self(NumberText.plural(count, "event", "events"), "\(NumberText.grouped(count)) 个事件")
  }
  func lost(_ count: UInt64) -> String { self("\(NumberText.grouped(count)) lost", "丢失 \(NumberText.grouped(count))") }

  // Notices and prompts.
  var noPromise: String { self("This log holds no promise.", "此日志中没有 Promise。") }
  var nothingSelected: String { self("No promise is selected.", "未选中 Promise。") }
  var noBookmark: String { self("No bookmark: m sets one.", "没有书签：按 m 设置。") }
  var noFormerRun: String { self("There is no former run yet.", "还没有之前的运行。") }
  var promptKeys: String { self("Enter accept  Esc cancel", "Enter 确定  Esc 取消") }
  func noProblems(in store: ChainStore) -> String {
    store.unrecorded.isEmpty
      ? self("No problems found.", "未发现问题。") : self("No problems found in what was recorded.", "在记录到的部分里未发现问题。")
  }
  func playing(_ speed: String, _ times: String) -> String { self("playing \(times)\(speed)", "播放 \(times)\(speed)") }
  func filterActive(_ text: String) -> String { self("filter: \(text)", "过滤：\(text)") }
  func readingStopped(_ reason: String) -> String { self("reading stopped: \(reason)", "读取中止：\(reason)") }
  func runNumber(_ number: Int) -> String { self("run \(number)", "第 \(number) 次运行") }
  func rowsOnly(_ run: Int) -> String { self("only in run \(run)", "仅在第 \(run) 次运行中") }

  /// The keys that answer a question.
  func answerNumbers(_ count: Int) -> String {
    count == 2 ? self("1 or 2", "1 或 2") : self("1 to \(count)", "1 到 \(count)")
  }
}

extension Text {
  /// No source file with this name was found.
  package static func sourceMissing(_ file: String) -> Text {
    Text("--source-root says where to look: \(file) was not found.", "可用 --source-root 指定查找位置：找不到 \(file)。")
  }
}
