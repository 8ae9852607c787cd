// What the screen says in a lesson, besides the lesson's own texts.

import PlainText

extension Words {
  var lessonWord: String { language("lesson", "课程") }
  func lessonOf(_ number: String, _ count: String) -> String {
    language("lesson \(number) of \(count)", "第 \(number) 课，共 \(count) 课")
  }
  func stepOf(_ number: String, _ count: String) -> String {
    language("step \(number) of \(count)", "第 \(number) 步，共 \(count) 步")
  }
  var changedWord: String { language("changed", "已改动") }
  func runIsChanged(_ settings: [(title: String, value: String)]) -> String {
    let changes = settings.map { language("\($0.title): \($0.value).", "\($0.title)：\($0.value)。") }
    return language("This run is changed. ", "这次运行有改动。") + changes.joined(separator: language == .english ? " " : "")
  }
  var introductionTitle: String { language("introduction", "导言") }
  func lesson(_ title: String, named name: String) -> String { language("\(title) (\(name))", "\(title)（\(name)）") }

  func buildsOn(_ lessons: String) -> String { language("Builds on: \(lessons)", "先修：\(lessons)") }
  var scoreTitle: String { language("score", "得分") }
  func questionOf(_ number: String, _ count: String) -> String {
    language("question \(number) of \(count)", "问题 \(number)/\(count)")
  }
  var nowTitle: String { language("now", "现在") }
  var storyTitle: String { language("so far", "经过") }
  var nothingYet: String { language("Nothing has happened yet.", "还什么都没有发生。") }
  var whatHappensNow: String { language("what happens now?", "接下来会怎样？") }
  func pressToAnswer(_ count: String, _ key: String) -> String {
    let numbers = answerNumbers(count)
    return language("Press \(numbers), or \(key) to skip it.", "按数字键 \(numbers) 选择，按 \(key) 跳过。")
  }
  func answerFirst(_ count: String, _ key: String) -> String {
    let numbers = answerNumbers(count)
    return language("Answer with \(numbers), or press \(key) to skip it.", "请按数字键 \(numbers) 选择，或按 \(key) 跳过。")
  }
  private func answerNumbers(_ count: String) -> String {
    count == "2" ? language("1 or 2", "1 或 2") : language("1 to \(count)", "1 到 \(count)")
  }
  /// Before a sentence about the creation of one more promise.
  func createdBefore(_ promises: [String]) -> String {
    guard promises.count > 3 else {
      let names = promises.joined(separator: comma)
      return language("Created just before: \(names).", "在它之前刚创建了：\(names)。")
    }
    let (count, first, last) = ("\(promises.count)", promises[0], promises[promises.count - 1])
    return language(
      "Created just before: \(count) promises, from \(first) to \(last).",
      "在它之前刚创建了 \(count) 个 Promise，从 \(first) 到 \(last)。")
  }
  /// Before a sentence about an event that the lesson has not reached.
  func willBeSeen(_ time: String) -> String { language("At \(time): ", "\(time) 时：") }
  func answersOnly(_ count: String) -> String { language("There are only \(count) answers.", "只有 \(count) 个选项。") }
  func opensEditor(_ file: String, _ editor: String) -> String {
    language("Now o opens \(file) in \(editor).", "再按一次 o，用 \(editor) 打开 \(file)。")
  }
  var leaveVi: String { language(" Leave it with :q.", "用 :q 退出。") }
  var leaveNano: String { language(" Leave it with Ctrl-X.", "用 Ctrl-X 退出。") }
  var leaveEmacs: String { language(" Leave it with Ctrl-X Ctrl-C.", "用 Ctrl-X Ctrl-C 退出。") }
  func rightSoFar(_ right: String, _ count: String) -> String {
    language("right so far: \(right) of \(count)", "已答对 \(right) 题，共 \(count) 题")
  }
  var answerRight: String { language("Right.", "答对了。") }
  var answerWrong: String { language("Not quite.", "不对。") }
  var answerShown: String { language("This is the answer.", "这就是答案。") }
  var readingRun: String { language("Reading the run.", "正在读取运行记录。") }
  func lessonPart(_ count: String, _ shown: String) -> String {
    language(
      "The run has \(count) promises; this lesson shows \(shown) of them that belong together.",
      "这次运行有 \(count) 个 Promise；本课只显示其中相关联的 \(shown) 个。")
  }
  func lessonAsks(_ steps: String, _ questions: String) -> String {
    language(
      "The run is played from its start in \(steps) steps, with \(questions) \(questions == "1" ? "question" : "questions") on the way. Each one asks what happens next, before it happens.",
      "运行将从头播放，共 \(steps) 步，途中有 \(questions) 个问题。每个问题都在事情发生之前问：接下来会怎样？")
  }
  func lessonNarrates(_ steps: String) -> String {
    language(
      "The run is played from its start in \(steps) steps, each with a sentence about what has happened.",
      "运行将从头播放，共 \(steps) 步，每一步都有一句话说明发生了什么。")
  }
  func lessonHasNoQuestion(_ steps: String) -> String {
    language(
      "The run is played from its start in \(steps) steps. It leaves nothing to ask, so it is only narrated.",
      "运行将从头播放，共 \(steps) 步。其中没有可问的问题，因此只作讲解。")
  }
  var howToStart: String { language("Press the right arrow to start; F1 shows all keys.", "按右方向键开始；F1 显示所有按键。") }
  var howToEnd: String { language("Press q to leave, or the left arrow to look again.", "按 q 离开，或按左方向键回看。") }
  var howToGoOn: String {
    language(
      "Press n for the next lesson, q to leave, or the left arrow to look again.", "按 n 进入下一课，按 q 离开，或按左方向键回看。")
  }
  func scoreSentence(_ right: String, _ count: String) -> String {
    language("You answered \(right) of \(count) questions right.", "你答对了 \(right) 题，共 \(count) 题。")
  }
  var toRepeat: String { language("Worth repeating:", "值得复习：") }
  var lessonOver: String { language("This is the end of the run.", "运行到此结束。") }
  func nextLesson(_ title: String) -> String { language("The next lesson: \(title)", "下一课：\(title)") }
  var repairedHint: String { language("The same without the mistake:", "没有这个错误的版本：") }
  var changeSomething: String {
    language(
      "Change what fails or what takes longer, predict what happens, and run it again.",
      "改一改哪里失败、哪里更慢，先预测结果，再运行一遍。")
  }
  var problemsLater: String {
    language("Problems are shown once all questions are answered.", "回答完所有问题之后才显示问题列表。")
  }
  var pickRow: String { language("Or choose a row with the arrows, and press Enter.", "或用方向键选一行，再按回车。") }
  var pickLine: String { language("Or choose a source line with the arrows, and press Enter.", "或用方向键选一行源代码，再按回车。") }
  var pickTime: String { language("Or choose a moment with the arrows, and press Enter.", "或用方向键选时间线上的一刻，再按回车。") }
}
