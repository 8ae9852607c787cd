// What a caller may wish of a terminal, and what the environment wishes where the caller says nothing.

import Canvas

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How to open a ``CursesTerminal``.
public struct TerminalOptions: Sendable {
  /// The theme; nil lets ``Theme/preferred(environment:)`` decide.
  public var theme: Theme?
  /// Receives what the program writes to standard output and error while the screen is up, line by line, on a thread
  /// of its own; nil throws it away.
  public var onOutput: (@Sendable (String) -> Void)?

  /// Creates options.
  public init(theme: Theme? = nil, onOutput: (@Sendable (String) -> Void)? = nil) {
    self.theme = theme
    self.onOutput = onOutput
  }
}

extension Theme {
  /// The theme an environment asks for.
  ///
  /// `NO_COLOR` (https://no-color.org) asks for none, `COLORFGBG` tells of a light background.
  ///
  /// - Parameter environment: Gives a variable's value, or nil.
  /// - Returns: ``Theme/dark`` where nothing is asked for.
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
