// What the screen says about run after run, and about the file of the log that it follows.

import PlainText

extension Words {
  // The file of the log.
  func logAwaited(_ name: String) -> String {
    language("Waiting for \(name), which does not exist yet.", "正在等待 \(name)，它还不存在。")
  }
  var logEmptied: String { language("The log was emptied; waiting for the next run.", "日志已被清空；等待下一次运行。") }
  var logRewritten: String { language("the log was written again", "日志被重新写入") }
  var logMoved: String { language("The log was moved; waiting for another one.", "日志已被移走；等待新的日志。") }
  var logDeleted: String { language("The log was deleted; waiting for another one.", "日志已被删除；等待新的日志。") }
  var logRotated: String { language("the log was moved and created again", "日志被移走并重新创建") }
  var logReplaced: String { language("the log was replaced", "日志被替换") }
  func logJoined(_ name: String) -> String { language("\(name) was created", "\(name) 已创建") }

  var logAwaitedWord: String { language("waiting for the log", "等待日志") }
  var logEmptiedWord: String { language("log emptied", "日志已清空") }
  var logRewrittenWord: String { language("log rewritten", "日志已重写") }
  var logMovedWord: String { language("log moved away", "日志已移走") }
  var logDeletedWord: String { language("log deleted", "日志已删除") }
  var logRotatedWord: String { language("log rotated", "日志已轮换") }
  var logReplacedWord: String { language("log replaced", "日志已替换") }

  // Run after run.
  func runNumber(_ number: Int) -> String { language("run \(number)", "第 \(number) 次运行") }
  func formerRunNumber(_ number: Int) -> String { language("former run \(number)", "之前的第 \(number) 次运行") }
  func runStarted(_ number: Int, _ news: String?) -> String {
    language("Run \(number)", "第 \(number) 次运行") + (news.map { language(": \($0).", "：\($0)。") } ?? language(".", "。"))
  }
  func runSummary(_ number: Int, problems: Int, time: Int64) -> String {
    let difference = NumberText.grouped(problems.magnitude)
    let problem =
      problems == 0
      ? language("as many problems", "问题数相同")
      : problems < 0
        ? language(problems == -1 ? "1 problem fewer" : "\(difference) problems fewer", "少 \(difference) 个问题")
        : language(problems == 1 ? "1 problem more" : "\(difference) problems more", "多 \(difference) 个问题")
    return language("Run \(number): \(problem), \(change(time))", "第 \(number) 次运行：\(problem)，\(change(time))")
  }
  func runWithoutPromises(_ number: Int) -> String {
    language("Run \(number) created no promises.", "第 \(number) 次运行没有创建 Promise。")
  }
  /// A difference of times with its sign.
  func change(_ time: Int64, micro: String = "µ") -> String {
    time == 0 ? "±0" : (time > 0 ? "+" : "-") + DurationText.of(Int64(clamping: time.magnitude), micro: micro)
  }
  var noFormerRun: String { language("There is no former run yet.", "还没有之前的运行。") }
  var formerRunNotKept: String {
    language("Of the former run, only its call sites are kept: V compares.", "之前的运行只保留了调用点：按 V 对照。")
  }
  func newRunWaits(_ number: Int) -> String {
    language("Run \(number) has started; it is shown when the pause ends.", "第 \(number) 次运行已经开始；取消暂停后就会显示。")
  }

  // Two runs side by side.
  func runsTitle(_ former: String, _ now: String) -> String {
    language("\(former) beside \(now)", "\(former) 与 \(now)")
  }
  func runsTotals(_ promises: String, _ problems: String, _ time: String) -> String {
    language("promises \(promises)   problems \(problems)   \(time)", "Promise \(promises)   问题 \(problems)   \(time)")
  }
  var newProblem: String { language("new", "新增") }
  var goneProblem: String { language("gone", "消失") }
  var maximumColumn: String { language("max", "最长") }
  var rowsSlower: String { language("slower: own work", "自身工作变慢") }
  var rowsWaiting: String { language("slower: waiting", "因等待而变慢") }
  var rowsFaster: String { language("faster", "变快") }
  func rowsOnly(_ run: Int) -> String { language("only in run \(run)", "仅在第 \(run) 次运行中") }
  var rowsSame: String { language("about the same", "基本相同") }
}
