// The formats of `pscope export`: those of ChainExport, and `cast`, which needs the screen.

import ArgumentParser
import ChainCast
import ChainExport
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ExportFormat {
  /// All formats, in the order of the help.
  static var offered: [ExportFormat] { allCases + [.cast] }

  /// Finds a format by name.
  ///
  /// - Throws: `ValidationError` if there is none; the message suggests the most similar name. Exits with 2 for `chrome`, which scripts may still ask for.
  static func named(_ name: String) throws -> ExportFormat {
    if let format = offered.first(where: { $0.name == name.lowercased() }) { return format }
    if name.lowercased() == "chrome" {
      complain("the format 'chrome' is gone: --format perfetto opens in the same program.")
      exit(ExitCode.badInput.rawValue)
    }
    let names = offered.map(\.name)
    let nearest = Suggestion.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? "."
    throw ValidationError(
      "no format is named '\(Escaping.line(name, limit: 40))'\(nearest) The formats are \(names.joined(separator: ", "))."
    )
  }

  /// Whether people read it as it is, rather than another program.
  var isText: Bool { [ExportFormat.text.name, ExportFormat.story.name].contains(name) }

  /// The formats with their purposes, for the help.
  static var help: String {
    let width = offered.map(\.name.count).max() ?? 0
    return offered.map { format in
      "  \(format.name)\(String(repeating: " ", count: width - format.name.count))  \(format.summary)"
    }.joined(separator: "\n")
  }
}
