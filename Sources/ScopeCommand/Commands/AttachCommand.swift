// `pscope attach` reads the promises of a program that was not started for it, from outside. Owns the command's arguments.

import ArgumentParser
import ChainExport
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads the memory of a running process, and shows its promises.
struct AttachCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach",
    abstract: "Reads the promises of a Node, Python, or Swift process that already runs, and hangs now.",
    discussion: """
      Without PID, lists the processes that can be attached to. A process needs no preparation, and is left as it was: its memory is read from \
      outside while it stands still for some milliseconds; no code runs in it, and it receives no signal. On the screen, r reads it again: \
      what still waits is stuck. If standard output is not a terminal, the tree is printed as text.

      One reading shows what can never settle, but not for how long anything has been pending; a second one shows what is stuck.

      Exit codes: 0 done, 125 if the process can't be read, 128 + N ended by signal N (Ctrl-C: 130).
      """)

  @Argument(
    help: ArgumentHelp("The number of the process, or a core file of it.", valueName: "pid"), completion: .default)
  var target: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write the log to this file, and print nothing.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Read again after so many seconds, which shows what is stuck; up to three times if Node has moved most of it.",
      valueName: "seconds"))
  var again: Double?

  @Flag(help: "Replace the file of --output even if it is no log.")
  var force = false

  @OptionGroup(title: "Screen options")
  var screen: ScreenArguments

  @OptionGroup(title: "Viewing options")
  var viewing: ViewingArguments

  @OptionGroup(title: "Printing one screen")
  var frame: FrameArguments

  func validate() throws {
    if let output, output.isEmpty || output == "-" { throw ValidationError("--output: expected a file.") }
    if let again, !(0.1...3_600).contains(again) {
      throw ValidationError("--again: expected 0.1 to 3600 seconds, found '\(again)'.")
    }
    if target == nil, output != nil || again != nil { throw ValidationError("expected the number of a process.") }
    if viewing.lesson {
      throw ValidationError("--lesson: expected a run that is over; write its log first, then view it.")
    }
  }

  func run() throws {
    guard let target else { return try list() }
    let process = try AttachTarget(target)
    try process.refuseOtherRuntimes()
    if let output { try checkOutput(output) }
    let attached = AttachedProcess(process, output: output)
    let hasScreen = frame.frame == nil && output == nil && isatty(STDOUT_FILENO) == 1
    if !hasScreen { Interruption.watch() }
    do {
      try read(attached)
    } catch {
      throw Interruption.signal.map { ExitCode(128 + $0) } ?? error
    }
    if output != nil { return }
    let logs = try ViewedLogs(attached.path, follows: false, scenario: .parse([]), hasScreen: hasScreen)
    try Showing(screen: screen, frame: frame, viewing: viewing, logs: logs, attached: attached) {
      try logs.open(forScreen: $0, changes: $1)
    }.run()
  }

  private func list() throws {
    let list = AttachList()
    let output = try Output(path: nil)
    try output.write(list.text)
    try output.finish()
    if let notice = list.notice { complain(notice) }
  }

  private func read(_ attached: AttachedProcess) throws {
    if let sentence = try attached.read() { complain(sentence) }
    guard let again else { return }
    for round in 0..<3 where round == 0 || attached.mayHaveMoved {
      let end = ContinuousClock.now.advanced(by: .seconds(again))
      while ContinuousClock.now < end {
        if let signal = Interruption.signal { throw ExitCode(128 + signal) }
        usleep(20_000)
      }
      if let sentence = try attached.read() { complain(sentence) }
    }
  }

  private func checkOutput(_ path: String) throws {
    let target = try RecordTarget(path, replacesAll: force)
    if target.isFolder {
      throw Failure.notAttached("can't write \(Escaping.line(path)): expected a file, found a folder.")
    }
  }
}
