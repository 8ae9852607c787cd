// The signals of a recorded program: those that `pscope` receives are passed on, and the one that ends the program ends `pscope`.

import ChainScreen

@testable import pscope

/// A recording of a shell script, with a folder of its own.
private struct Recorded {
  let folder: Folder
  let process: Spawned

  init(_ script: String) throws {
    folder = try Folder()
    let (path, runtime) = (folder.path, folder.file("runtime"))
    try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: false)
    process = try Spawned(
      binary, ["record", "-o", path + "/run.ndjson", "--", "sh", "-c", "cd '\(path)'; " + script],
      environment: environment(["XDG_RUNTIME_DIR": runtime]), newSession: true
    ) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, path + "/out", O_WRONLY | O_CREAT, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, path + "/err", O_WRONLY | O_CREAT, 0o600)
    }
  }

  var output: String { (try? folder.read("out")).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  func wait(for text: String) throws {
    try poll("\(text) in \(output)") { output.contains(text) }
  }

  func poll(_ what: String, _ condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(30)
    while try !condition() {
      guard ContinuousClock.now < end else { throw POSIXError(.ETIMEDOUT) }
      usleep(5_000)
    }
  }

  /// The end of the process, after which the folder of the adapter is gone.
  func expectEnd(_ code: Int32) async throws {
    await expectEqual(process.end(), code)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("runtime")).isEmpty)
  }
}

@Suite struct RecordSignalTests {
  @Test(arguments: [(SIGINT, "INT"), (SIGTERM, "TERM"), (SIGHUP, "HUP"), (SIGUSR1, "USR1"), (SIGWINCH, "WINCH")])
  func aSignalToTheCommandReachesTheProgram(number: Int32, name: String) async throws {
    let recorded = try Recorded("trap 'echo got; exit 9' \(name); echo ready; while :; do sleep 0.05; done")
    try recorded.wait(for: "ready")
    kill(recorded.process.pid, number)
    try recorded.wait(for: "got")
    try await recorded.expectEnd(9)
  }

  @Test func aSignalToTheGroupReachesTheProgramOnce() async throws {
    // A shell may run a trap twice.
    let program = URL(filePath: binary).deletingLastPathComponent().appending(path: "RecordedProgram").path
    let recorded = try Recorded("exec '\(program)' say-signals 12")
    try recorded.wait(for: "ready")
    var expected = "ready\n"
    for count in 1...6 {
      // The last one is for the command alone.
      kill(count == 6 ? recorded.process.pid : -recorded.process.pid, SIGTERM)
      expected += "took \(SIGTERM)\n"
      try recorded.wait(for: expected)
      // The command passes this one on after whatever it passes on of the first one.
      kill(recorded.process.pid, SIGUSR2)
      expected += "took \(SIGUSR2)\n"
      try recorded.wait(for: expected)
    }
    try await recorded.expectEnd(0)
  }

  @Test(arguments: [SIGTERM, SIGKILL, SIGINT])
  func theSignalThatEndsTheProgramEndsTheCommand(number: Int32) async throws {
    let recorded = try Recorded("kill -\(number) $$")
    try await recorded.expectEnd(128 + number)
  }

  @Test func theCommandStopsAndContinuesWithTheProgram() async throws {
    // In a process group that is not an orphan: stopping one is ignored by the system.
    let recorded = try Recorded("trap 'echo on; exit 5' CONT; echo ready $$; while :; do sleep 0.05; done")
    try recorded.wait(for: "ready")
    let program = try #require(recorded.output.firstMatch(of: /ready (\d+)/).flatMap { Int32($0.1) })
    kill(program, SIGSTOP)
    try recorded.poll("the program to stop") { ProgramState.of(program) == .stopped }
    expectEqual(ProgramState.of(recorded.process.pid), .running)
    kill(recorded.process.pid, SIGCONT)
    try recorded.wait(for: "on")
    try await recorded.expectEnd(5)
  }

  @Test func ctrlZStopsBothAndFgContinuesBoth() async throws {
    let folder = try Folder()
    try await blocking {
      let script =
        #"set -m; "$0" record -o "$1/run.ndjson" -- sh -c 'echo ready; read line; echo "got $line"; exit 6'; "#
        + #"echo stopped; fg >/dev/null; echo "end $?""#
      let session = try TerminalSession(["-c", script, binary, folder.path], program: "/bin/sh", columns: 80, rows: 24)
      try session.wait(forMain: "ready")
      session.type("\u{1A}")
      try session.wait(forMain: "stopped")
      session.type("typed\n")
      try session.wait(forMain: "got typed")
      try session.wait(forMain: "end 6")
      try expectEqual(session.finish().code, 0)
    }
  }

  @Test func ctrlCReachesTheProgramOnce() async throws {
    let folder = try Folder()
    try await blocking {
      let script =
        "n=0; trap 'n=$((n+1)); echo \"caught $n\"' INT; echo ready; until read line; do :; done; echo \"$line after $n\"; exit 4"
      let session = try TerminalSession(
        ["record", "-o", folder.file("run.ndjson"), "--", "sh", "-c", script], columns: 80, rows: 24)
      try session.wait(forMain: "ready")
      session.type("\u{3}")
      try session.wait(forMain: "caught 1")
      session.type("\u{3}")
      try session.wait(forMain: "caught 2")
      session.type("typed\n")
      try session.wait(forMain: "typed after 2")
      try expectEqual(session.finish().code, 4)
    }
  }
}
