// Answers given by doing: what an answer names is pointed at on the screen, a row, a line of the source, or a moment of the timeline.

import Canvas
import ChainModel
import LessonEngine

extension Screen {
  /// Chooses among the lines or the moments that answer the open question, or answers with what is chosen, which may be the selected row.
  ///
  /// Rows are chosen as they always are. Left of the first moment is a step back.
  ///
  /// - Returns: Whether the key was for the choice.
  mutating func chooseAnswer(with key: Key) -> Bool {
    if forecastRow != nil, let row = lesson?.walk?.chosenRow {
      guard [.up, .down, .character("k"), .character("j")].contains(key) else { return false }
      move { $0.choose(row + (key == .down || key == .character("j") ? 1 : -1)) }
      return true
    }
    guard let order = lesson?.pickOrder else { return false }
    let row = state.selection
    guard let first = order.answers.first else {
      return key == .enter && answerByPointing { $0 == row.map(AnswerPick.row) }
    }
    let place = lesson?.mark.flatMap { order.answers.firstIndex(of: $0) }
    switch key {
    case .enter:
      guard let chosen = lesson?.mark else { return answerByPointing { $0 == row.map(AnswerPick.row) } }
      move { $0.answer(chosen) }
    case .down, .character("j"),
      .right where order.isTime:
      choose(place.map { order.answers[min($0 + 1, order.answers.count - 1)] } ?? first)
    case .up, .character("k"):
      choose(place.map { order.answers[max($0 - 1, 0)] } ?? order.answers.last)
    case .left where order.isTime && place != nil:
      choose(place.flatMap { $0 > 0 ? order.answers[$0 - 1] : nil })
    default: return false
    }
    return true
  }

  private mutating func choose(_ answer: Int?) { lesson?.mark = answer }

  /// Chooses the answer that stands for something on the screen.
  ///
  /// - Returns: Whether there is such an answer to the open question.
  mutating func answerByPointing(_ fits: (AnswerPick) -> Bool) -> Bool {
    guard let answer = lesson?.answer(where: fits) else { return false }
    notice = nil
    move { $0.answer(answer) }
    return true
  }

  /// A click on a row, or on a moment of the timeline above it.
  mutating func point(at mouse: MouseEvent) {
    let row = state.top + mouse.row - layout.tree.row - 1
    if mouse.row > layout.tree.row, row < outline.count {
      if let id = outline[row].node, answerByPointing({ $0 == .row(id) }) { return }
      select(row: row)
    }
    let columns = treeColumns(layout.tree.width)
    guard columns.bar.contains(mouse.column - layout.tree.column) else { return }
    let timeline = TimeAxis(window: window, width: columns.bar.count)
    let cell = mouse.column - layout.tree.column - columns.bar.lowerBound
    func distance(_ pick: AnswerPick) -> Int {
      if case .time(let time) = pick { abs(timeline.cell(time) - cell) } else { .max }
    }
    let nearest = lesson?.picks.map { distance($0.pick) }.min() ?? .max
    if nearest <= 1 { _ = answerByPointing { distance($0) == nearest } }
  }
}
