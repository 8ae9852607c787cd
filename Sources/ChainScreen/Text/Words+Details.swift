// The facts about a promise, and its events.

import PlainText

extension Words {
  // The details.
  var valueFact: String { language("value", "值") }
  var errorFact: String { language("error", "错误") }
  var inputsFact: String { language("inputs", "输入") }
  var handlersFact: String { language("handlers", "处理函数") }
  var waitersFact: String { language("waiters", "等待者") }
  var originFact: String { language("made by", "创建") }
  var locationFact: String { language("location", "位置") }
  var callersFact: String { language("callers", "调用者") }
  var timesFact: String { language("times", "用时") }
  var ranFact: String { language("ran", "运行") }
  var eventsFact: String { language("events", "事件") }
  func afterTime(_ time: String) -> String { language(" after \(time)", " 历时 \(time)") }
  func forTime(_ time: String) -> String { language(" for \(time)", " 已持续 \(time)") }
  var comma: String { language(", ", "，") }
  func waitsOn(_ promise: [Span]) -> Line { language("waits on \(promise)", "等待 \(promise)") }
  func sinceTime(_ start: String, _ time: String) -> String {
    language(" since \(start), \(time)", "，始于 \(start)，已 \(time)")
  }
  func runsAfter(_ promise: [Span]) -> Line { language("runs after \(promise)", "在 \(promise) 之后运行") }
  func bodyRuns(_ code: String) -> String { language("its \(code) runs", "\(code)正在运行") }
  func timerRunsFor(_ time: [Span]) -> Line { language("its timer runs, for \(time)", "定时器运行中，已 \(time)") }
  var notSettled: String { language("not settled yet", "尚未敲定") }
  func errorFrom(_ promise: [Span]) -> Line { language("the error comes from \(promise)", "错误来自 \(promise)") }
  func valueFrom(_ promise: [Span]) -> Line { language("its value came from \(promise)", "值来自 \(promise)") }
  var cancelRequested: String { language("its cancellation was requested", "已被请求取消") }
  func cancelRequestedBy(_ promise: [Span]) -> Line {
    language("its cancellation was requested by \(promise)", "由 \(promise) 请求取消")
  }
  var rejectedAsCancelled: String { language("its resolver rejected it with a cancellation", "resolver 以取消错误拒绝了它") }
  var handled: String { language("handled", "已处理") }
  var onAnotherBranch: String { language(" on another branch,", "（在另一个分支）") }
  func byPromise(_ promise: [Span]) -> Line { language(" by \(promise)", "，由 \(promise)") }
  var freedPending: String { language("freed while pending: nothing can settle it", "待定时被释放：再也无法敲定") }
  var outcomeUnknown: String { language("events are missing, so its outcome is unknown", "事件缺失，因此结果未知") }
  var causeResolver: String { language("its resolver settled it", "由 resolver 敲定") }
  var causeLibrary: String { language("the library rejected it", "由库拒绝") }
  var causeHandedOn: String { language("its handler ran and passed the outcome on", "处理函数已运行，并传递了结果") }
  func causeReturned(_ code: String) -> String { language("its \(code) returned", "\(code)已返回") }
  var causeAdopted: String { language("took the outcome of the promise it was resolved with", "采用了另一个 Promise 的结果") }
  var causeTimer: String { language("its timer ran out", "定时器已到时") }
  var causePassthrough: String { language("passed on, no handler here", "原样传递，此处没有处理函数") }
  var causeCombinator: String { language("its inputs decided", "由输入决定") }
  func causeThrew(_ code: String) -> String { language("its \(code) threw", "\(code)抛出了错误") }
  var causeTimeout: String { language("its time ran out", "已超时") }
  func fromPromise(_ promise: [Span]) -> Line { language("from \(promise)", "来自 \(promise)") }
  func ofPromise(_ promise: [Span]) -> Line { language(" of \(promise)", "，来自 \(promise)") }
  func insidePromise(_ promise: [Span]) -> Line { language("inside \(promise)", "在 \(promise) 内部") }
  var creationNotRecorded: String { language("its creation was not recorded", "它的创建未被记录") }
  var waitedTime: String { language("waited", "等待") }
  func waitedOn(_ promise: [Span]) -> Line { language("waited on \(promise)", "等待 \(promise)") }
  func queueNamed(_ name: [Span]) -> Line { language("queue \(name)", "队列 \(name)") }
  func threadNamed(_ name: [Span]) -> Line { language("thread \(name)", "线程 \(name)") }
  var cancellationRequested: String { language("cancellation requested", "已请求取消") }
  var none: String { language("none", "无") }
  func countBefore(_ count: String) -> String { language("\(count): ", "\(count) 个：") }
  func andMore(_ count: String) -> String { language(" and \(count) more", " 及另外 \(count) 个") }
  var freed: String { language("freed", "已释放") }
  var unknownNote: String {
    language(
      "Promises that were pending then stay unknown until a later event about them arrives.",
      "当时待定的 Promise 状态未知，直到出现与其有关的后续事件。")
  }
  var notKeptNote: String { language("This promise is no longer kept.", "此 Promise 已不再保留。") }

  func attemptsRefused(_ count: Int) -> String {
    language(
      NumberText.plural(count, "later attempt", "later attempts") + " refused",
      "忽略了之后的 \(NumberText.grouped(count)) 次敲定")
  }

  func observers(_ count: Int) -> String {
    language(count == 1 ? "an observer" : "\(NumberText.grouped(count)) observers", "\(NumberText.grouped(count)) 个观察者")
  }

  func lostNote(_ count: UInt64, isDamage: Bool) -> String {
    let number = NumberText.grouped(count)
    return isDamage
      ? language(
        NumberText.plural(count, "event is", "events are") + " missing: the log is damaged here.",
        "缺失 \(number) 个事件：日志在此损坏。")
      : language(
        NumberText.plural(count, "event was", "events were") + " overwritten here before being read.",
        "此处有 \(number) 个事件在读取之前被覆盖。")
  }

  func evictedNote(_ count: Int) -> String {
    language(
      NumberText.plural(count, "promise", "promises") + " evicted here to bound memory.",
      "为控制内存，此处移出了 \(NumberText.grouped(count)) 个 Promise。")
  }

  // Events.
  var eventCreated: String { language("created", "创建") }
  func eventFrom(_ promise: [Span]) -> Line { language(" from \(promise)", "，来自 \(promise)") }
  func eventNamed(_ name: [Span]) -> Line { language("named \(name)", "命名为 \(name)") }
  var eventObserved: String { language("observed", "被观察") }
  func eventWaits(_ promise: [Span]) -> Line { language("\(promise) waits on it", "\(promise) 等待它") }
  var handlesBoth: String { language(", handles values and errors", "，处理值与错误") }
  var handlesValues: String { language(", handles values", "，处理值") }
  var handlesErrors: String { language(", handles errors", "，处理错误") }
  var handlesNothing: String { language(", handles nothing, passes on", "，不处理，原样传递") }
  var eventRuns: String { language("runs", "开始运行") }
  func eventRunsOn(_ queue: String) -> String { language("runs on \(queue)", "在 \(queue) 上运行") }
  func eventThread(_ name: String) -> String { language(", thread \(name)", "，线程 \(name)") }
  func eventReturnedValue(_ code: String) -> String { language("its \(code) returned a value", "\(code)返回了一个值") }
  func eventReturnedPromise(_ code: String) -> String {
    language("its \(code) returned a promise", "\(code)返回了一个 Promise")
  }
  func eventBodyEnded(_ code: String) -> String { language("its \(code) ended", "\(code)已结束") }
  var eventResumed: String { language("resumed", "已恢复") }
  func eventAwaits(_ code: [Span], _ promise: [Span]) -> Line {
    language("its \(code) waits for \(promise)", "\(code)等待 \(promise)")
  }
  func eventContinues(_ code: String) -> String { language("its \(code) continues", "\(code)继续运行") }
  func eventThrough(_ promise: [Span]) -> Line { language(" through \(promise)", "，经由 \(promise)") }
  var eventSecond: String { language("a second settlement was refused", "再次敲定，被忽略") }
  func eventSecondOf(_ attempt: String) -> String {
    language("a second settlement (\(attempt)) was refused", "再次敲定（\(attempt)），被忽略")
  }
  var eventHandled: String { language("the rejection was handled", "拒绝已被处理") }
  var eventUnhandled: String { language("the rejection was not handled", "拒绝未被处理") }
  var eventEnded: String { language("the log ends", "日志结束") }
  var eventHeld: String { language("its resolver:", "其 resolver：") }
  var eventAlive: String { language("the program still ran", "程序仍在运行") }
}
