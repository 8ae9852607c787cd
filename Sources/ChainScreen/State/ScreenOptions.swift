// The settings of a screen, fixed when it opens.

import Canvas
import ChainAnalysis
import PlainText

/// The settings of a screen.
public struct ScreenOptions: Sendable {
  /// The name of the source, such as a scenario or a file; if empty, the screen shows the program's name from the log.
  public var name: String
  /// Whether only ASCII is drawn.
  public var isASCII: Bool
  /// What a key starts or reads again; nil for nothing.
  public enum Again: Sendable {
    /// The scenario runs again.
    case scenario
    /// The log is read again.
    case log
    /// The program that is recorded runs again.
    case program
  }

  /// What a key starts or reads again; nil for nothing.
  public var again: Again?
  /// Whether the screen starts by following the newest promise.
  public var follows: Bool
  /// The number of promises to keep; see `ChainStore`.
  public var promiseLimit: Int
  /// Whether, until the first key, the view follows what the promises of a live run wait for and says it in a caption.
  public var guides = false
  /// Whether the screen opens at the start of the run, before its first event, instead of at its end.
  public var startsAtStart = false
  /// The runs before this one.
  public internal(set) var series = RunSeries()
  /// What the screen takes over from that of the former run; nil for the first one.
  var continuation: Continuation?
  /// Whether the screen opens with the former run beside this one.
  var opensComparison = false
  /// Whether a run of many short roots opens on its call sites; never in a lesson, or with panes of its own.
  public var opensService = false
  /// Whether a run that is over, or ends before the first key, shows its problems or, without any, on what it worked on longest.
  public var opensAtWhatMatters = false
  /// The keys of the commands.
  public var keyMap = KeyMap.standard
  /// The language of the screen's own texts and of the answers that it shows; what a program recorded stays as it is.
  public var language = Language.english
  /// The panes that are visible at first, most important first; empty for none, nil for the usual ones.
  public var panes: [PaneKind]?
  /// The thresholds of the findings.
  public var analysis = AnalysisSettings()
  /// The lesson to show; nil to show the whole run.
  public var lesson: LessonOptions?
  /// The languages that the terminal can show, from which a person can choose in a lesson.
  public var languages = Language.allCases
  /// Another version of the run, which a key shows beside it; nil for none.
  public var otherVersion: RunVersion?
  /// The settings with which the scenario can be run again; nil if it has none.
  public var form: RunForm?
  /// Whether the run can be asked to cancel its work.
  public var canCancelRun = false
  /// Whether the program takes typed input.
  public var takesInput = false
  /// Whether the program's output is shown from the start.
  public var showsOutput = false
  /// Whether typed input goes to the program from the start.
  public var startsTyping = false
  /// Whether the program is that of an exercise, which has hints and a next one.
  public var isExercise = false
  /// Whether to hide times and secondary columns, for a projector.
  public var isPresenter = false
  /// The command of the editor that opens a call site; empty if it is unknown.
  public var editor = ""
  /// Finds the other logs of the folder; nil if the screen does not show a log of one.
  public var logs: LogFinder?
  /// Finds the source of a call site; nil if there is none to show.
  public var sources: SourceFinder?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - name: The name of the source.
  ///   - isASCII: Whether only ASCII is drawn.
  ///   - again: What a key starts or reads again; nil for nothing.
  ///   - follows: Whether to start by following the newest promise.
  ///   - promiseLimit: The number of promises to keep.
  public init(
    name: String = "", isASCII: Bool = false, again: Again? = nil, follows: Bool = false,
    promiseLimit: Int = 1_000_000
  ) {
    self.name = name
    self.isASCII = isASCII
    self.again = again
    self.follows = follows
    self.promiseLimit = promiseLimit
  }

  /// The same settings without what a terminal can't show: on one without Unicode, ASCII glyphs and English words.
  public func suited(to terminal: any Terminal) -> ScreenOptions {
    var options = self
    guard !terminal.showsUnicode else { return options }
    options.isASCII = true
    (options.language, options.languages) = (.english, [.english])
    return options
  }
}
