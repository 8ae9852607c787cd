// The options that print one screen instead of opening the terminal. Owns their names and validation. Does not draw.

import ArgumentParser
import Canvas
import ChainScreen
import PlainText

/// The form in which a screen is printed.
enum FrameFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  /// Characters and the colors of the theme.
  case ansi
}

/// The options of every command that can print a screen.
struct FrameArguments: ParsableArguments {
  @Option(help: "Print the screen, as plain text or with colors, and exit; works without a terminal.")
  var frame: FrameFormat?

  @Option(help: ArgumentHelp("With --frame: the screen size. (default: 80x24)", valueName: "columns x rows"))
  var size: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --frame: keys to press before printing, separated by spaces, such as 'e w Down Enter Space Esc C-d F1'.",
      valueName: "keys"))
  var keys: String?

  func validate() throws {
    _ = try dimensions()
    _ = try script()
    for (flag, isGiven) in [("--size", size != nil), ("--keys", keys != nil)] where isGiven && frame == nil {
      throw ValidationError("\(flag): expected --frame text or --frame ansi with it.")
    }
  }

  /// The largest size of a printed screen.
  static let largest = Size(columns: 500, rows: 200)

  /// The size of the screen.
  ///
  /// - Throws: A validation error for an invalid ``size``.
  func dimensions() throws -> Size { try Self.dimensions(size) ?? Size(columns: 80, rows: 24) }

  /// The size that a word names; nil for none.
  ///
  /// - Throws: A validation error for an invalid size.
  static func dimensions(_ size: String?) throws -> Size? {
    guard let size else { return nil }
    let parts = size.split(separator: #/[xX×]/#, omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1],
      1...largest.columns ~= columns, 1...largest.rows ~= rows
    else {
      throw ValidationError(
        "--size: expected COLUMNSxROWS from 1x1 to \(largest.columns)x\(largest.rows), such as 80x24, found '\(size)'."
      )
    }
    return Size(columns: columns, rows: rows)
  }

  /// The keys to play.
  ///
  /// - Throws: A validation error for a word in ``keys`` that is not a key.
  func script() throws -> ScreenScript { try Self.script(keys) }

  /// The keys that words name.
  ///
  /// - Throws: A validation error for a word that is not a key.
  static func script(_ keys: String?) throws -> ScreenScript {
    do throws(ScreenScript.UnknownKey) {
      return try ScreenScript(keys ?? "")
    } catch {
      throw ValidationError("--keys: \(ScreenScript.UnknownKey.sentence(error.name))")
    }
  }
}

extension ScreenScript.UnknownKey {
  /// The message for the user, which suggests the nearest key.
  static func sentence(_ name: String) -> String {
    let nearest = Suggestion.nearest(to: name, among: Key.names)
    return "no key is named '\(name)'; "
      + (nearest.map { "did you mean '\($0)'?" }
        ?? "expected a character, Ctrl-LETTER (or C-LETTER), or one of \(Key.names.joined(separator: ", ")).")
  }
}
