// The option that chooses the language of a command that prints text and draws no screen. Owns its name and its validation; the
// user's settings and the environment decide if it is absent.

import ArgumentParser
import PlainText

/// The language of a printed text.
struct LanguageArgument: ParsableArguments {
  @Option(
    name: .customLong("language"),
    help: ArgumentHelp("The language: en or zh. (default: that of the locale)", valueName: "name"),
    completion: .list(UserSettings.languages))
  var word: String?

  func validate() throws { try Self.check(word) }

  /// The requested language, or that of the user's settings or of the environment.
  func language() throws -> Language {
    var settings = try UserSettings(path: UserSettings.path)
    if let word { settings.language = word }
    return settings.chosenLanguage
  }

  /// Rejects a word that is not a language.
  ///
  /// - Throws: A validation error that names the nearest language.
  static func check(_ word: String?) throws {
    guard let word, !UserSettings.languages.contains(word) else { return }
    let nearest = Suggestion.nearest(to: word, among: UserSettings.languages)
    throw ValidationError(
      "--language: expected \(UserSettings.languages.filter { $0 != UserSettings.automatic }.joined(separator: ", ")), found '\(word)'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "."))
  }
}
