// Arranges a lesson at any size: the tree, with what the program shows beside it; the question beside the source; the story below. Pure
// arithmetic: the places depend on nothing but the size and the whole lesson, so that nothing jumps from step to step.
//
// The question needs its lines, and the tree a row for each promise of the lesson. The story gets the rest: what it says last, the question
// pane says, too.

import Canvas

extension ScreenLayout {
  /// The least width with which the source stands beside the question.
  private static let sourceFrom = 76
  /// The least width with which what the program shows stands beside the tree.
  private static let screenFrom = 90
  /// The least rows of the tree, its heading included, and of the story.
  private static let (leastTree, leastStory) = (5, 4)
  /// The rows of the tree that no explanation takes; and the rows that one has at most, as long as the tree needs the others.
  private static let (sharedTree, explained) = (9, 13)

  /// The layout of a lesson.
  ///
  /// - Parameters:
  ///   - size: Columns and rows.
  ///   - lesson: The lesson.
  ///   - isComparing: Whether the other version of the run is shown, with both sources, instead of the question and the story.
  ///   - isPresenter: Whether to leave out the story, so that an audience looks at few things.
  init(_ size: Size, lesson: LessonState, isComparing: Bool = false, isPresenter: Bool = false) {
    self.init(size)
    guard !isTooSmall else { return }
    header = Frame(width: size.columns, height: 1)
    footer = Frame(row: size.rows - 1, width: size.columns, height: 1)
    let room = size.rows - 2
    tree = Frame(row: 1, width: size.columns, height: 0)
    guard !isComparing else {
      compare(room)
      return
    }
    guard !lesson.isPage else {
      panes = [(.question, Frame(row: 1, width: size.columns, height: room))]
      return
    }
    let wanted = lesson.treeRows + 1
    var question = max(4, min(max(8, (lesson.longest?.plain ?? 8) + 1), room - Self.leastTree))
    tree.height = min(max(wanted, Self.leastTree), room - question)
    var spare = room - question - tree.height
    // Some air for the question and the tree, before the story gets the rest.
    let free = max(0, spare - Self.leastStory)
    let air = max(min(2, free), min(8, free / 3))
    let gap = free >= 12 ? 2 : 0
    (question, tree.height, spare) = (question + air, tree.height + gap, spare - air - gap)
    let story = spare >= Self.leastStory && !isPresenter ? spare : 0
    if story == 0 {
      if isPresenter { tree.height += spare } else { question += spare }
      // What the story would say of an answer, the question says then.
      let kept = min(wanted, max(Self.sharedTree, room - Self.explained))
      let sentence = min((lesson.longest?.explained ?? 8) + 1 - question, tree.height - kept)
      if sentence > 0, !isPresenter { (question, tree.height) = (question + sentence, tree.height - sentence) }
    }
    let row = 1 + tree.height
    let width = Self.questionWidth(size)
    panes = [(.question, Frame(row: row, width: width, height: question))]
    if width < size.columns {
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
    guard let pane = lesson.pane, pane != .output || !panes.contains(where: { $0.kind == .output }) else { return }
    panes.append((pane, tree))
    tree.height = 0
  }

  /// Both trees, one below the other so that the timelines have room, and both sources below them.
  private mutating func compare(_ room: Int) {
    let sources = max(4, room * 2 / 5)
    let upper = (room - sources + 1) / 2
    tree.height = upper
    comparison = Frame(row: 1 + upper, width: size.columns, height: room - sources - upper)
    let (row, width) = (1 + room - sources, (size.columns - 1) / 2)
    versionSources = [
      Frame(row: row, width: width, height: sources),
      Frame(column: width + 1, row: row, width: size.columns - width - 1, height: sources),
    ]
  }

  /// The width of the question, which leaves room for the source on a screen that is wide enough.
  static func questionWidth(_ size: Size) -> Int {
    guard size.columns >= sourceFrom else { return size.columns }
    return size.columns >= 110 ? size.columns / 2 : size.columns * 11 / 20
  }

  /// The number of lines that the page or the question pane shows.
  var lessonRows: Int { max(1, (panes.first { $0.kind == .question }?.frame.height ?? 2) - 1) }
}
