// The columns of the tree, and what became of a promise in a few words.

import PlainText

extension Words {
  // The columns.
  var promiseColumn: String { language("promise", "Promise") }
  var stateColumn: String { language("state", "状态") }
  var outcomeColumn: String { language("outcome", "结果") }
  var siteColumn: String { language("call site", "调用点") }
  var ownColumn: String { language("own", "自身") }
  var totalColumn: String { language("total", "总计") }

  // Rows.
  var noPromiseYet: String { language("No promise yet: waiting for the first event.", "还没有 Promise：正在等待第一个事件。") }
  var noPromise: String { language("This log holds no promise.", "此日志中没有 Promise。") }
  var beforeFirst: String {
    language("The playhead is at the start: ] steps to the first event.", "播放头在起点：按 ] 步进到第一个事件。")
  }
  var nothingMatches: String {
    language("Nothing matches the filter; Esc shows everything.", "没有符合过滤条件的 Promise；按 Esc 显示全部。")
  }
  var root: String { language("ROOT", "根因") }
  var rootDropped: String { language("resolver dropped: nothing can settle it", "resolver 被丢弃：再也无法敲定") }
  func cycleOf(_ path: [Span]) -> Line { language("cycle: \(path)", "循环：\(path)") }
  var rootEmpty: String { language("no inputs: nothing can settle it", "没有输入：无法敲定") }
  var rootHeld: String { language("not settled: its resolver was not called", "未敲定：resolver 未被调用") }
  var rootPending: String { language("pending at the end", "结束时仍待定") }
  var rootBlocking: String { language("blocks the queue that it needs", "阻塞了自己需要的队列") }
  func hangsOn(_ promise: [Span]) -> Line { language("hangs on \(promise)", "卡在 \(promise)") }
  func caught(_ error: [Span], _ promise: [Span]) -> Line {
    language("caught \(error) from \(promise)", "捕获 \(error)，来自 \(promise)")
  }
  func caughtUnknown(_ promise: [Span]) -> Line { language("caught an error from \(promise)", "捕获错误，来自 \(promise)") }
  func ranOn(_ time: [Span], _ queue: [Span]) -> Line { language("ran \(time) on \(queue)", "占用 \(queue) \(time)") }
  func ran(_ time: [Span]) -> Line { language("ran \(time)", "运行 \(time)") }
  func queuedBehind(_ time: [Span], _ promise: [Span]) -> Line {
    language("queued \(time) behind \(promise)", "排队 \(time)，前面是 \(promise)")
  }
  func queuedBehindMany(_ time: [Span], _ count: [Span]) -> Line {
    language("queued \(time) behind \(count) bodies", "排队 \(time)，前面有 \(count) 个函数体")
  }
  func queuedFor(_ time: [Span]) -> Line { language("queued \(time)", "排队 \(time)") }
  func queuedOn(_ queue: String) -> String { language("queued on \(queue)", "在 \(queue) 排队") }
  func unhandledAt(_ promise: [Span]) -> Line { language("unhandled at \(promise)", "在 \(promise) 处未处理") }
  func unhandledError(_ error: [Span]) -> Line { language("unhandled: \(error)", "未处理：\(error)") }
  var settledAgain: String { language("settled again, refused", "再次敲定，被忽略") }
  func notReturned(_ promise: [Span]) -> Line {
    language("started \(promise) and did not return it", "启动了 \(promise) 却没有返回它")
  }
  func handledBy(_ promise: [Span]) -> Line { language("handled by \(promise)", "由 \(promise) 处理") }
  var handledHere: String { language("handled here", "在此处理") }
  func cancelledBy(_ promise: [Span]) -> Line { language("canceled by \(promise)", "由 \(promise) 取消") }
  var canceledFromInside: String { language("canceled by its handler or its token", "由自己的处理函数或令牌取消") }
  var leakedFreed: String { language("leaked: freed while pending", "已泄漏：待定时被释放") }
  var eventsMissing: String { language("events missing", "事件缺失") }
  var waitsForItself: String { language("waits for itself", "等待自身") }
  func onPromise(_ promise: [Span]) -> Line { language("on \(promise)", "等待 \(promise)") }
  func afterPromise(_ promise: [Span]) -> Line { language("after \(promise)", "接在 \(promise) 之后") }
  func settledOf(_ settled: String, _ count: String) -> String {
    language("\(settled) of \(count) settled", "已敲定 \(settled)/\(count)")
  }
  var timerRuns: String { language("timer runs", "定时器运行中") }
  func timerLeft(_ time: [Span]) -> Line { language("\(time) left", "剩余 \(time)") }
  var inFlight: String { language("in flight", "在途") }
  var queued: String { language("queued", "排队") }
  var pausedWord: String { language("paused", "已暂停") }
  func resolvedWith(_ promise: [Span]) -> Line { language("resolved with \(promise)", "采用了 \(promise)") }
  var seeAbove: String { language("see above", "见上文") }
  var derivesFromIt: String { language("derives from it", "由它派生") }
  var anInput: String { language("an input", "输入之一") }
  var adopted: String { language("adopted", "被采用") }
  var awaited: String { language("awaited", "被等待") }
  var madeInside: String { language("made inside", "在其内部创建") }
  func noLongerKept(_ count: String) -> String {
    language("\(count) promises no longer kept", "\(count) 个 Promise 不再保留")
  }

  func lost(_ count: UInt64, isDamage: Bool) -> String {
    let number = NumberText.grouped(count)
    return isDamage
      ? language(
        NumberText.plural(count, "event", "events") + " missing: the log is damaged here", "缺失 \(number) 个事件：日志在此损坏")
      : language(NumberText.plural(count, "event", "events") + " lost here", "此处丢失 \(number) 个事件")
  }
}
