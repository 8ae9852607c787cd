// The language of the help, and of messages on standard error. Owns how it is chosen before the arguments are parsed, and where it is applied: nothing that
// another program reads goes through here.

import ArgumentParser
import ChainExport
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The language of what a command says besides its output.
enum CommandLanguage {
  /// The language of this process: that of `--language`, otherwise the setting, otherwise the locale.
  static let chosen = language(CommandLine.arguments) {
    let settings = (try? UserSettings(path: UserSettings.path)) ?? UserSettings()
    return settings.chosenLanguage
  }

  /// The language that arguments ask for.
  ///
  /// - Parameters:
  ///   - arguments: The words of the command, of which those after `--` belong to another program.
  ///   - otherwise: Returns the language if they ask for none.
  /// - Returns: The language.
  static func language(_ arguments: [String], otherwise: () -> Language) -> Language {
    let own = Array(arguments.prefix { $0 != "--" })
    for (index, word) in own.enumerated() {
      let value =
        word == "--language" && index + 1 < own.count
        ? own[index + 1]
        : word.hasPrefix("--language=") ? String(word.dropFirst("--language=".count)) : ""
      if let language = Language(rawValue: value) { return language }
    }
    return otherwise()
  }

  /// A message in the language of this process.
  static func message(_ english: String) -> String { chosen == .chinese ? ChineseMessages.text(english) : english }

  /// A help text in another language than English.
  ///
  /// - Parameters:
  ///   - request: What ArgumentParser has thrown.
  ///   - command: The command.
  /// - Returns: The text; nil if the language is English, or something else was asked for, such as a completion script.
  static func help(for request: any Error, of command: any ParsableCommand.Type) -> String? {
    guard chosen == .chinese else { return nil }
    let text = command.fullMessage(for: request, columns: 1 << 20)
    guard text.hasPrefix("OVERVIEW: ") || text.hasPrefix("USAGE: ") else { return nil }
    return ChineseHelp.text(text, columns: columns)
  }

  /// The message of a usage error in the language of this process.
  ///
  /// - Parameters:
  ///   - error: What ArgumentParser has thrown.
  ///   - command: The command.
  /// - Returns: The message, with the usage below it.
  static func usage(for error: any Error, of command: any ParsableCommand.Type) -> String {
    guard chosen == .chinese else { return command.fullMessage(for: error, columns: nil) }
    let text = command.fullMessage(for: error, columns: 1 << 20)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("Usage: ") { return "用法：" + line.dropFirst("Usage: ".count) }
      if line.hasPrefix("Help: ") { return "帮助：" + option(line.dropFirst("Help: ".count)) }
      return ChineseMessages.text(String(line))
    }.joined(separator: "\n")
  }

  /// An option and its description, as a usage error repeats them.
  private static func option(_ line: Substring) -> String {
    guard let gap = line.firstRange(of: "  ") else { return String(line) }
    return line[..<gap.lowerBound].drop { $0 == " " } + "  "
      + ChineseHelp.description(String(line[gap.upperBound...].drop { $0 == " " }))
  }

  private static var columns: Int {
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return getenv("COLUMNS").flatMap { Int(String(cString: $0)) } ?? TextLines.width
  }
}
