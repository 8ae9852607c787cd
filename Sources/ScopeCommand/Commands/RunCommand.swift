// `pscope run` starts a program, records it, and shows its promises beside it.

import ArgumentParser
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs a program and shows its promises live.
struct RunCommand: RecordingCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs a program, such as an unchanged Node or Python program, and shows its promises live.",
    discussion: """
      What the program prints is in the pane that O opens. Its standard input is that of the command. If that is the \
      terminal, i opens a line in which keys go to the program, until Esc. Ctrl-C always reaches the program. q closes the screen; while the program runs, a second q ends it, \
      and a third one kills it. r runs the program again, and the run before stays one key away. If standard output is not a terminal, this is pscope record.

      Exit codes: those of the program, 128 + N if signal N ended it; 125 if it can't be recorded, 126 if it can't be started, 127 if there \
      is no such program.
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Keep the log in this file, or the logs in this folder.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup
  var recording: RecordingArguments

  @OptionGroup(title: "Screen options")
  var screen: ScreenArguments

  @OptionGroup(title: "Viewing options")
  var viewing: ViewingArguments

  func validate() throws {
    if let output, output.isEmpty || output == "-" {
      throw ValidationError("--output: expected a file or a folder, because standard output is that of the program.")
    }
    if viewing.lesson { throw ValidationError("--lesson: expected a run that is over; record it first, then view it.") }
  }

  func run() throws {
    let program = try ProgramToRecord(recording)
    guard isatty(STDOUT_FILENO) == 1 else {
      guard let output else {
        throw Failure(
          sentence: "standard output is not a terminal, so there is no screen: give --output FILE to record.",
          code: .notRecorded)
      }
      complain("standard output is not a terminal, so there is no screen.")
      return try record(recording, to: output)
    }
    let folder = try AdapterFolder()
    defer { folder.removeOrExplain() }
    let target = try RecordTarget(output ?? folder.makeLogFolder(), replacesAll: recording.force)
    SignalRelay.startWitness(besides: program.words.count)
    complain("recording '\(Escaping.line(program.words[0]))' with \(program.recorder).")
    let input = isatty(STDIN_FILENO) == 1 ? ProgramInput() : nil
    let language = try screen.settings().chosenLanguage
    let watched = WatchedProgram(target, input: input, language: language, cleanUp: folder.removeOrExplain) {
      try program.start(program.variables($0, folder), input: input?.descriptor)
    }
    let logs = try ViewedLogs(
      of: target, name: program.words.joined(separator: " "), startsOthers: program.startsOthers)
    try Showing(screen: screen, frame: .parse([]), viewing: viewing, logs: logs, watched: watched) {
      try logs.open(forScreen: $0, changes: $1)
    }.run()
    watched.target.report(namesLogs: output != nil, withoutPromises: program.withoutPromises(hasLog:))
    if let code = watched.end?.code, code != 0 { throw ExitCode(code) }
  }
}
