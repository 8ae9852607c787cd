// What the screen remembers between frames: the selection, the visible panes, and the modes. Holds nothing of the history.

import PromiseTrace

/// The selection, the visible panes, and the modes of a screen.
public struct ScreenState: Sendable, Equatable {
  /// The selected promise; nil while there is none, or while a row without one is selected.
  public var selection: PromiseID?
  /// The selected row of the outline.
  public var row = 0
  /// The first visible row of the outline.
  public var top = 0
  /// Whether the newest promise is kept in view.
  public var isFollowing = false
  /// Whether the user has selected the promise.
  ///
  /// Initially, and while the view follows the newest promise, the view selects it.
  var isSelectionChosen = false

  /// Whether the view follows what the promises wait for and says it in a caption: until the first key.
  var isGuided = false

  /// Whether the view stands still while the program continues.
  public var isPaused = false
  /// Whether the playhead moves by itself.
  public var isPlaying = false
  /// The speed of playing, as a power of two: -3 is ⅛, 5 is 32 times as fast as the run.
  public var speed = 0
  /// The speed as a number without a unit.
  var speedFactor: Double { speed >= 0 ? Double(1 << speed) : 1 / Double(1 << -speed) }
  /// The speed in digits: `4`, or `1/8`.
  var speedText: String { speed >= 0 ? "\(1 << speed)" : "1/\(1 << -speed)" }
  /// Positions of the playhead to return to, ascending.
  public var bookmarks: [UInt64] = []
  /// The visible part of the timeline; nil for the whole run.
  var window: TimeWindow?

  /// The panes that were asked for, latest first; the first ones are visible, as far as there is room.
  public var panes: [PaneKind] = [.details, .source, .log]
  /// The panes beside the first one, as far as there is room.
  static let companions: [PaneKind] = [.source, .details, .log]
  /// Whether panes are shown at all.
  public var showsPanes = true
  /// The pane that covers the tree and all other panes; nil for none.
  public var page: PaneKind?
  /// Whether the strip with the whole run is shown.
  public var showsStrip = false
  /// The page to which Backspace returns from the tree.
  var pageBehind: PaneKind?
  /// The number of the former run that stands beside the shown one; nil for the latest one.
  var comparedRun: Int?
  /// The borders of the panes.
  var borders = PaneBorders()
  /// The pane that the keys of movement apply to; nil for the tree.
  public var focus: PaneKind?
  /// The cursor of each pane that has had the focus, as an index of its lines.
  var cursors: [PaneKind: PaneCursor] = [:]
  /// The promises that were selected before an edge was followed, latest last.
  var trail: [PromiseID] = []

  /// The column by which the call sites are sorted.
  var groupOrder = GroupOrder.own
  /// Whether a tree that has room for one time shows the own time instead of the total.
  var showsOwn = false

  /// The path that is marked in the tree.
  var path: MarkedPath?
  /// The text to search for; empty for none.
  public var search = ""
  /// Which promises are shown.
  public var filter = Filter()
  /// The text that the lines of the log contain; empty for any.
  public var logFilter = ""
  /// The line being typed; nil if there is none.
  public var prompt: Prompt?

  /// Whether the other version of the run is shown beside it.
  public var isComparing = false
  /// The settings being changed, while the form covers the page; nil while it is closed.
  public var form: RunForm?

  /// The logs to choose from, while their list covers the page; nil while it is closed.
  public var logList: LogList?

  /// Whether the help covers the page.
  public var showsHelp = false
  /// The first visible line of the help.
  public var helpTop = 0
  /// The text of the screen below the help while the help explains glyphs and words; nil while it lists the keys.
  var explained: String?
  /// The text that the visible lines of the help contain; nil unless it is being typed.
  var helpSearch: String?

  /// Creates the state at the start.
  public init() {}

  /// Shows some panes at first, or none.
  mutating func openFirst(_ kinds: [PaneKind]) {
    showsPanes = !kinds.isEmpty
    panes = kinds + panes.filter { !kinds.contains($0) }
  }
}

/// A part of the run's time, in nanoseconds since the log's start.
struct TimeWindow: Sendable, Equatable {
  var start: Int64
  var end: Int64

  /// Its length; saturates for hostile logs.
  var length: Int64 {
    let (difference, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? .max : max(0, difference)
  }
}

/// The cursor of a pane.
struct PaneCursor: Sendable, Equatable {
  var line = 0
  var top = 0
  /// The link of the line that was chosen, from the left; nil for what the line itself leads to.
  var link: Int?
  /// The promise whose lines it belongs to; a pane about another one starts at its top.
  var promise: PromiseID?
}

/// A path through the promises that the tree shows: its promises are marked, and all others dimmed.
struct MarkedPath: Sendable, Equatable {
  /// The question that it answers.
  enum Question: Sendable {
    case why, criticalPath
  }

  var question: Question
  /// The promise that the question is about; nil for the whole run.
  var promise: PromiseID?
}

/// Which promises are shown.
public struct Filter: Sendable, Equatable {
  /// A text in label, value, error, call site or ID; empty for any.
  public var text = ""
  /// Whether only promises with problems are shown.
  public var onlyProblems = false

  /// Creates a filter that shows everything.
  public init() {}

  /// Whether it hides nothing.
  public var isEmpty: Bool { text.isEmpty && !onlyProblems }
}

/// A line being typed.
public struct Prompt: Sendable, Equatable {
  /// The purpose of the line.
  public enum Purpose: Sendable {
    case search, filter, logFilter, goTo, save, input
  }

  /// Its purpose.
  public var purpose: Purpose
  /// The text typed so far.
  public var text: String { didSet { isSuggestion = false } }
  /// Whether the text is a suggestion that nothing has changed yet: typing replaces it.
  private(set) var isSuggestion = false
  /// The text before editing started, which Esc restores.
  var former: String
  /// The promise that was selected before, for Esc.
  var origin: PromiseID?

  init(_ purpose: Purpose, text: String = "", from origin: PromiseID? = nil) {
    (self.purpose, self.text, former, self.origin) = (purpose, text, text, origin)
  }

  init(_ purpose: Purpose, suggestion: String) {
    self.init(purpose, text: suggestion)
    isSuggestion = true
  }

  /// Adds typed or pasted text at the end.
  mutating func type(_ typed: String) { text = isSuggestion ? typed : text + typed }
}
