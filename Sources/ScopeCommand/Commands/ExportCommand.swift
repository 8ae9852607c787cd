// `pscope export` writes a history in one of several formats to a file or to standard output. Owns the command's arguments.

import ArgumentParser
import ChainCast
import ChainExport
import DemoCatalog
import PlainText

extension MermaidDiagram: ExpressibleByArgument {}

enum ExportPart: String, CaseIterable, ExpressibleByArgument {
  case problems
}

extension Language: ExpressibleByArgument {}

/// Writes a source as a log, or in a format that another tool reads.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes a source as a log, or in a format that another tool reads.",
    discussion: """
      Formats (docs/exports.md shows a sample of each, and how to open it):
      \(ExportFormat.help)

      The output file appears only once it is complete. Ctrl-C ends an export; the events read so far are still written, unless they \
      would replace the log itself.

      \(ScenarioArguments.note)
      """)

  @Argument(
    help: "The name of a scenario, a log file, a folder with the logs of one run, or - for standard input.",
    completion: .source)
  var source: String

  @Option(
    help: "The output format. (default: ndjson)", completion: .list(ExportFormat.offered.map(\.name)),
    transform: { try ExportFormat.named($0) })
  var format = ExportFormat.ndjson

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The output file; - is standard output.", valueName: "file"),
    completion: .file())
  var output = "-"

  @Option(help: "mermaid: the kind of diagram.")
  var diagram: MermaidDiagram?

  @Flag(help: "Draw text with ASCII characters only.")
  var ascii = false

  @Option(help: "Only the promises that have findings, and what they depend on; as text, the findings first.")
  var only: ExportPart?

  @Option(
    help: ArgumentHelp(
      "Only this promise (number or label) and its descendants; event formats also include its dependencies.",
      valueName: "promise"))
  var subtree: String?

  @Flag(
    help:
      "Replace labels, values, errors, notes, and the command line by stand-ins, so that the result can be handed to someone."
  )
  var redact = false

  @Flag(
    name: .customLong("with-sources"),
    help: "Embed the sources of the call sites in the log, so that it shows them on any machine.")
  var embedsSources = false

  @Option(help: ViewingArguments.sourceRootHelp, completion: .directory)
  var sourceRoot: [String] = []

  @Option(
    help: ArgumentHelp(
      "The language of texts, stories, pages, and pictures: en or zh. (default: en, which the reader of a page can change; for a story, that of the locale)",
      valueName: "name"), completion: .list(Language.allCases.map(\.rawValue)))
  var language: Language?

  @OptionGroup(title: "Options of a recording")
  var cast: CastArguments

  @OptionGroup(title: "Scenario options", visibility: .hidden)
  var scenario: ScenarioArguments

  func validate() throws {
    if diagram != nil, format.name != ExportFormat.mermaid.name {
      throw ValidationError("--diagram applies only to --format mermaid.")
    }
    if embedsSources, format.name != ExportFormat.ndjson.name {
      throw ValidationError("--with-sources applies only to --format ndjson.")
    }
    if !sourceRoot.isEmpty, !embedsSources {
      throw ValidationError("--source-root: expected --with-sources with it.")
    }
    if embedsSources, redact { throw ValidationError("--redact and --with-sources cannot be combined.") }
    if only != nil, subtree != nil { throw ValidationError("--only and --subtree cannot be combined.") }
    if format.name != ExportFormat.cast.name, let option = cast.given {
      throw ValidationError("\(option) requires --format cast.")
    }
  }

  /// The language that was asked for; for a format with sentences, otherwise that of the user's settings.
  private func chosenLanguage() throws -> Language? {
    guard language == nil, format.name == ExportFormat.story.name else { return language }
    return try UserSettings(path: UserSettings.path).chosenLanguage
  }

  func run() throws {
    var options = ExportOptions()
    (options.isASCII, options.language) = (ascii, try chosenLanguage())
    if let diagram { options.diagram = diagram }
    if only == .problems { options.excerpt = .problems }
    let argument = try SourceArgument(source)
    if let subtree {
      let name = source == "-" ? "standard input" : Escaping.line(argument.path ?? source)
      options.excerpt = .subtree { try PromiseArgument.find(subtree, in: $0, of: name) }
    }
    let replacesSource = argument.path.map { replaces($0, by: output) } ?? false
    if replacesSource {
      // A sound log in its own format loses nothing.
      let isWhole = format.name == ExportFormat.ndjson.name && options.excerpt == nil && !redact
      if !isWhole || GzipPipe.isGzip(output) { try refuseReplacing(argument.path ?? source, by: output) }
    }
    options.cast = try cast.options(argument)
    try export(
      Feed(argument, arguments: scenario), as: format, options, isRedacted: redact,
      sources: embedsSources ? sourceRoot : nil, to: output, replacesSource: replacesSource)
  }
}
