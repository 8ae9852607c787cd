// `pscope export` writes events to a file or to standard output. Owns the command's arguments.

import ArgumentParser
import ChainExport

extension ExportFormat: ExpressibleByArgument {}

/// Writes the events of a source as NDJSON, or its tree as text.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes a source's events as NDJSON, or its tree as text.",
    discussion: """
      The output file appears only once it is complete. Ctrl-C ends a live export; the events read so far are still written.
      """)

  @Argument(help: "The name of a scenario, a log file, or - for standard input.")
  var source: String

  @Option(help: "The output format.")
  var format = ExportFormat.ndjson

  @Option(name: .shortAndLong, help: ArgumentHelp("The output file; - is standard output.", valueName: "file"))
  var output = "-"

  @Flag(help: "Draw text with ASCII characters only.")
  var ascii = false

  @OptionGroup(title: "Scenario options")
  var scenario: ScenarioArguments

  func run() throws {
    try export(Feed(SourceArgument(source), arguments: scenario), as: format, isASCII: ascii, to: output)
  }
}
