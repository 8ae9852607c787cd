// The options that control the appearance of the screen. Owns their names and validation. Does not open a terminal.

import ArgumentParser
import Canvas

/// The options of every command that opens the screen.
struct ScreenArguments: ParsableArguments {
  @Flag(help: "Draw with ASCII characters only.")
  var ascii = false

  @Option(help: ArgumentHelp("The color theme: \(Self.themes). (default: chosen for the terminal)", valueName: "name"))
  var theme: String?

  func validate() throws {
    if let theme, Theme.named(theme) == nil {
      throw ValidationError("--theme: expected \(Self.themes), found '\(theme)'.")
    }
  }

  private static var themes: String { Theme.all.map(\.name).joined(separator: ", ") }
}
