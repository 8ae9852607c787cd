// What the screen tells a person: notices, the form, and the prompts.

import ChainModel
import PlainText

extension Words {
  var showsTotals: String { language("The total: from creation to settlement.", "总时长：从创建到敲定。") }
  var showsOwn: String { language("The time spent on work of its own.", "自身工作所用的时间。") }
  // Notices.
  var noErrors: String { language("No errors or warnings.", "没有错误或警告。") }
  func noProblems(in store: ChainStore) -> String {
    if !store.unrecorded.isEmpty { return language("No problems found in what was recorded.", "在记录到的部分里未发现问题。") }
    return language("No problems found.", "未发现问题。")
  }
  var noProblemsInExercise: String {
    language("No problems found. The output says whether the exercise is solved.", "未发现问题。练习是否完成，见输出。")
  }
  func problemOf(_ number: String, _ count: String) -> String {
    language("Problem \(number) of \(count).", "第 \(number)/\(count) 个问题。")
  }
  func matchOf(_ number: String, _ count: String) -> String {
    language("Match \(number) of \(count).", "第 \(number)/\(count) 个匹配。")
  }
  func matchesSoFar(_ count: Int) -> String {
    let number = NumberText.grouped(count)
    return language(count == 1 ? "1 match so far." : "\(number) matches so far.", "目前找到 \(number) 个匹配。")
  }
  func noMatchSoFar(_ text: String) -> String {
    language("No match for “\(text)” so far.", "目前还没有找到「\(text)」。")
  }
  var noOtherVersion: String { language("This run has no other version to compare with.", "这次运行没有可供对照的另一个版本。") }
  var noForm: String { language("This run has no settings to change.", "这次运行没有可以修改的设置。") }

  var noOtherLog: String {
    language("No other log: pscope view FOLDER shows those of a folder.", "没有其他日志：pscope view FOLDER 可以查看文件夹中的日志。")
  }

  // Why a key has done nothing.
  func noCommand(_ key: String, _ help: String) -> String {
    language("\(key) does nothing: \(help) lists the keys.", "\(key) 没有对应的命令：按 \(help) 查看按键。")
  }

  // The list of logs.
  var logListTitle: String { language("Logs, newest first", "日志，从新到旧") }
  func timeAgo(_ time: String) -> String { language("\(time) ago", "\(time) 前") }
  var logListKeys: String { language("Enter: show   Esc: close", "Enter：显示   Esc：关闭") }

  // The form.
  var formTitle: String { language("Change and run again", "修改并重新运行") }
  var formKeys: String { language("Enter: run   Left, Right: change   Esc: close", "Enter：运行   左、右：修改   Esc：关闭") }
  var formNone: String { language("none", "无") }
  var formDefault: String { language("(default)", "（默认）") }
  var autoFoldOn: String { language("Settled chains are folded.", "已敲定的链自动折叠。") }
  var autoFoldOff: String { language("Settled chains stay unfolded.", "已敲定的链保持展开。") }
  var sortedByCreation: String { language("Sorted by creation.", "按创建顺序排列。") }
  var sortedByDuration: String { language("Sorted by duration.", "按时长排列。") }
  var sortedByState: String { language("Sorted by state.", "按状态排列。") }
  var sortedByName: String { language("Sorted by name.", "按名称排列。") }
  var noSearch: String { language("Nothing to search for: / starts a search.", "没有要搜索的内容：按 / 开始搜索。") }
  func noMatch(_ text: String) -> String { language("No match for “\(text)”.", "找不到「\(text)」。") }
  func notInTree(_ promise: String) -> String { language("\(promise) is no longer kept.", "\(promise) 已不再保留。") }
  func bookmarkSet(_ position: String) -> String {
    language("Bookmark at event \(position).", "已在事件 \(position) 处设置书签。")
  }
  var bookmarkRemoved: String { language("Bookmark removed.", "已移除书签。") }
  var noBookmark: String { language("No bookmark: m sets one.", "没有书签：按 m 设置。") }
  var searchPrompt: String { language("Search: ", "搜索：") }
  var logFilterPrompt: String { language("Filter the log: ", "过滤日志：") }
  var noEventMatches: String { language("No event matches; Esc shows all.", "没有符合的事件；按 Esc 显示全部。") }
  var filterPrompt: String { language("Filter: ", "过滤：") }
  var savePrompt: String { language("Save to: ", "保存到：") }
  var inputPrompt: String { language("To the program: ", "输入给程序：") }
  var inputPromptKeys: String { language("Esc back", "Esc 返回") }
  var promptKeys: String { language("Enter accept  Esc cancel", "Enter 确定  Esc 取消") }
  var savePromptKeys: String {
    language(".txt tree  .ndjson log  #12.txt below #12", ".txt 树  .ndjson 日志  #12.txt 只含 #12 以下")
  }
  func tooSmall(_ size: String) -> String { language("Too small: \(size)", "窗口太小：\(size)") }
  func pleaseEnlarge(_ size: String) -> String { language("Please enlarge to \(size).", "请放大到 \(size)。") }
  func filterActive(_ text: String) -> String { language("filter: \(text)", "过滤：\(text)") }
  var onlyProblemsActive: String { language("only problems", "仅看问题") }

  func readingStopped(_ reason: String) -> String { language("reading stopped: \(reason)", "读取中止：\(reason)") }
}
