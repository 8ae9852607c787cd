// `pscope record` runs a program and records its promises, without a screen.

import ArgumentParser
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs a program and records its promises.
struct RecordCommand: RecordingCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Runs a program, such as an unchanged Node or Python program, and records its promises.",
    discussion: """
      The program has the terminal, the signals, the working folder, and the exit code of its own. FILE is the log; other processes that \
      the program starts, and worker threads, write theirs beside it, with their process ID in the name. If FILE is a folder, or ends with \
      a slash, every process writes its log there.

      Exit codes: those of the program, 128 + N if signal N ended it; 125 if it can't be recorded, 126 if it can't be started, 127 if there \
      is no such program.
      """)

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The log, or a folder for logs.", valueName: "file"), completion: .file())
  var output: String

  @Flag(help: "Compress the log while it is written, to FILE.gz, which every command reads.")
  var compress = false

  @OptionGroup
  var recording: RecordingArguments

  func validate() throws {
    if output.isEmpty || output == "-" {
      throw ValidationError("--output: expected a file or a folder, because standard output is that of the program.")
    }
  }

  func run() throws { try record(recording, to: output, compresses: compress) }
}

/// Runs a program and records its promises; returns when it has ended, unless a signal ended it.
///
/// - Throws: ``Failure`` if it could not be recorded or started, or the exit code of the program.
func record(_ arguments: RecordingArguments, to output: String, compresses: Bool = false) throws {
  let program = try ProgramToRecord(arguments)
  var target = try RecordTarget(output, replacesAll: arguments.force)
  let result = compresses && !target.isFolder ? output + ".gz" : output
  // The compressed log replaces this file, too.
  if result != output { _ = try RecordTarget(result, replacesAll: arguments.force) }
  SignalRelay.begin(besides: program.words.count)
  let folder = try program.makeFolder()
  complain("recording '\(program.words[0])' with \(program.recorder) to \(result).")
  let child: ChildProcess
  do {
    child = try program.start(program.variables(target, folder))
  } catch {
    folder?.remove()
    throw error
  }
  SignalRelay.pass(to: child.pid)
  let compressor = compresses ? LogCompressor(target) : nil
  let end = child.wait(stopped: SignalRelay.stop) { SignalRelay.pass(to: nil) }
  target.complete(after: end, of: child.pid)
  target.compressed = compressor?.finish()
  folder?.removeOrExplain()
  // From here on, signals end this process.
  SignalRelay.end()
  target.report(withoutPromises: program.withoutPromises(hasLog:))
  switch end {
  case .exited(0): return
  case .exited(let code): throw ExitCode(code)
  case .killed(let signal): SignalRelay.die(by: signal)
  }
}
