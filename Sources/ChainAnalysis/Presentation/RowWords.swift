// The words of a row, in English and Chinese: the states, what became of a promise, and the numbers over the rows. Owns them for the screen, the
// page, the picture, and the text tree; findings and answers have their own sentences.

import ChainModel
import PlainText
import PromiseTrace

/// The words of a row in one language.
package struct RowWords: Sendable {
  package let language: Language

  package init(_ language: Language) { self.language = language }

  /// The word for a state.
  package func state(_ state: NodeState) -> String { state.word(in: language) }

  package func times(_ count: Int) -> String {
    language(NumberText.plural(count, "time", "times"), "\(NumberText.grouped(count)) 次")
  }

  package func wait(_ count: Int) -> String {
    language(NumberText.plural(count, "waits", "wait"), "\(NumberText.grouped(count)) 个受阻")
  }

  // Rows.
  package var freedPending: String { language("freed while pending", "待定时被释放") }
  package var root: String { language("ROOT", "根因") }
  package var rootDropped: String { language("resolver dropped: nothing can settle it", "resolver 被丢弃：再也无法敲定") }
  package func cycleOf(_ path: [Piece]) -> Phrase { language("cycle: \(path)", "循环：\(path)") }
  package var rootEmpty: String { language("no inputs: nothing can settle it", "没有输入：无法敲定") }
  func rootHeld(by path: String) -> String { language("resolver held by \(path)", "resolver 由 \(path) 持有") }
  package var rootHeld: String { language("resolver not called", "resolve/reject 未被调用") }
  package var rootInFlight: String { language("operation not ended", "操作尚未结束") }
  /// For the body that held what others wait for.
  var rootEnded: String { language("ended; others wait", "已结束，别的还在等") }
  package var rootPending: String { language("pending at the end", "结束时仍待定") }
  package var rootBlocking: String { language("blocks the queue that it needs", "阻塞了自己需要的队列") }
  package func hangsOn(_ promise: [Piece]) -> Phrase { language("hangs on \(promise)", "卡在 \(promise)") }
  package func caught(_ error: [Piece], _ promise: [Piece]) -> Phrase {
    language("caught \(error) from \(promise)", "捕获 \(error)，来自 \(promise)")
  }
  package func caughtUnknown(_ promise: [Piece]) -> Phrase {
    language("caught an error from \(promise)", "捕获错误，来自 \(promise)")
  }
  package func ranOn(_ time: [Piece], _ queue: [Piece]) -> Phrase {
    language("ran \(time) on \(queue)", "占用 \(queue) \(time)")
  }
  package func ran(_ time: [Piece]) -> Phrase { language("ran \(time)", "运行 \(time)") }
  package func queuedBehind(_ time: [Piece], _ promise: [Piece]) -> Phrase {
    language("queued \(time) behind \(promise)", "排队 \(time)，前面是 \(promise)")
  }
  package func queuedBehindMany(_ time: [Piece], _ count: [Piece]) -> Phrase {
    language("queued \(time) behind \(count) others", "排队 \(time)，前面还有 \(count) 个")
  }
  package func queuedFor(_ time: [Piece]) -> Phrase { language("queued \(time)", "排队 \(time)") }
  package func queuedOn(_ queue: String) -> String { language("queued on \(queue)", "在 \(queue) 排队") }
  package func unhandledAt(_ promise: [Piece]) -> Phrase {
    language("unhandled at \(promise)", "在 \(promise) 处未处理")
  }
  package func unhandledError(_ error: [Piece]) -> Phrase {
    language("unhandled: \(error)", "未处理：\(error)")
  }
  package var settledAgain: String { language("settled again, refused", "再次敲定，被忽略") }
  package func notReturned(_ promise: [Piece]) -> Phrase {
    language("started \(promise) and did not return it", "启动了 \(promise) 却没有返回它")
  }
  package func handled(by promise: [Piece], isElsewhere: Bool) -> Phrase {
    isElsewhere
      ? language("handled on another branch, by \(promise)", "由另一个分支的 \(promise) 处理")
      : language("handled by \(promise)", "由 \(promise) 处理")
  }
  package var handledHere: String { language("handled here", "在此处理") }
  package func cancelledBy(_ promise: [Piece]) -> Phrase {
    language("canceled by \(promise)", "由 \(promise) 取消")
  }
  package var canceledFromInside: String { language("canceled by its handler or its token", "由自己的处理函数或令牌取消") }
  package var eventsMissing: String { language("events missing", "事件缺失") }
  package var waitsForItself: String { language("waits for itself", "等待自身") }
  package func onPromise(_ promise: [Piece]) -> Phrase { language("on \(promise)", "等待 \(promise)") }
  package func afterPromise(_ promise: [Piece]) -> Phrase {
    language("after \(promise)", "接在 \(promise) 之后")
  }
  package func settledOf(_ settled: String, _ count: String) -> String {
    language("\(settled) of \(count) settled", "已敲定 \(settled)/\(count)")
  }
  package var timerRuns: String { language("timer runs", "定时器运行中") }
  package func timerLeft(_ time: [Piece]) -> Phrase { language("\(time) left", "剩余 \(time)") }
  package var note: String { language("note", "提示") }
  package var queued: String { language("queued", "排队") }
  package var pausedWord: String { language("paused", "已暂停") }

  /// The number of promises in each state, without zeros; the numbers of problems may say already how many are unhandled.
  package func counts(_ counts: ChainCounts, withUnhandled: Bool) -> [(state: NodeState, text: String)] {
    let all: [(NodeState, Int)] = [
      (.pending, counts.pending - counts.unknown), (.fulfilled, counts.fulfilled),
      (.rejected, counts.rejected), (.cancelled, counts.cancelled), (.leaked, counts.leaked),
      (.unknown, counts.unknown), (.unhandled, withUnhandled ? counts.unhandled : 0),
    ]
    return all.filter { $0.1 > 0 }.map { ($0.0, "\(NumberText.grouped($0.1)) \(state($0.0))") }
  }

  package func promises(_ count: Int) -> String {
    language(NumberText.plural(count, "promise", "promises"), "\(NumberText.grouped(count)) 个 Promise")
  }
}
