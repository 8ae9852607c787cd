// The table of commands: keys, action, and texts. Key dispatch, footer, and help all use it.

import Canvas

/// One row of the table.
public struct Command: Sendable {
  /// A group of commands in the help, in the order of what a person wants to do.
  public enum Topic: Sendable, CaseIterable {
    case questions, finding, panes, time, moving, other
  }

  /// Its action.
  public let action: Action
  /// The keys that trigger it; the first one is shown.
  public let keys: [Key]
  /// The group in the help.
  public let topic: Topic
  /// Its label in the footer; nil for commands that the footer omits.
  let word: Words.Sentence?
  /// Its sentence in the help.
  let sentence: Words.Sentence
  /// A narrow footer drops the commands with the highest rank first.
  public let rank: Int

  init(
    _ topic: Topic, _ action: Action, _ keys: [Key], word: Words.Sentence? = nil, rank: Int = 99,
    _ sentence: @escaping Words.Sentence
  ) {
    (self.topic, self.action, self.keys, self.word) = (topic, action, keys, word)
    (self.sentence, self.rank) = (sentence, rank)
  }

  /// Every command, in the order of the help and the footer.
  public static let all: [Command] = [
    Command(.other, .help, [.function(1), .character("?")], word: \.helpWord, rank: 1, \.helpHelp),
    Command(.questions, .nextProblem, [.character("e")], word: \.problemWord, rank: 2, \.helpNextProblem),
    Command(.questions, .previousProblem, [.character("E")], \.helpPreviousProblem),
    Command(.questions, .why, [.character("w"), .character("2")], word: \.whyWord, rank: 3, \.helpWhy),
    Command(.questions, .criticalPath, [.character("c"), .character("3")], word: \.pathWord, rank: 7, \.helpPath),
    Command(.questions, .problems, [.character("P"), .character("8")], word: \.problemsWord, rank: 4, \.helpProblems),
    Command(.questions, .onlyProblems, [.character("!")], word: \.onlyProblemsWord, rank: 4, \.helpOnlyProblems),

    Command(.moving, .up, [.up, .character("k")], \.helpUp),
    Command(.moving, .down, [.down, .character("j")], \.helpDown),
    Command(.moving, .pageUp, [.pageUp, .control("b")], \.helpPageUp),
    Command(.moving, .pageDown, [.pageDown, .control("f")], \.helpPageDown),
    Command(.moving, .halfPageUp, [.control("u")], \.helpHalfPageUp),
    Command(.moving, .halfPageDown, [.control("d")], \.helpHalfPageDown),
    Command(.moving, .first, [.home, .character("g")], \.helpFirst),
    Command(.moving, .last, [.end, .character("G")], \.helpLast),
    Command(.moving, .outward, [.left, .character("h")], \.helpOutward),
    Command(.moving, .inward, [.right, .character("l")], \.helpInward),
    Command(.moving, .parent, [.character("u")], \.helpParent),
    Command(.moving, .nextRejected, [.character("x")], \.helpNextRejected),
    Command(.moving, .nextPending, [.character("a")], \.helpNextPending),
    Command(.moving, .toggleFold, [.enter], word: \.foldWord, rank: 10, \.helpToggleFold),
    Command(.moving, .fold, [.character("-")], \.helpFold),
    Command(.moving, .unfold, [.character("+"), .character("=")], \.helpUnfold),
    Command(.moving, .toggleAllFolds, [.character("*")], \.helpToggleAllFolds),
    Command(.moving, .autoFold, [.character("A")], \.helpAutoFold),

    Command(.finding, .search, [.character("/"), .function(3)], word: \.searchWord, rank: 6, \.helpSearch),
    Command(.finding, .nextMatch, [.character("n")], \.helpNextMatch),
    Command(.finding, .previousMatch, [.character("N")], \.helpPreviousMatch),
    Command(.finding, .filter, [.character("\\"), .function(4)], word: \.filterWord, rank: 8, \.helpFilter),
    Command(.finding, .sort, [.character("S"), .function(6)], \.helpSort),
    Command(.finding, .swapTimes, [.character("D")], \.helpSwapTimes),
    Command(.finding, .follow, [.character("f")], word: \.followWord, rank: 11, \.helpFollow),

    Command(.panes, .nextPane, [.tab], word: \.paneWord, rank: 5, \.helpNextPane),
    Command(.panes, .previousPane, [.backTab], \.helpPreviousPane),
    Command(.panes, .details, [.character("d"), .character("1")], \.helpDetails),
    Command(.panes, .source, [.character("s"), .character("4")], \.helpSource),
    Command(.panes, .log, [.character("L"), .character("5")], \.helpLog),
    Command(.panes, .lanes, [.character("t"), .character("6")], \.helpLanes),
    Command(.panes, .groups, [.character("C"), .character("7")], \.helpGroups),
    Command(.panes, .changes, [.character("v"), .character("9")], \.helpChanges),
    Command(.panes, .service, [.character("W")], word: \.serviceWord, rank: 3, \.helpService),
    Command(.panes, .output, [.character("O")], \.helpOutput),
    Command(.panes, .typeInput, [.character("i")], word: \.inputWord, rank: 4, \.helpInput),
    Command(.panes, .togglePanes, [.character("0")], \.helpTogglePanes),
    Command(.panes, .back, [.backspace], \.helpBack),
    Command(.panes, .cancel, [.escape], \.helpCancel),

    Command(.time, .pause, [.character(" ")], word: \.pauseWord, rank: 4, \.helpPause),
    Command(.time, .stepBack, [.character("["), .character(",")], word: \.stepWord, rank: 9, \.helpStepBack),
    Command(.time, .stepForward, [.character("]"), .character(".")], \.helpStepForward),
    Command(.time, .jumpBack, [.character("{")], \.helpJumpBack),
    Command(.time, .jumpForward, [.character("}")], \.helpJumpForward),
    Command(.time, .toStart, [.character("(")], \.helpToStart),
    Command(.time, .toEnd, [.character(")")], \.helpToEnd),
    Command(.time, .goTo, [.character(":")], word: \.goToWord, rank: 3, \.helpGoTo),
    Command(.time, .play, [.character("p")], \.helpPlay),
    Command(.time, .slower, [.character("<")], \.helpSlower),
    Command(.time, .faster, [.character(">")], \.helpFaster),
    Command(.time, .bookmark, [.character("m")], \.helpBookmark),
    Command(.time, .nextBookmark, [.character("'")], \.helpNextBookmark),
    Command(.time, .zoomIn, [.character("z")], \.helpZoomIn),
    Command(.time, .zoomOut, [.character("Z")], \.helpZoomOut),
    Command(.time, .zoomAll, [.character("T")], \.helpZoomAll),
    Command(.time, .panLeft, [.character("H")], \.helpPanLeft),
    Command(.time, .panRight, [.character("K")], \.helpPanRight),

    Command(.other, .openLog, [.character("F"), .function(7)], word: \.openLogWord, rank: 4, \.helpOpenLog),
    Command(.other, .openEditor, [.character("o")], \.helpOpenEditor),
    Command(.other, .copyID, [.character("y")], \.helpCopyID),
    Command(.other, .copyRow, [.character("Y")], \.helpCopyRow),
    Command(.other, .save, [.control("s"), .function(2)], \.helpSave),
    Command(.other, .runAgain, [.character("r"), .function(5)], word: \.runAgainWord, rank: 12, \.helpRunAgain),
    Command(.other, .changeRun, [.character("R")], \.helpChangeRun),
    Command(.other, .compare, [.character("b")], \.helpCompare),
    Command(.other, .compareRuns, [.character("V")], word: \.compareRunsWord, rank: 3, \.helpCompareRuns),
    Command(.other, .formerRun, [.character("B")], word: \.formerRunWord, rank: 3, \.helpFormerRun),
    Command(.other, .cancelRun, [.character("X")], \.helpCancelRun),
    Command(.other, .hint, [.character("M")], word: \.hintWord, rank: 2, \.helpHint),
    Command(.other, .nextExercise, [.character("J")], word: \.nextExerciseWord, rank: 2, \.helpNextExercise),
    Command(.other, .redraw, [.control("l")], \.helpRedraw),
    Command(.other, .quit, [.character("q"), .control("c"), .function(10)], word: \.quitWord, rank: 0, \.helpQuit),
  ]
}
