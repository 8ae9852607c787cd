// The keys that ask what is wrong, and why.

import Canvas
import PlainText

extension Binding {
  static let questions: [Binding] = [nextProblem, previousProblem, why, criticalPath, problems, onlyProblems]

  static let nextProblem = Binding(
    "next-problem", [.character("e")], .questions,
    Text("Go to the next problem and show why.", "转到下一个问题，并显示原因。"), in: .everywhere,
    footer: { $0.lesson == nil ? Label(2, "Problem", "问题") : nil }, run: { $0.goToProblem(1) })

  private static let previousProblem = Binding(
    "previous-problem", [.character("E")], .questions, Text("Go to the previous problem.", "转到上一个问题。")
  ) { $0.goToProblem(-1) }

  private static let why = Binding(
    "why", [.character("w"), .character("2")], .questions,
    Text("Show why the promise is as it is; mark the path.", "解释 Promise 的现状，并标出路径。"), in: .everywhere,
    footer: { $0.lesson == nil ? Label(3, "Why", "原因", isOn: $0.state.path?.question == .why) : nil },
    run: { $0.ask(.why) })

  static let criticalPath = Binding(
    "critical-path", [.character("c"), .character("3")], .questions,
    Text("Show where its time went; again: the whole run.", "显示时间花在哪里；再按一次：整次运行。"), in: .everywhere,
    footer: { screen in
      screen.lesson == nil ? Label(7, pathWord, isOn: screen.state.path?.question == .criticalPath) : nil
    }, run: { $0.ask(.criticalPath) })

  static let pathWord = Text("Critical path", "关键路径")

  private static let problems = Binding(
    "problems", [.character("P"), .character("8")], .questions, Text("List all problems.", "列出所有问题。"),
    in: .everywhere, footer: { $0.lesson == nil ? Label(4, "List", "列表") : nil }, run: { $0.show(.problems) })

  private static let onlyProblems = Binding(
    "only-problems", [.character("!")], .questions,
    Text("Show only promises with problems, or all.", "只显示有问题的 Promise，或显示全部。"), needsTree: true,
    footer: { _ in Label(4, "Only", "只看问题") }, run: { $0.toggleOnlyProblems() })
}
