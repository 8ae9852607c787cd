// The keys that show the help, run, save, copy, compare, and leave.

import Canvas
import ChainModel
import LessonEngine
import PlainText

extension Binding {
  static let other: [Binding] = [
    help, openLog, openEditor,
    Binding(
      "copy-id", [.character("y")], .other, Text("Copy the ID.", "复制 ID。"), idle: { _ in nothingToCopy },
      run: {
        if let id = $0.state.selection { $0.requested = .copy("#\(id)") }
      }),
    Binding(
      "copy-row", [.character("Y")], .other, Text("Copy the row.", "复制此行。"), idle: { _ in nothingToCopy },
      run: {
        if $0.layout.tree.height > 1, $0.outline.count > 0 { $0.requested = .copyRow }
      }),
    Binding(
      "save", [.control("s"), .function(2)], .other, Text("Save the tree or the log to a file.", "把树或日志保存到文件。")
    ) { $0.state.prompt = Prompt(.save, suggestion: "promises.txt") },
    Binding(
      "run-again", [.character("r"), .function(5)], .other,
      Text("Run the scenario, or read the log, again.", "重新运行场景，或重新读取日志。"), in: .everywhere,
      isPossible: { $0.canRunAgain },
      footer: { screen in
        guard screen.lesson == nil else { return nil }
        if screen.options.again == .log { return Label(12, "Read again", "重新读取") }
        let isOver = screen.isProgramOver || screen.options.guides && !screen.stream.isRunning
        return Label(isOver ? 3 : 12, "Run again", "重新运行")
      }, idle: { _ in Text("There is nothing to run or read again.", "没有可以重新运行或重新读取的内容。") },
      run: { if $0.canRunAgain { $0.requested = .runAgain } }),
    Binding(
      "change-run", [.character("R")], .other,
      Text("Change the scenario's settings and run it again.", "修改场景的设置并重新运行。"), in: .everywhere,
      footer: { $0.lesson != nil && $0.options.form != nil ? Label(6, "Change", "修改") : nil }, run: { $0.openForm() }),
    Binding(
      "compare", [.character("b")], .other, Text("Show the other version of the run beside it.", "并排显示这次运行的另一个版本。"),
      in: .everywhere,
      footer: { screen in
        guard screen.options.otherVersion != nil, let walk = screen.lesson?.walk else { return nil }
        return walk.place == .introduction ? nil : Label(5, "Compare", "对照")
      }, run: { $0.toggleComparison() }),
    Binding(
      "compare-runs", [.character("V")], .other,
      Text("Show the former run and this one side by side.", "并排显示之前的运行与这次运行。"),
      footer: { screen in
        let isOn = screen.state.page == .runs
        return screen.options.series.former.isEmpty ? nil : Label(3, "Compare", "对照", isOn: isOn)
      }, run: { $0.toggleRuns() }),
    Binding(
      "former-run", [.character("B")], .other,
      Text("Show the former run, or the latest one again.", "显示之前的运行，或回到最近的运行。"),
      footer: { screen in
        let series = screen.options.series
        if series.isFormer { return Label(3, "Latest run", "最近的运行", isOn: true) }
        return series.former.isEmpty ? nil : Label(3, "Former run", "之前的运行")
      }, run: { $0.requested = .showFormerRun }),
    Binding(
      "cancel-run", [.character("X")], .other,
      Text("Ask the running scenario to cancel its work.", "请求正在运行的场景取消工作。"),
      idle: { _ in Text("No run is left to cancel.", "没有可以取消的运行。") },
      run: { if $0.options.canCancelRun, $0.stream.isRunning { $0.requested = .cancelRun } }),
    hint, nextExercise, redraw, quit,
  ]

  private static let nothingToCopy = Text("No promise is selected.", "没有选中的 Promise。")
  private static let noExercise = Text(
    "This is no exercise: pscope exercise lists them.", "这不是练习：`pscope exercise` 列出所有练习。")

  static let help = Binding(
    "help", [.function(1), .character("?")], .other, Text("Show or hide this help.", "显示或隐藏此帮助。"), in: .everywhere,
    footer: { Label($0.lesson == nil ? 1 : 7, "Help", "帮助") }, run: { $0.state.showsHelp = true })

  static let openLog = Binding(
    "open-log", [.character("F"), .function(7)], .other, Text("Show another log of the folder.", "显示文件夹中的另一个日志。"),
    isPossible: { $0.options.logs != nil }, footer: { _ in Label(4, "Logs", "日志列表") }, run: { $0.openLogList() })

  static let openEditor = Binding(
    "open-editor", [.character("o")], .other, Text("Open the call site in $EDITOR.", "用 $EDITOR 打开调用点。"),
    in: .everywhere, idle: { _ in Text("The log does not give its call site.", "日志没有记录它的调用点。") },
    run: { $0.openEditor() })

  /// Shows the next hint for the exercise.
  public static let hint = Binding(
    "hint", [.character("M")], .other, Text("Show the next hint for the exercise.", "显示这道练习的下一条线索。"),
    isPossible: { $0.options.isExercise }, footer: { _ in Label(2, "Hint", "线索") }, idle: { _ in noExercise },
    run: { if $0.options.isExercise { $0.requested = .hint } })

  /// Opens the next exercise.
  public static let nextExercise = Binding(
    "next-exercise", [.character("J")], .other, Text("Go on to the next exercise.", "进入下一道练习。"),
    isPossible: { $0.options.isExercise }, footer: { _ in Label(2, "Next exercise", "下一题") }, idle: { _ in noExercise },
    run: { if $0.options.isExercise { $0.requested = .nextExercise } })

  static let redraw = Binding(
    "redraw", [.control("l")], .other, Text("Draw the screen again.", "重绘屏幕。"), in: .everywhere
  ) { $0.requested = .redraw }

  /// Closes the screen.
  public static let quit = Binding(
    "quit", [.character("q"), .control("c"), .function(10)], .other, Text("Leave.", "退出。"), in: .everywhere,
    footer: { $0.lesson == nil ? Label(0, "Quit", "退出") : Label(0, "Leave", "离开") }, run: { $0.requested = .quit })
}
