// Arranges a lesson at any size: the tree, with what the program shows beside it, the question beside the source, the story below. Pure arithmetic: the places depend on nothing
// but the size, so that nothing jumps from step to step.

import Canvas

extension ScreenLayout {
  /// The least width with which the source stands beside the question.
  private static let sourceFrom = 76
  /// The least width with which what the program shows stands beside the tree.
  private static let screenFrom = 90

  /// The layout of a lesson.
  ///
  /// - Parameters:
  ///   - size: Columns and rows.
  ///   - lesson: The lesson.
  ///   - isPresenter: Whether to leave out the source and the story, so that an audience looks at one thing.
  init(_ size: Size, lesson: LessonState, isPresenter: Bool = false) {
    self.init(size)
    guard !isTooSmall else { return }
    header = Frame(width: size.columns, height: 1)
    footer = Frame(row: size.rows - 1, width: size.columns, height: 1)
    let room = size.rows - 2
    tree = Frame(row: 1, width: size.columns, height: 0)
    guard !lesson.isPage else {
      panes = [(.question, Frame(row: 1, width: size.columns, height: room))]
      return
    }
    // A low screen gives up the story, because the question pane says the latest of it.
    let question = max(min(room - 3, 9), min(16, room / 2))
    let story = room >= 20 && !isPresenter ? max(4, room / 5) : 0
    tree.height = room - question - story
    let row = 1 + tree.height
    let isWide = size.columns >= Self.sourceFrom && !isPresenter
    let width = isWide ? (size.columns >= 110 ? size.columns / 2 : size.columns * 3 / 5) : size.columns
    panes = [(.question, Frame(row: row, width: width, height: question))]
    if isWide {
      panes.append((.source, Frame(column: width + 1, row: row, width: size.columns - width - 1, height: question)))
    }
    if story > 0 {
      panes.append((.story, Frame(row: row + question, width: size.columns, height: story)))
    }
    if lesson.showsScreens, size.columns >= Self.screenFrom {
      let width = size.columns >= 120 ? 44 : 36
      tree.width -= width + 1
      panes.append((.output, Frame(column: tree.width + 1, row: 1, width: width, height: tree.height)))
    }
  }

  /// The number of lines that the page or the question pane shows.
  var lessonRows: Int { max(1, (panes.first { $0.kind == .question }?.frame.height ?? 2) - 1) }
}
