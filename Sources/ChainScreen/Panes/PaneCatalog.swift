// Which file finds the lines of which pane. Owns only the list.

import Canvas
import ChainModel
import PromiseTrace

enum PaneCatalog {
  /// The content of a pane.
  ///
  /// - Parameters:
  ///   - kind: The pane.
  ///   - context: What it may read.
  ///   - width: Its width in columns, to which long text is wrapped.
  /// - Returns: Its heading and its lines.
  static func content(of kind: PaneKind, _ context: ScreenContext, width: Int) -> PaneContent {
    switch kind {
    case .details: DetailPane(context, width: width).content
    case .why: WhyPane(context, width: width).content
    case .criticalPath: CriticalPathPane(context, width: width).content
    case .source: SourcePane(context, width: width).content
    case .log: LogPane(context).content
    case .lanes: LanesPane(context, width: width).content
    case .groups: GroupsPane(context, width: width).content
    case .problems: ProblemsPane(context, width: width).content
    case .changes: ChangesPane(context, width: width).content
    case .service: ServicePane(context, context.service, width: width).content
    case .instances:
      context.instances.map { InstancesPane(context, $0, width: width).content } ?? PaneContent([], [])
    case .runs: RunsPane(context, width: width).content
    case .output: OutputPane(context, width: width).content
    case .question:
      context.lesson.map { question($0, context.words, context.glyphs, width: width) } ?? PaneContent([], [])
    case .story: context.lesson?.walk.map { StoryPane(context, $0, width: width).content } ?? PaneContent([], [])
    }
  }

  /// The content of the pane of a lesson: a page, or a question.
  static func question(_ lesson: LessonState, _ words: Words, _ glyphs: ScreenGlyphs, width: Int) -> PaneContent {
    guard let walk = lesson.walk, !lesson.isPage else {
      return LessonPage(lesson: lesson, words: words, glyphs: glyphs, width: width).content
    }
    return QuestionPane(
      words: words, glyphs: glyphs, walk: walk, width: width, rows: lesson.rows, isAlone: lesson.isAlone,
      mark: lesson.mark
    ).content
  }
}
