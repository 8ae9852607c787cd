// The keys of a lesson, in one table: key dispatch, footer and help use it. Owns what they do. A lesson has few keys of its own, so that a
// beginner needs no other; they can't be rebound.

import Canvas

/// The action of a key in a lesson.
enum LessonAction: Hashable, CaseIterable {
  case answer, skip, forward, back, play, slower, faster, toStart, toEnd, language
  case up, down, pageUp, pageDown
  case nextProblem, why, criticalPath, lanes, output, problems
  case compare, changeRun, openEditor, runAgain, nextLesson, redraw, help, quit
}

/// One row of the table.
struct LessonCommand {
  let action: LessonAction
  /// The keys that trigger it; the first one is shown.
  let keys: [Key]
  /// Its label in the footer; nil for commands that the footer omits.
  let word: Words.Sentence?
  /// Its sentence in the help.
  let sentence: Words.Sentence
  /// A narrow footer drops the commands with the highest rank first.
  let rank: Int

  init(
    _ action: LessonAction, _ keys: [Key], word: Words.Sentence? = nil, rank: Int = 99,
    _ sentence: @escaping Words.Sentence
  ) {
    (self.action, self.keys, self.word, self.sentence, self.rank) = (action, keys, word, sentence, rank)
  }

  /// Every command, in the order of the footer and the help.
  static let all: [LessonCommand] = [
    LessonCommand(
      .answer, [.character("1"), .character("2"), .character("3"), .character("4")], word: \.answerWord, rank: 1,
      \.helpAnswer),
    LessonCommand(.skip, [.character("J")], word: \.skipWord, rank: 1, \.helpSkip),
    LessonCommand(
      .forward, [.right, .enter, .character("l"), .character("]")], word: \.nextWord, rank: 1, \.helpForward),
    LessonCommand(
      .back, [.left, .backspace, .character("h"), .character("[")], word: \.backWord, rank: 2, \.helpStepsBack),
    LessonCommand(.play, [.character(" ")], word: \.playWord, rank: 3, \.helpPlays),
    LessonCommand(.slower, [.character("<")], \.helpSlower),
    LessonCommand(.faster, [.character(">")], \.helpFaster),
    LessonCommand(.toStart, [.home, .character("g")], \.helpLessonStart),
    LessonCommand(.toEnd, [.end, .character("G")], \.helpLessonEnd),
    LessonCommand(.language, [.character("I")], word: \.languageWord, rank: 4, \.helpLanguage),
    LessonCommand(.up, [.up, .character("k")], \.helpUp),
    LessonCommand(.down, [.down, .character("j")], \.helpDown),
    LessonCommand(.pageUp, [.pageUp], \.helpScrollUp),
    LessonCommand(.pageDown, [.pageDown], \.helpScrollDown),
    LessonCommand(.nextLesson, [.character("n")], word: \.nextLessonWord, rank: 1, \.helpNextLesson),
    LessonCommand(.why, [.character("w")], \.helpWhy),
    LessonCommand(.criticalPath, [.character("c")], \.helpPath),
    LessonCommand(.lanes, [.character("t")], \.helpLanes),
    LessonCommand(.output, [.character("O")], \.helpOutput),
    LessonCommand(.nextProblem, [.character("e")], \.helpNextProblem),
    LessonCommand(.problems, [.character("P")], \.helpProblems),
    LessonCommand(.compare, [.character("b")], word: \.compareWord, rank: 5, \.helpCompare),
    LessonCommand(.changeRun, [.character("R")], word: \.changeRunWord, rank: 6, \.helpChangeRun),
    LessonCommand(.openEditor, [.character("o")], \.helpOpenEditor),
    LessonCommand(.runAgain, [.character("r"), .function(5)], \.helpRunAgain),
    LessonCommand(.redraw, [.control("l")], \.helpRedraw),
    LessonCommand(.help, [.function(1), .character("?")], word: \.helpWord, rank: 7, \.helpHelp),
    LessonCommand(.quit, [.character("q"), .control("c"), .function(10)], word: \.leaveWord, rank: 0, \.helpQuit),
  ]

  /// The name of the key that skips a question, for sentences.
  static var skipKey: String { all.first { $0.action == .skip }?.keys[0].name ?? "" }

  /// The action of a key; nil if it has none.
  ///
  /// At a projector, Page Up and Page Down step, because presentation remotes send them.
  static func action(for key: Key, isPresenter: Bool) -> LessonAction? {
    switch key {
    case .pageDown where isPresenter: .forward
    case .pageUp where isPresenter: .back
    default: all.first { $0.keys.contains(key) }?.action
    }
  }
}
