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
  var inFlight: String { language("in flight", "在途") }
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
