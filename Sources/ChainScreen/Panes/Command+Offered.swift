// Which commands a screen offers: in the help those that it can perform at all, in the footer those that do something now.

import LessonEngine

extension Command {
  /// Whether the screen can perform the command at all.
  func isPossible(_ options: ScreenOptions) -> Bool {
    switch action {
    case .runAgain: options.again != nil
    case .openLog: options.logs != nil
    case .hint, .nextExercise: options.isExercise
    default: true
    }
  }

  /// Whether the command does something now, and has a key and a word for the footer.
  func isUseful(_ context: ScreenContext) -> Bool {
    let options = context.options
    guard word != nil, isPossible(options), !options.keyMap.keys(for: action).isEmpty else { return false }
    switch action {
    case .service, .goTo: return context.state.showsStrip
    case .compareRuns: return !options.series.former.isEmpty
    case .formerRun: return options.series.isFormer || !options.series.former.isEmpty
    case .typeInput: return options.takesInput && !context.isProgramOver
    default: return true
    }
  }
}

extension LessonCommand {
  /// Whether the lesson can perform the command at all.
  func isPossible(_ options: ScreenOptions) -> Bool {
    switch action {
    case .runAgain: options.again == .scenario
    case .language: options.languages.count > 1
    default: true
    }
  }

  /// Whether the command does something now, and has a word for the footer.
  func isUseful(_ lesson: LessonState, _ options: ScreenOptions) -> Bool {
    guard word != nil else { return false }
    let isAsking = lesson.askedPromise != nil
    let hasNext = lesson.walk.map { $0.place != .score } ?? false
    if options.isPresenter {
      // An audience sees only what comes next.
      let next: [LessonAction] = isAsking ? [.answer, .skip] : hasNext ? [.forward] : [.quit]
      guard next.contains(action) else { return false }
    }
    switch action {
    case .answer, .skip: return isAsking
    case .forward, .play: return hasNext && lesson.walk?.isAsking == false
    case .back: return lesson.walk.map { $0.place != .introduction } ?? false
    case .language: return isPossible(options)
    case .compare: return options.otherVersion != nil && lesson.walk.map { $0.place != .introduction } ?? false
    case .changeRun: return options.form != nil
    case .nextLesson: return lesson.options.next != nil && lesson.walk?.place == .score
    default: return true
    }
  }
}

extension ScreenContext {
  /// Whether the program has ended: it reads nothing anymore, and runs again when its source was changed.
  var isProgramOver: Bool { options.again == .program && !stream.isRunning }
}
