// The options that control the appearance of the screen.

import ArgumentParser
import Canvas
import CursesTerminal
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The options of every command that opens the screen.
struct ScreenArguments: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: "Draw with ASCII characters only.")
  var ascii: Bool?

  @Option(
    help: ArgumentHelp("The color theme: \(Self.themes). (default: chosen for the terminal)", valueName: "name"),
    completion: .list(UserSettings.themes))
  var theme: String?

  @Option(
    help: ArgumentHelp("The number of colors: 8, 16, 256 or true. (default: chosen for the terminal)", valueName: "n"),
    completion: .list(UserSettings.depths))
  var colors: String?

  @Option(
    help: ArgumentHelp("The language of the screen: en or zh. (default: that of the locale)", valueName: "name"),
    completion: .list(UserSettings.languages))
  var language: String?

  @Flag(inversion: .prefixedNo, help: "React to the mouse; selecting text then needs Shift. (default: --mouse)")
  var mouse: Bool?

  func validate() throws {
    func check(_ flag: String, _ word: String?, _ words: [String], _ isValid: (String) -> Bool) throws(ValidationError)
    {
      guard let word, !isValid(word) else { return }
      let nearest = Suggestion.nearest(to: word, among: words)
      throw ValidationError(
        "\(flag): expected \(words.filter { $0 != UserSettings.automatic }.joined(separator: ", ")), found '\(word)'"
          + (nearest.map { "; did you mean '\($0)'?" } ?? "."))
    }
    try check("--theme", theme, UserSettings.themes) { $0 == UserSettings.automatic || Theme.named($0) != nil }
    try LanguageArgument.check(language)
    try check("--colors", colors, UserSettings.depths, UserSettings.depths.contains)
  }

  /// The user's settings, overridden by the options that were given.
  func settings() throws -> UserSettings {
    var settings = try UserSettings(path: UserSettings.path)
    if let theme { settings.theme = theme }
    if let colors { settings.colors = colors }
    if let language { settings.language = language }
    if let ascii { settings.ascii = ascii }
    if let mouse { settings.mouse = mouse }
    return settings
  }

  private static var themes: String { Theme.all.map(\.name).joined(separator: ", ") }
}

extension UserSettings {
  /// The theme to draw with: the requested one, or the one that suits the environment.
  var chosenTheme: Theme {
    Theme.named(theme) ?? .preferred { getenv($0).map { String(cString: $0) } }
  }

  /// The language of the screen: the requested one, or that of the environment.
  var chosenLanguage: Language {
    Language(rawValue: language) ?? .preferred { getenv($0).map { String(cString: $0) } }
  }

  /// The number of colors to draw with; nil for those of the terminal.
  var depth: ColorDepth? {
    switch colors {
    case "true": .direct
    case Self.automatic: nil
    default: Int(colors).map { ColorDepth(colors: $0) }
    }
  }
}
