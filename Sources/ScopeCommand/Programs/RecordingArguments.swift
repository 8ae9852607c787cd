// The options of the commands that start a program and record it. Owns their names.

import ArgumentParser
import PromiseTrace

/// A command that starts a program and records it.
protocol RecordingCommand: ParsableCommand {
  var recording: RecordingArguments { get set }
}

/// How many call sites a recording captures.
enum SitePolicy: String, CaseIterable, ExpressibleByArgument {
  case all, sampled, off
}

/// A command, and how to record it.
struct RecordingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What records the program: node, python, swift (our library, which it contains), or a .cjs file that Node loads first. (default: chosen by the command)",
      valueName: "adapter"))
  var adapter: String?

  @Option(help: "How much of values and errors is recorded: preview, type, or off. (default: chosen by the adapter)")
  var values: ValuePolicy?

  @Option(
    help: "Whose call sites are recorded: all promises, as many as take 5 % of the time, or none. (default: sampled)")
  var sites: SitePolicy?

  @Flag(help: "Record the promises of packages (node_modules, site-packages), too.")
  var packages = false

  @Flag(help: "Record the lines that a Node program prints, as notes.")
  var lines = false

  @Flag(help: "Replace the output file also if it is not a log.")
  var force = false

  @Argument(parsing: .postTerminator, help: ArgumentHelp("The command, after --.", valueName: "command"))
  var command: [String]

  func validate() throws {
    if let adapter, Adapter(adapter) == nil {
      throw ValidationError("--adapter: expected node, python, swift, or the path of a .cjs file, found '\(adapter)'.")
    }
    if command.isEmpty { throw ValidationError("expected a command after --, such as: -- node app.js") }
  }
}
