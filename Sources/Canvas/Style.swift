// What a cell means. Panes draw meanings; only a theme knows a colour.
//
// Owns the vocabulary of meanings. Refuses colours, attributes and glyphs.

/// What a piece of the screen means.
public enum StyleRole: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// Ordinary text.
  case text
  /// Text that may be overlooked: units, hints, what is long over.
  case faint
  /// Lines that divide the screen.
  case rule
  /// Branches of a tree.
  case branch
  /// A name at the top of something.
  case title
  /// A promise's label.
  case label
  /// A key one may press.
  case key
  /// What that key does.
  case action
  /// A preview of a value.
  case value
  /// A preview of an error.
  case error
  /// A place in source code.
  case site
  /// A time or a duration.
  case time
  /// A reference to a promise drawn elsewhere.
  case link
  /// Pending: nothing has happened yet.
  case pending
  /// Pending, and its body is running.
  case running
  /// Pending, locked in to another promise.
  case waiting
  /// Fulfilled.
  case fulfilled
  /// Rejected.
  case rejected
  /// Rejected by a cancellation.
  case cancelled
  /// Rejected, and nobody handles it.
  case unhandled
  /// Freed while pending.
  case leaked
  /// Unknown, because events are missing.
  case unknown
  /// Events that are missing here.
  case loss
  /// The part of a bar spent waiting.
  case barWaiting
  /// The part of a bar spent running.
  case barRunning
  /// A bar of something settled.
  case barSettled
  /// A short message to the person looking.
  case notice
  /// A mode that is on, such as "paused".
  case mode

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
    }
  }
}

/// What a cell lies on.
public enum Surface: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// The page.
  case page
  /// The selected row.
  case selection
  /// The bands at the top and the bottom of the screen.
  case band
  /// A box that lies over the page.
  case overlay
}

/// A meaning on a surface: everything a cell says about its looks.
public struct Style: Sendable, Hashable, BitwiseCopyable {
  /// What it means.
  public var role: StyleRole
  /// What it lies on.
  public var surface: Surface

  /// Creates a style; without arguments, ordinary text on the page.
  public init(_ role: StyleRole = .text, on surface: Surface = .page) {
    self.role = role
    self.surface = surface
  }
}
