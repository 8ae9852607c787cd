// `pscope config` prints the settings that apply, as a configuration file. Owns the layout of that file.

import ArgumentParser
import Canvas
import ChainScreen
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Prints the settings of the screen.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Prints the settings of the screen, and where each of them comes from.",
    discussion: """
      The output is a valid configuration file: save it with `pscope config > FILE`, and change what you like. Options on the \
      command line override the file.
      """)

  @Flag(help: "Print only the path of the configuration file, which need not exist.")
  var path = false

  func run() throws {
    let file = UserSettings.path
    let output = try Output(path: nil)
    if path {
      guard let file else {
        throw Failure(sentence: "no configuration file: expected HOME or an absolute XDG_CONFIG_HOME, found neither.")
      }
      try output.write(Escaping.line(file) + "\n")
    } else {
      try output.write(try UserSettings(path: file).text(path: file))
    }
    try output.finish()
  }
}

extension UserSettings {
  /// The settings as a file, with a comment about the origin of each value.
  ///
  /// - Returns: YAML that reads back as the same settings.
  func text(path: String?) -> String {
    let file = path.map { Escaping.line($0) } ?? ""
    func origin(_ name: String) -> String { "  # " + (lines[name].map { "\(file):\($0)" } ?? "default") }
    let place =
      path.map { access($0, F_OK) == 0 ? file : file + " (does not exist)" } ?? "none, because HOME is not set"
    var text = "# The settings of pscope's screen. Their file: \(place)\n"
    for (name, value) in [
      ("theme", theme), ("colors", colors), ("language", language), ("ascii", "\(ascii)"),
      ("mouse", "\(mouse)"), ("follow", "\(follow)"),
      ("newest", "\(newest)"),
      ("panes", panes.map { "[" + $0.map(\.name).joined(separator: ", ") + "]" } ?? Self.automatic),
    ] {
      text += "\(name): \(value)\(origin(name))\n"
    }
    text += "keys:\n"
    for binding in Binding.rebindable {
      let keys = keys.keys(for: binding).map { Self.quoted($0.name) }.joined(separator: ", ")
      text += "  \(binding.name): [\(keys)]\(origin("keys." + binding.name))\n"
    }
    return text
  }

  /// A text that YAML reads as the same text, quoted if it must be.
  private static func quoted(_ text: String) -> String {
    // Single letters are quoted too: `y` and `n` are truth values in YAML 1.1.
    if text.count > 1, text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) { return text }
    return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
