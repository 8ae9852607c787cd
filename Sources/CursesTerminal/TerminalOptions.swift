// The options of a terminal, and their defaults from the environment.

import Canvas

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How to open a ``CursesTerminal``.
public struct TerminalOptions: Sendable {
  /// The theme; nil for ``Theme/preferred(environment:)``.
  public var theme: Theme?
  /// The colors to use if the terminal has more; nil for those that the environment asks for.
  public var depth: ColorDepth?
  /// Whether to report the mouse; the terminal's own selection then needs Shift.
  public var usesMouse: Bool
  /// Whether ``onOutput`` also receives a line that has no end yet, because the program may wait for an answer.
  public var deliversPrompts: Bool
  /// Receives what the program writes to standard output and error while the screen is open, line by line, on a thread
  /// of its own; nil discards it.
  public var onOutput: (@Sendable (String) -> Void)?

  /// Creates options.
  public init(
    theme: Theme? = nil, depth: ColorDepth? = nil, usesMouse: Bool = true, deliversPrompts: Bool = false,
    onOutput: (@Sendable (String) -> Void)? = nil
  ) {
    self.theme = theme
    self.depth = depth
    self.usesMouse = usesMouse
    self.deliversPrompts = deliversPrompts
    self.onOutput = onOutput
  }
}

extension Theme {
  /// The theme that an environment asks for.
  ///
  /// `NO_COLOR` (https://no-color.org) turns colors off; `COLORFGBG` reports a light background.
  ///
  /// - Parameter environment: Returns the value of a variable, or nil.
  /// - Returns: The theme; ``Theme/dark`` by default.
  public static func preferred(environment: (String) -> String?) -> Theme {
    if let value = environment("NO_COLOR"), !value.isEmpty { return .monochrome }
    if let value = environment("COLORFGBG"), let ground = value.split(separator: ";").last {
      if ground == "7" || ground == "15" { return .light }
    }
    return .dark
  }
}

extension ColorDepth {
  /// The largest number of colors that an environment allows; the terminal may have fewer.
  ///
  /// - Parameter environment: Returns the value of a variable, or nil.
  /// - Returns: ``ColorDepth/direct`` if `COLORTERM` promises it, otherwise ``ColorDepth/palette``.
  public static func preferred(environment: (String) -> String?) -> ColorDepth {
    guard ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") else { return .palette }
    // GNU Screen inherits the variable, and takes such colors for attributes.
    let isScreen = environment("STY")?.isEmpty == false && environment("TMUX") == nil
    return isScreen ? .palette : .direct
  }
}

func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
