// The keys of the panes and of the pages that cover the tree.

import Canvas
import PlainText

extension Binding {
  static let panes: [Binding] = [
    nextPane, previousPane,
    Binding(
      "details", [.character("d"), .character("1")], .panes, Text("Show or hide the details.", "显示或隐藏详情。")
    ) { $0.show(.details) },
    Binding("source", [.character("s"), .character("4")], .panes, Text("Show the source.", "显示源码。")) {
      $0.show(.source)
    },
    Binding("log", [.character("L"), .character("5")], .panes, Text("Show the events.", "显示事件。")) { $0.show(.log) },
    Binding(
      "lanes", [.character("t"), .character("6")], .panes,
      Text("Show what each queue and thread ran.", "显示每个队列和线程运行了什么。"), in: .everywhere
    ) { $0.show(.lanes) },
    Binding(
      "groups", [.character("C"), .character("7")], .panes,
      Text("Show the call sites with their times.", "显示各调用点及其用时。")
    ) { $0.show(.groups) },
    Binding(
      "changes", [.character("v"), .character("9")], .panes,
      Text("Show what changed since the bookmark.", "显示书签以来的变化。")
    ) { $0.show(.changes) },
    Binding(
      "service", [.character("W")], .panes,
      Text("Show the whole run by call site, or the tree.", "按调用点显示整次运行，或显示树。"),
      footer: { $0.state.showsStrip ? Label(3, "Overview", "概览", isOn: $0.state.page == .service) : nil },
      run: { $0.toggleService() }),
    output,
    Binding(
      "type-input", [.character("i")], .panes, Text("Type input for the program, until Esc.", "为程序键入输入，按 Esc 结束。"),
      footer: { $0.options.takesInput && !$0.isProgramOver ? Label(4, "Type", "键入") : nil },
      idle: { _ in Text("The program does not read the keyboard.", "程序不从键盘读取输入。") },
      run: { if $0.options.takesInput { $0.startTyping() } }),
    Binding("toggle-panes", [.character("0")], .panes, Text("Show or hide all panes.", "显示或隐藏所有面板。")) {
      $0.togglePanes()
    },
    Binding(
      "back", [.backspace], .panes, Text("Go back to where an edge was followed.", "返回跟随关联之前的位置。"),
      idle: { _ in Text("No promise to go back to.", "没有可以返回的 Promise。") }, run: { $0.goBack() }),
    cancel,
  ]

  static let output = Binding(
    "output", [.character("O")], .panes, Text("Show what the program wrote.", "显示程序的输出。"), in: .everywhere
  ) { $0.show(.output) }

  private static let noPane = Text("No pane is open: d opens one.", "没有打开的窗格：按 d 打开。")

  static let nextPane = Binding(
    "next-pane", [.tab], .panes, Text("Move the focus to the next pane.", "焦点移到下一个面板。"),
    footer: { $0.state.page == nil ? Label(5, "Pane", "面板") : nil }, idle: { _ in noPane }, run: { $0.moveFocus(1) })

  static let previousPane = Binding(
    "previous-pane", [.backTab], .panes, Text("Move the focus to the previous pane.", "焦点移到上一个面板。"),
    idle: { _ in noPane }, run: { $0.moveFocus(-1) })

  static let cancel = Binding(
    "cancel", [.escape], .panes, Text("Leave the pane, the path, the filter or the zoom.", "离开面板、路径、过滤或缩放。"),
    idle: { _ in Text("Nothing to close: q quits.", "没有可以关闭的内容：按 q 退出。") }, run: { $0.cancel() })
}
