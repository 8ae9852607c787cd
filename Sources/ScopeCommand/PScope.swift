// The entry of `pscope`: which subcommands there are, and how an error becomes a sentence and an exit code.
//
// Owns the process: its two threads, its signals, its standard error, its end. Refuses logic: each subcommand wires modules
// together, and the modules neither print nor exit.

import ArgumentParser
import Foundation
import PlainText

/// Shows what promises do.
struct PScope: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pscope",
    abstract: "Shows what promises do: each chain as a live tree, from its events.",
    discussion: """
      SOURCE is the name of a scenario (pscope list shows them), a log file, or - for a log on standard input.

      Exit codes: 0 done, 1 the scenario failed, 2 bad input or use, 3 done but events were lost, 64 unknown option.
      """,
    version: "0.1.0",
    subcommands: [DemoCommand.self, ListCommand.self, ViewCommand.self, ExportCommand.self])

  /// Runs the command that the arguments name, and ends the process.
  static func runAndExit() -> Never {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as Failure {
      complain(failure.sentence)
      exit(withError: failure.code)
    } catch is ReaderLeft {
      exit(withError: ExitCode.success)
    } catch {
      exit(withError: error)
    }
    exit(withError: ExitCode.success)
  }
}

/// The two threads: commands and the screen run on one of their own, because handlers of promises run on the main queue by
/// default, and the main thread serves it.
@main
enum Entry {
  static func main() {
    // A reader that went away is an error of the write that meets it (see `Output`), not the end of a demo's server.
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow is one too.
    signal(SIGXFSZ, SIG_IGN)
    guard hasRoomForFiles else {
      complain("too few files may be open: expected room for 8 more, as the run loop needs; raise 'ulimit -n'.")
      exit(ExitCode.badInput.rawValue)
    }
    let command = Thread { PScope.runAndExit() }
    command.name = "pscope"
    command.stackSize = 8 << 20
    command.start()
    while true { RunLoop.main.run() }
  }
}

/// Whether a few files can be opened; without, Foundation's run loop traps.
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

extension ExitCode {
  /// The scenario ran, and failed.
  static let failedScenario = ExitCode(1)
  /// The input or the way of asking was wrong.
  static let badInput = ExitCode(2)
  /// Everything asked for was done, but events are missing from it.
  static let eventsLost = ExitCode(3)
}

/// A reason to stop: what a person reads on standard error, and the code a script reads.
struct Failure: Error, Equatable {
  /// One sentence: what was expected, what was found, and where.
  var sentence: String
  var code = ExitCode.badInput
}

/// Writes one line to standard error.
///
/// - Parameter sentence: The line, without its end; names of files and words of logs in it are escaped here.
func complain(_ sentence: String) {
  writeToStandardError("pscope: \(Escaping.line(sentence))\n")
}

/// Writes text to standard error as it is.
///
/// Nothing helps where that fails.
func writeToStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
