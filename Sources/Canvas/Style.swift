// The meaning of a cell. Panes draw meanings; only a theme knows colors.
//
// Owns the roles and surfaces. Knows neither colors, attributes, nor glyphs.

/// The meaning of a piece of text on the screen.
public enum StyleRole: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// Ordinary text.
  case text
  /// Secondary text: units, hints, zeros.
  case faint
  /// Lines that divide the screen.
  case rule
  /// Branches of a tree.
  case branch
  /// A heading.
  case title
  /// A promise's label.
  case label
  /// A key that can be pressed.
  case key
  /// The action of a key.
  case action
  /// A preview of a value.
  case value
  /// A preview of an error.
  case error
  /// A call site.
  case site
  /// A time or a duration.
  case time
  /// A reference to a promise drawn elsewhere.
  case link
  /// Pending: its handler has not started.
  case pending
  /// Pending, and its body is running.
  case running
  /// Pending: it has adopted another promise.
  case waiting
  /// Fulfilled.
  case fulfilled
  /// Rejected.
  case rejected
  /// Rejected with a cancellation.
  case cancelled
  /// Rejected, and never handled.
  case unhandled
  /// Freed while pending.
  case leaked
  /// Unknown, because events are missing.
  case unknown
  /// Missing events.
  case loss
  /// The part of a bar spent waiting.
  case barWaiting
  /// The part of a bar spent running.
  case barRunning
  /// The bar of a settled promise.
  case barSettled
  /// A short message to the user.
  case notice
  /// An active mode, such as "paused".
  case mode
  /// The badge of a finding that is an error.
  case problem
  /// The badge of a finding that is a warning.
  case warning
  /// The badge of a finding that is a note.
  case note
  /// The outcome of a promise whose handler caught an error.
  case swallowed
  /// The root cause of a problem, unlike the promises that it affects.
  case root
  /// Rows outside of a path or a filter.
  case dimmed
  /// A promise on the path that is explained.
  case path
  /// The ticks of a timeline.
  case ruler
  /// The position of the playhead on a timeline.
  case playhead
  /// Text that matches a search.
  case match
  /// The part of a bar spent in a queue.
  case barQueued
  /// The title of the focused pane.
  case focus
  /// The number of a source line.
  case codeLine
  /// Source text.
  case code

  /// The letter that stands for the role in a ``Grid/roles`` picture; no two roles share one.
  public var letter: Character {
    switch self {
    case .text: "."
    case .faint: "f"
    case .rule: "r"
    case .branch: "t"
    case .title: "s"
    case .label: "l"
    case .key: "k"
    case .action: "a"
    case .value: "v"
    case .error: "e"
    case .site: "@"
    case .time: "#"
    case .link: ">"
    case .pending: "p"
    case .running: "n"
    case .waiting: "w"
    case .fulfilled: "o"
    case .rejected: "x"
    case .cancelled: "c"
    case .unhandled: "u"
    case .leaked: "g"
    case .unknown: "z"
    case .loss: "!"
    case .barWaiting: "-"
    case .barRunning: "="
    case .barSettled: "b"
    case .notice: "i"
    case .mode: "m"
    case .problem: "*"
    case .warning: "+"
    case .note: ","
    case .swallowed: "h"
    case .root: "$"
    case .dimmed: "d"
    case .path: "&"
    case .ruler: "'"
    case .playhead: "|"
    case .match: "/"
    case .barQueued: ":"
    case .focus: "y"
    case .codeLine: "0"
    case .code: "q"
    }
  }
}

/// The background of a cell.
public enum Surface: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// The page itself.
  case page
  /// The selected row.
  case selection
  /// The bands at the top and the bottom of the screen.
  case band
  /// A box over the page.
  case overlay
}

/// A role on a surface: everything that determines the look of a cell.
public struct Style: Sendable, Hashable, BitwiseCopyable {
  /// Its meaning.
  public var role: StyleRole
  /// Its background.
  public var surface: Surface

  /// Creates a style; without arguments, ordinary text on the page.
  public init(_ role: StyleRole = .text, on surface: Surface = .page) {
    self.role = role
    self.surface = surface
  }
}
