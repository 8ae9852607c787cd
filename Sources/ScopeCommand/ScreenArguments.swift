// The options that choose how the screen looks. Owns their words. Refuses to open a terminal.

import ArgumentParser
import Canvas

/// The options of every command that opens the screen.
struct ScreenArguments: ParsableArguments {
  @Flag(help: "Draw with ASCII characters only.")
  var ascii = false

  @Option(help: ArgumentHelp("Colours: \(Self.themes). (default: what the terminal asks for)", valueName: "name"))
  var theme: String?

  func validate() throws {
    if let theme, Theme.named(theme) == nil {
      throw ValidationError("--theme: expected \(Self.themes), found '\(theme)'.")
    }
  }

  private static var themes: String { Theme.all.map(\.name).joined(separator: ", ") }
}
