// `pscope run` on a pseudo-terminal: the promises of a program while it runs, what it prints, how it ends, and what quitting does.

@testable import pscope

/// A program whose second request hangs, at line 4.
private let service = """
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  async function request(n) {
    await sleep(10);
    if (n === 2) await new Promise(() => {});
    console.log(`request ${n}`);
  }
  request(1); request(2);
  setInterval(() => {}, 1000);
  """

/// Runs a program on a terminal; the folder of the adapter and of the logs has to be gone afterwards.
private func session(
  _ words: [String], options: [String] = [], columns: Int = 100, rows: Int = 30, code: Int32,
  _ play: @escaping @Sendable (TerminalSession) throws -> Void
) async throws {
  let runtime = try Folder()
  try await blocking {
    let session = try TerminalSession(
      ["run"] + options + ["--"] + words, columns: columns, rows: rows, variables: ["XDG_RUNTIME_DIR": runtime.path])
    try play(session)
    try expectLeft(session, code: code)
  }
  #expect(try runtime.names().isEmpty)
}

@Suite struct RunTests {
  @Test(.enabled(if: hasNode)) func aHangingPromiseIsSeenWhileTheProgramRuns() async throws {
    let folder = try Folder()
    let path = try folder.write("service.js", service)
    try await session(["node", path], code: 143) { session in
      // The promise, its call site, and that it is pending.
      try session.wait(for: "new Promise", "1 hang", lines: [0: "service."])
      try session.type("e", waitingFor: "service.js:4")
      try session.type("O", waitingFor: "program output", "request 1")
      try session.type("q", waitingFor: "Still running: quit again to end it.")
      session.type("q")
    }
  }

  /// A first-time user may not press any key.
  @Test(.enabled(if: hasNode)) func aServiceLandsOnItsVerdictsWithinTwentySecondsWithoutAKey() async throws {
    let folder = try Folder()
    let path = try folder.write(
      "shop.js",
      """
      const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
      const queue = [];
      async function nextEvent() {
        await new Promise((resolve) => queue.push(resolve));
      }
      async function order(n) {
        await sleep(5);
        if (n % 10 === 0) nextEvent();
      }
      let orders = 0;
      setInterval(() => order(orders++), 25);
      """)
    try await session(["node", path], columns: 80, rows: 24, code: 143) { session in
      let start = ContinuousClock.now
      try session.wait(
        for: "call site", "in flight", "memory ", "∞ hang", "nextEvent", "shop.js:4", "/min", seconds: 20)
      #expect(start.duration(to: .now) < .seconds(20))
      #expect(session.picture.text.contains("order"))
      try session.type("q", waitingFor: "quit again to end it")
      session.type("q")
    }
  }

  @Test(.enabled(if: hasNode)) func theScreenStaysWhenTheProgramHasEnded() async throws {
    let folder = try Folder()
    let path = try folder.write("app.js", service + "\nsetTimeout(() => process.exit(3), 100);")
    let log = folder.file("run.ndjson")
    try await session(["node", path], options: ["--output", log], code: 3) { session in
      try session.wait(for: "ended", "(exited with code 3)", "request")
      // If the program has only just ended, the first key is not taken as a wish to leave.
      session.type("qq")
    }
    try await expectEqual(pscope("lint", log).code, 0)
  }

  @Test(.enabled(if: hasNode)) func aChangedProgramRunsAgainInTheSameScreen() async throws {
    let folder = try Folder()
    let app = "const failing = async () => { throw new Error('offline'); };\n"
    let path = try folder.write("app.js", app + "failing(); process.on('unhandledRejection', () => {});")
    try await session(["node", path], code: 0) { session in
      try session.wait(for: "1 unhandled", "(exited with code 0)", lines: [29: "r Run again"])
      _ = try folder.write("app.js", app + "failing().catch((error) => console.log('mended', error.message));")
      try session.type("r", waitingFor: "handled by #2", lines: [0: "run 2", 29: "Run 2: 1 problem fewer"])
      try session.type("O", waitingFor: "mended offline", "(exited with code 0)")
      try session.type("V", waitingFor: "run 1", "beside run 2", "problems 1 → 0")
      try session.type("VB", waitingFor: "former run 1", "1 unhandled")
      session.type("Bqq")
    }
  }

  @Test func aProgramThatRunsIsEndedFirst() async throws {
    let folder = try Folder()
    let script = "echo again >>'\(folder.path)/runs'; echo ready; while :; do sleep 0.05; done"
    try await session(["sh", "-c", script], code: 143) { session in
      try session.wait(for: "ready")
      try session.type("r", waitingFor: "Still running: run again to end it.")
      try session.type("r", waitingFor: "(ended by signal 15)")
      session.type("r")
      try session.wait { session.picture.text.contains("ready") && !session.picture.text.contains("ended by signal") }
      try session.type("q", waitingFor: "quit again to end it")
      session.type("q")
    }
    try expectEqual(String(contentsOfFile: folder.file("runs"), encoding: .utf8), "again\nagain\n")
  }

  @Test func aProgramThatIsGoneIsNotRunAgain() async throws {
    let folder = try Folder()
    let path = try folder.write("tool", "#!/bin/sh\necho ready\n")
    chmod(path, 0o755)
    try await session([path], code: 0) { session in
      // It has written no log, and is not shown as if it ran.
      try session.wait(for: "ready", "(exited with code 0)", lines: [0: "ended"])
      try FileManager.default.removeItem(atPath: path)
      try session.type("r", waitingFor: "Can't show it")
      #expect(session.picture.text.contains("(exited with code 0)"))
      session.type("qq")
    }
  }

  @Test func ctrlCReachesTheProgramAndTheScreenStays() async throws {
    let script = "trap 'echo caught; exit 5' INT; echo ready; while :; do sleep 0.05; done"
    try await session(["sh", "-c", script], code: 5) { session in
      try session.wait(for: "ready")
      try session.type("\u{3}", waitingFor: "caught", "(exited with code 5)")
      session.type("qq")
    }
  }

  @Test func aCharacterThatWasErasedIsNoPartOfTheEcho() async throws {
    let input = try #require(ProgramInput())
    let (lines, sender) = AsyncStream.makeStream(of: String.self)
    input.echo { sender.yield($0) }
    input.type(Array("helle\u{7F}o\n".utf8))
    for await line in lines {
      expectEqual(line, "hello")
      break
    }
  }

  @Test(.enabled(if: hasNode)) func typedInputReachesTheProgram() async throws {
    let folder = try Folder()
    let path = try folder.write(
      "ask.js",
      """
      const lines = require('node:readline').createInterface({ input: process.stdin, output: process.stdout });
      const ask = (question) => new Promise((done) => lines.question(question, done));
      process.on('SIGINT', () => { console.log('interrupted'); process.exit(7); });
      (async () => {
        console.log(`terminal: ${process.stdin.isTTY}`);
        console.log(`hello ${await ask('Your name? ')}.`);
        await ask('Again? ');
      })();
      """)
    try await session(["node", path], columns: 80, rows: 24, code: 7) { session in
      try session.wait(for: "ask", lines: [23: "i Type"])
      try session.type("i", waitingFor: "terminal: true", "Your name?", lines: [23: "To the program:"])
      try session.type("qAdr\u{7F}a", waitingFor: "qAda", lines: [23: "Esc back"])
      try session.type("\r", waitingFor: "hello qAda.", "Again?")
      // Back on the screen, q is a key again.
      try session.type("\u{1B}", waitingFor: "Again?", lines: [23: "q Quit"])
      try session.type("i\u{3}", waitingFor: "interrupted", "(exited with code 7)")
      session.type("qq")
    }
  }

  @Test func aProgramThatDoesNotEndIsKilled() async throws {
    try await session(["sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done"], code: 137) { session in
      try session.wait(for: "ready")
      try session.type("q", waitingFor: "quit again to end it")
      try session.type("q", waitingFor: "quit again to kill it")
      session.type("q")
    }
  }

  @Test(.enabled(if: hasNode)) func processesAndThreadsAreShownTogether() async throws {
    let folder = try Folder()
    for name in ["first", "second", "work"] { _ = try folder.write("\(name).js", service) }
    _ = try folder.write(
      "start.js",
      "const { Worker, isMainThread } = require('worker_threads'); isMainThread && new Worker(`${__dirname}/work.js`);")
    let script =
      "cd '\(folder.path)'; trap 'kill $first $second; exit 9' TERM; node -r ./start.js first.js & first=$!; sleep 1; node second.js & second=$!; wait"
    try await session(["sh", "-c", script], columns: 140, rows: 40, code: 9) { session in
      try session.wait(for: "thread 1: work", "process ", ": sec", "3 hangs", lines: [0: "first."])
      try session.type("q", waitingFor: "quit again to end it")
      session.type("q")
    }
  }

  @Test(.enabled(if: hasNode)) func theProgramOfAProjectReplacesItsRunner() async throws {
    let folder = try Folder()
    // As npm does: a Node that starts the program and waits for it.
    let npm = try folder.write(
      "npm",
      """
      #!/usr/bin/env node
      const { spawn } = require('node:child_process');
      const program = spawn('node', [`${__dirname}/service.js`], { stdio: 'inherit' });
      new Promise((done) => program.on('exit', done)).then(() => {});
      process.on('SIGTERM', () => program.kill());
      """)
    expectEqual(chmod(npm, 0o755), 0)
    _ = try folder.write("service.js", service)
    try await session([npm, "start"], code: 0) { session in
      try session.wait(for: "1 hang", lines: [0: "service."])
      try session.type("q", waitingFor: "quit again to end it")
      session.type("q")
    }
  }

  @Test func aSignalEndsBoth() async throws {
    let folder = try Folder()
    // The header shows the command, so the word that is waited for differs from it.
    let script = "trap 'touch '\\''\(folder.path)/ended'\\''; exit 0' TERM; echo 're'ady; while :; do sleep 0.05; done"
    try await session(["sh", "-c", script], code: 143) { session in
      try session.wait(for: "ready")
      session.send(SIGTERM)
    }
    try expectEqual(folder.names(), ["ended"])
  }

  @Test func withoutATerminalItRecords() async throws {
    let folder = try Folder()
    let refused = try await pscope("run", "--", "true")
    expectEqual(refused.code, 125)
    expectEqual(
      refused.errors,
      "pscope: standard output is not a terminal, so there is no screen: give --output FILE to record.\n")
    let recorded = try await pscope(
      "run", "--output", folder.file("run.ndjson"), "--", "sh", "-c", "echo hello; exit 4")
    #expect(recorded.code == 4 && recorded.text == "hello\n")
    #expect(recorded.errors.hasPrefix("pscope: standard output is not a terminal, so there is no screen.\n"))
  }

  @Test func whatCannotStartIsReportedOnAnOrdinaryTerminal() async throws {
    let outcome = try await pscope("run", "--", "no-such-program")
    #expect(
      outcome.code == 127 && outcome.errors == "pscope: 'no-such-program' was not found in the folders of PATH.\n")
  }
}
