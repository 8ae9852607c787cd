// The logs of a folder: how many there are, the list of them, and the request to show another one.

import Canvas
import PlainText

extension Screen {
  /// Whether nothing keeps the screen from showing another run: no pause, no text being typed, no box.
  var isAtPresent: Bool {
    !state.isPaused && !state.isPlaying && state.prompt == nil && !state.showsHelp && state.form == nil
      && state.logList == nil
  }

  /// Looks for logs again.
  ///
  /// - Returns: Whether the header changed.
  mutating func countLogs() -> Bool {
    guard let finder = options.logs else { return false }
    let logs = finder.list()
    let place = logs.firstIndex { $0.path == finder.shown }.map { LogPlace(number: $0 + 1, count: logs.count) }
    defer { logPlace = place }
    return place != logPlace
  }

  /// Opens the list of logs.
  mutating func openLogList() {
    state.logList = options.logs.flatMap { LogList($0) }
    if state.logList == nil {
      notice = language(
        "No other log: pscope view FOLDER shows those of a folder.", "没有其他日志：pscope view FOLDER 可以查看文件夹中的日志。")
    } else {
      _ = countLogs()
    }
  }

  /// Performs the action of a key in the list of logs.
  mutating func updateLogList(_ key: Key) -> ScreenEffect {
    let binding = keyMap.binding(for: key)
    if let motion = binding?.motion {
      state.logList?.move(by: motion.distance(rows: 9))
    } else if key == .control("c"), binding == .quit {
      return .quit
    } else if key == .enter || binding == .enter || binding == .inward {
      // Whatever these keys are bound to, they have this meaning in a box.
      return chooseLog()
    } else if binding == .nextPane || binding == .previousPane {
      state.logList?.move(by: binding == .nextPane ? 1 : -1)
    } else if [.escape, .backspace].contains(key)
      || ([.quit, .cancel, .outward, .openLog] as [Binding?]).contains(binding)
    {
      state.logList = nil
    } else if binding == .redraw {
      return .redraw
    }
    return .none
  }

  /// Handles the mouse in the list of logs: a click on a log shows it, and one beside the list closes it.
  mutating func updateLogList(_ mouse: MouseEvent) -> ScreenEffect {
    guard let list = state.logList else { return .none }
    switch mouse.action {
    case .wheelUp: state.logList?.move(by: -1)
    case .wheelDown: state.logList?.move(by: 1)
    case .click:
      let place = LogListLayout(list, on: layout.size, width: LogListLines(list, self).width)
      if let index = place.log(column: mouse.column, row: mouse.row, of: list) {
        state.logList?.move(by: index - list.selected)
        return chooseLog()
      }
      if !place.frame.contains(column: mouse.column, row: mouse.row) { state.logList = nil }
    case .press, .drag, .release: break
    }
    return .none
  }

  private mutating func chooseLog() -> ScreenEffect {
    guard let list = state.logList else { return .none }
    state.logList = nil
    return list.selected == list.shown ? .none : .openLog(path: list.logs[list.selected].path)
  }
}
