// The entry point of `pscope`: its subcommands, and the conversion of errors to messages and exit codes.
//
// Owns the process: its two threads, its signals, its standard error and its exit. Each subcommand only wires modules
// together; the modules neither print nor exit.

import ArgumentParser
import Foundation
import PlainText

struct PScope: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pscope",
    abstract: "Shows what promises do: each chain as a live tree, drawn from its events.",
    discussion: """
      SOURCE is the name of a scenario (pscope list shows them), a log file, a folder of logs, or - for a log on standard input.

      Exit codes: 0 done, 1 findings or a failed scenario, 2 input or settings that can't be read, 3 done but events were lost, 64 invalid arguments, 128 + N ended by signal N (Ctrl-C: 130).
      """,
    version: Release.version,
    subcommands: [
      DemoCommand.self, ListCommand.self, ViewCommand.self, ExportCommand.self, CheckCommand.self, WhyCommand.self,
      StatsCommand.self, DiffCommand.self, RunCommand.self, RecordCommand.self, AttachCommand.self, LintCommand.self,
      LearnCommand.self,
      ExerciseCommand.self, ConfigCommand.self,
    ])

  /// Runs the command that the arguments name, then exits the process.
  static func runAndExit() -> Never {
    do {
      try refuseUnknownCommand()
      var command: any ParsableCommand
      // Making the message is most of the work of `--help`, and the exit code is a part of it; so that is asked for only where an argument
      // may have to be escaped.
      do { command = try parse(CommandLine.arguments.dropFirst()) } catch let error where argumentsArePlain {
        exit(withError: error)
      }
      try command.run()
    } catch let failure as Failure {
      complain(failure.sentence)
      exit(withError: failure.code)
    } catch is ReaderLeft {
      exit(withError: ExitCode.success)
    } catch {
      guard exitCode(for: error).isSuccess else { exit(reporting: error) }
      exit(withError: error)
    }
    exit(withError: ExitCode.success)
  }

  /// Parses the arguments, of which the words of a recorded program need no parsing: for 20,000 of them, that takes ArgumentParser a minute.
  private static func parse(_ arguments: ArraySlice<String>) throws -> any ParsableCommand {
    let names = [RecordCommand._commandName, RunCommand._commandName]
    guard names.contains(arguments.first ?? ""), let end = arguments.firstIndex(of: "--") else {
      return try parseAsRoot(Array(arguments))
    }
    let rest = arguments[end...].dropFirst(2)
    let command = try parseAsRoot(Array(arguments[..<rest.startIndex]))
    guard var recording = command as? any RecordingCommand else { return try parseAsRoot(Array(arguments)) }
    recording.recording.command += rest
    return recording
  }

  /// Throws a ``Failure`` if the first argument is neither an option nor a command.
  private static func refuseUnknownCommand() throws {
    let names = configuration.subcommands.map { $0._commandName } + ["help"]
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"), !names.contains(word) else {
      return
    }
    let nearest = Suggestion.nearest(to: word, among: names).map { "; did you mean '\($0)'?" } ?? "."
    throw Failure(
      sentence: "no command is named '\(Escaping.line(word))'\(nearest) " + "'pscope --help' shows the commands.",
      code: .validationFailure)
  }

  /// Whether no argument has a character that `Escaping` or `LineGuard` could change.
  private static var argumentsArePlain: Bool {
    CommandLine.arguments.allSatisfy { argument in
      argument.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "#") }
    }
  }

  /// Writes the message of an error in the arguments, with the arguments that it quotes escaped.
  private static func exit(reporting error: any Error) -> Never {
    var message = fullMessage(for: error, columns: nil)
    // The message itself has several lines; an argument must not add any.
    for argument in CommandLine.arguments where argument.contains(where: \.isNewline) {
      for part in [argument[...]] + argument.split(separator: "=", maxSplits: 1).dropFirst() {
        // Replaces only quoted occurrences, because the argument may be a single newline.
        message = message.replacing("'\(part)'", with: "'\(Escaping.line(String(part)))'")
      }
    }
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map { Escaping.line(String($0)) }
    if !message.isEmpty { writeToStandardError(LineGuard.text(lines.joined(separator: "\n")) + "\n") }
    exit(withError: exitCode(for: error))
  }
}

/// Starts the two threads of the process.
///
/// Commands and the screen run on a separate thread, because promise handlers run on the main queue by default and the main
/// thread drains that queue.
@main
enum Entry {
  static func main() {
    _ = StandardStreams.closed
    // `Output` handles a closed pipe and an exceeded file size limit as write errors. Neither may terminate the process.
    StandardSignals.ignore()
    guard hasRoomForFiles else {
      complain("the limit on open files is too low: pscope needs at least 8 more descriptors (ulimit -n).")
      exit(ExitCode.badInput.rawValue)
    }
    let command = Thread { PScope.runAndExit() }
    command.name = "pscope"
    command.stackSize = 8 << 20
    command.start()
    while true { RunLoop.main.run() }
  }
}

/// Whether a few more files can be opened; otherwise Foundation's run loop traps.
private var hasRoomForFiles: Bool {
  var files: [Int32] = []
  defer { for file in files { close(file) } }
  for _ in 0..<8 {
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    files.append(file)
  }
  return true
}
