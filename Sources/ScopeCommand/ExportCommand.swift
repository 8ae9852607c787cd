// `pscope export`: events to a file or to standard output, without a screen. Owns its options. Refuses to know how a format
// looks.

import ArgumentParser
import ChainExport

extension ExportFormat: ExpressibleByArgument {}

/// Writes the events of a source in a format for other programs, or its tree as text.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes a source's events as NDJSON, or its tree as text.",
    discussion: """
      A file appears under its name only when it is complete. Ctrl-C ends a live export: what was read so far is complete.
      """)

  @Argument(help: "A scenario's name, a log file, or - for standard input.")
  var source: String

  @Option(help: "What to write.")
  var format = ExportFormat.ndjson

  @Option(name: .shortAndLong, help: ArgumentHelp("Where to write; - is standard output.", valueName: "file"))
  var output = "-"

  @Flag(help: "Draw text with ASCII characters only.")
  var ascii = false

  @OptionGroup(title: "Options of scenarios")
  var scenario: ScenarioArguments

  func run() throws {
    try export(Feed(SourceArgument(source), arguments: scenario), as: format, isASCII: ascii, to: output)
  }
}
