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
  /// Receives what the program writes to standard output and error while the screen is open, line by line, on a thread
  /// of its own; nil discards it.
  public var onOutput: (@Sendable (String) -> Void)?

  /// Creates options.
  public init(theme: Theme? = nil, onOutput: (@Sendable (String) -> Void)? = nil) {
    self.theme = theme
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

func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
