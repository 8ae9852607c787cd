// Which file finds the lines of which pane.

import Canvas
import ChainModel
import PlainText
import PromiseTrace

enum PaneCatalog {
  /// The content of a pane.
  ///
  /// - Parameters:
  ///   - kind: The pane.
  ///   - screen: What it may read.
  ///   - width: Its width in columns, to which long text is wrapped.
  static func content(of kind: PaneKind, _ screen: Screen, width: Int) -> PaneContent {
    switch kind {
    case .details: DetailPane(screen, width: width).content
    case .why: WhyPane(screen, width: width).content
    case .criticalPath: CriticalPathPane(screen, width: width).content
    case .source: SourcePane(screen, width: width).content
    case .log: LogPane(screen).content
    case .lanes: LanesPane(screen, width: width).content
    case .groups: GroupsPane(screen, width: width).content
    case .problems: ProblemsPane(screen, width: width).content
    case .changes: ChangesPane(screen, width: width).content
    case .service: ServicePane(screen, screen.service, width: width).content
    case .instances:
      screen.instances.map { InstancesPane(screen, $0, width: width).content } ?? PaneContent([], [])
    case .runs: RunsPane(screen, width: width).content
    case .output: OutputPane(screen, width: width).content
    case .question:
      screen.lesson.map { question($0, screen.language, screen.glyphs, width: width) } ?? PaneContent([], [])
    case .story: screen.lesson?.walk.map { StoryPane(screen, $0, width: width).content } ?? PaneContent([], [])
    }
  }

  /// The content of the pane of a lesson: a page, or a question.
  static func question(_ lesson: LessonState, _ language: Language, _ glyphs: ScreenGlyphs, width: Int) -> PaneContent {
    guard let walk = lesson.walk, !lesson.isPage else {
      return LessonPage(lesson: lesson, language: language, glyphs: glyphs, width: width).content
    }
    return QuestionPane(
      language: language, glyphs: glyphs, walk: walk, width: width, rows: lesson.rows, isAlone: lesson.isAlone,
      mark: lesson.mark
    ).content
  }
}
