// The keys that move the playhead, play, set bookmarks, and zoom the timeline.

import Canvas
import PlainText

extension Binding {
  static let time: [Binding] = [
    pause, stepBack, stepForward,
    Binding(
      "jump-back", [.character("{")], .time, Text("Move the playhead back.", "往回跳一段。"), idle: { _ in atStart },
      run: { $0.jump(-1) }),
    Binding(
      "jump-forward", [.character("}")], .time, Text("Move the playhead forward.", "往后跳一段。"), idle: { _ in atEnd },
      run: { $0.jump(1) }),
    Binding(
      "to-start", [.character("(")], .time, Text("Go to the start of the run.", "转到运行的起点。"), idle: { _ in atStart },
      run: { $0.seek(to: 0) }),
    Binding(
      "to-end", [.character(")")], .time, Text("Return to the present.", "回到现在。"), idle: { _ in atEnd },
      run: { $0.goToEnd() }),
    Binding(
      "go-to", [.character(":")], .time,
      Text("Go to a moment: 30s, 1:30, 12:04:31, -5s.", "转到某一时刻：30s、1:30、12:04:31、-5s。"),
      footer: { $0.state.showsStrip ? Label(3, "Go to", "转到") : nil }, run: { $0.state.prompt = Prompt(.goTo) }),
    Binding(
      "play", [.character("p")], .time, Text("Play from here, or stop.", "从这里开始播放，或停止。"), idle: { _ in atEnd },
      run: { $0.togglePlaying() }),
    slower, faster,
    Binding("bookmark", [.character("m")], .time, Text("Set or remove a bookmark here.", "在此设置或移除书签。")) {
      $0.toggleBookmark()
    },
    Binding("next-bookmark", [.character("'")], .time, Text("Go to the next bookmark.", "转到下一个书签。")) {
      $0.goToNextBookmark()
    },
    Binding(
      "zoom-in", [.character("z")], .time, Text("Zoom into the timeline.", "放大时间线。"), needsTree: true,
      idle: { _ in isWhole }, run: { $0.zoom(0.5) }),
    Binding(
      "zoom-out", [.character("Z")], .time, Text("Zoom out of the timeline.", "缩小时间线。"), needsTree: true,
      idle: { _ in isWhole }, run: { $0.zoom(2) }),
    Binding(
      "zoom-all", [.character("T")], .time, Text("Show the whole timeline.", "显示整条时间线。"), needsTree: true,
      idle: { _ in isWhole }, run: { $0.state.window = nil }),
    Binding(
      "pan-left", [.character("H")], .time, Text("Move the timeline to earlier times.", "时间线移向更早。"), needsTree: true,
      idle: { _ in isWhole }, run: { $0.pan(-0.25) }),
    Binding(
      "pan-right", [.character("K")], .time, Text("Move the timeline to later times.", "时间线移向更晚。"), needsTree: true,
      idle: { _ in isWhole }, run: { $0.pan(0.25) }),
  ]

  private static let atStart = Text("This is the start of the run.", "已在运行的起点。")
  private static let atEnd = Text("This is the end of the run.", "已在运行的终点。")
  private static let isWhole = Text("The timeline shows the whole run: z zooms.", "时间线已显示整个运行：按 z 放大。")

  // A recording has no present to return to, so there it is played.
  private static let pause = Binding(
    "pause", [.character(" ")], .time, Text("Freeze the view, not the program.", "冻结画面，程序照常运行。"),
    footer: { screen in
      let (state, isRunning) = (screen.state, screen.stream.isRunning)
      if isRunning, state.isPaused { return Label(4, "Resume", "继续", isOn: true) }
      if isRunning { return Label(4, "Pause", "暂停") }
      return state.isPlaying
        ? Label(4, "Stop", "停止", isOn: state.isPaused) : Label(4, "Play", "播放", isOn: state.isPaused)
    }, idle: { _ in atEnd },
    run: { if $0.stream.isRunning { $0.setPaused(!$0.state.isPaused) } else { $0.togglePlaying() } })

  static let stepBack = Binding(
    "step-back", [.character("["), .character(",")], .time, Text("Step back by one event.", "后退一个事件。"),
    footer: { Label(9, "Step", "单步", key: $0.stepKeys) }, idle: { _ in atStart }, run: { $0.step(-1) })

  static let stepForward = Binding(
    "step-forward", [.character("]"), .character(".")], .time, Text("Step forward by one event.", "前进一个事件。"),
    idle: { _ in atEnd }, run: { $0.step(1) })

  static let slower = Binding(
    "slower", [.character("<")], .time, Text("Play half as fast.", "播放速度减半。"), in: .everywhere,
    idle: { Text("\($0.state.speedText) is the slowest speed.", "\($0.state.speedText) 已是最慢的速度。") },
    run: { $0.changeSpeed(by: -1) })

  static let faster = Binding(
    "faster", [.character(">")], .time, Text("Play twice as fast.", "播放速度加倍。"), in: .everywhere,
    idle: { Text("\($0.state.speedText) is the fastest speed.", "\($0.state.speedText) 已是最快的速度。") },
    run: { $0.changeSpeed(by: 1) })
}
