// The options that control the appearance of the screen. Owns their names and validation. Does not open a terminal.

import ArgumentParser
import Canvas
import CursesTerminal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The options of every command that opens the screen.
struct ScreenArguments: ParsableArguments {
  @Flag(help: "Draw with ASCII characters only.")
  var ascii = false

  @Option(help: ArgumentHelp("The color theme: \(Self.themes). (default: chosen for the terminal)", valueName: "name"))
  var theme: String?

  func validate() throws {
    if let theme, Theme.named(theme) == nil {
      let nearest = Suggestion.nearest(to: theme, among: Theme.all.map(\.name))
      throw ValidationError(
        "--theme: expected \(Self.themes), found '\(theme)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "."))
    }
  }

  /// The theme to draw with: the requested one, or the one that suits the environment.
  var chosenTheme: Theme {
    theme.flatMap(Theme.named) ?? .preferred { getenv($0).map { String(cString: $0) } }
  }

  private static var themes: String { Theme.all.map(\.name).joined(separator: ", ") }
}
