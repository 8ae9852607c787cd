// `pscope attach` with Node processes that run already, and with everything else that may be named.

#if os(Linux)
  import Foundation
  import Glibc
  import ProcessMemory
  import TestSupport
  import Testing

  @testable import pscope

  /// Half of its requests wait for a lock, whose holder waits for a promise that nothing can settle.
  private let server = """
    class Lock {
      queue = [];
      held = false;
      acquire() {
        if (this.held) return new Promise((resolve) => this.queue.push(resolve));
        this.held = true;
      }
    }
    const lock = new Lock();
    async function report() {
      await lock.acquire();
      await new Promise(() => {});
    }
    async function handle(n) {
      if (n % 2) await lock.acquire();
      console.log(`done ${n}`);
    }
    report();
    let n = 0;
    process.stdin.on('data', (data) => { for (const line of data.toString().trim().split('\\n')) handle(++n); });
    handle(0);
    """

  /// A process that runs in the background of a test.
  private final class Background {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    var id: Int32 { process.processIdentifier }

    init(_ words: [String]) throws {
      process.executableURL = URL(filePath: "/usr/bin/env")
      (process.arguments, process.standardInput, process.standardOutput) = (words, input, output)
      try process.run()
    }

    deinit {
      kill(id, SIGKILL)
      process.waitUntilExit()
    }

    /// The next line that it prints; empty at the end, and if nothing comes for ten seconds.
    func next() -> String {
      var line: [UInt8] = []
      let file = output.fileHandleForReading.fileDescriptor
      while line.last != UInt8(ascii: "\n") {
        var (waiting, byte) = (pollfd(fd: file, events: Int16(POLLIN), revents: 0), UInt8(0))
        guard poll(&waiting, 1, 10_000) > 0, Glibc.read(file, &byte, 1) == 1 else { return "" }
        line.append(byte)
      }
      return String(decoding: line.dropLast(), as: UTF8.self)
    }

    func send() { try? input.fileHandleForWriting.write(contentsOf: Data("x\n".utf8)) }
  }

  /// The installed versions of Node that can be attached to.
  private let nodes: [String] = ["node", "node18", "node20", "node22", "node24"].filter { name in
    guard (try? ProgramFile(name)) != nil else { return false }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    (process.arguments, process.standardOutput) = ([name, "-p", "process.version.slice(1, 3)"], output)
    guard (try? process.run()) != nil else { return false }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return ["18", "20", "22", "24"].contains(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Suite struct AttachTests {
    @Test(arguments: nodes) func aServerThatHangsIsReadAndServesTheNextRequest(node: String) async throws {
      let folder = try Folder()
      let path = try folder.write("server.js", server)
      let process = try Background([node, path])
      #expect(process.next() == "done 0")
      process.send()
      process.send()
      #expect(process.next() == "done 2")
      let log = folder.file("run.ndjson")
      let outcome = try await pscope("attach", "\(process.id)", "--output", log)
      expectEqual(outcome.code, 0)
      #expect(outcome.errors.contains("the program stood still for "))
      #expect(try await pscope("lint", log).code == 0)
      let tree = try await pscope("view", log).text
      #expect(tree.contains("report") && tree.contains("server.js:12") && tree.contains("handle"), "\(tree)")
      #expect(!tree.contains("0 ms"), "No duration is known.")
      // Nothing refers to the promise that the holder waits for, nor to the holder. A stale word on a stack of V8's can hide that.
      let check = try await pscope("check", log)
      if check.code == 1 {
        #expect(check.text.contains("server.js:12: error: ") && check.text.contains("[never-settled]"), "\(check.text)")
        let page = URL(filePath: #filePath).appending(path: "../../../README.md").standardized
        let readme = Self.withoutNumbers(try String(contentsOf: page, encoding: .utf8))
        let rows = tree.split(separator: "\n").dropFirst() + check.text.split(separator: "\n").prefix(1)
        for row in rows { #expect(readme.contains(Self.withoutNumbers(row)), "\(row)") }
      }
      process.send()
      process.send()
      #expect(process.next() == "done 4")
    }

    /// The order of promises is that of their addresses.
    private static func withoutNumbers(_ text: some StringProtocol) -> String {
      String(text).replacing(#/#\d+/#, with: "#")
    }

    @Test(.enabled(if: !nodes.isEmpty)) func aSecondReadingFindsWhatIsStuck() async throws {
      let folder = try Folder()
      let path = try folder.write("server.js", server)
      let process = try Background([nodes[0], path])
      #expect(process.next() == "done 0")
      process.send()
      process.send()
      #expect(process.next() == "done 2")
      let outcome = try await pscope("attach", "\(process.id)", "--again", "0.3")
      #expect(
        outcome.text.contains("≥ ") && outcome.errors.contains(" as before"), "\(outcome.text)\(outcome.errors)")
    }

    @Test(.enabled(if: !nodes.isEmpty)) func theScreenReadsAgain() async throws {
      let folder = try Folder()
      let path = try folder.write("server.js", server)
      let process = try Background([nodes[0], path])
      #expect(process.next() == "done 0")
      let id = process.id
      try await blocking {
        let session = try TerminalSession(["attach", "\(id)"], columns: 100, rows: 30)
        try session.wait(for: "read from memory", "server.js (process \(id))", "report")
        session.type("r")
        try session.wait(for: "≥ ")
        session.type("q")
        try expectLeft(session, code: 0)
      }
      process.send()
      process.send()
      #expect(process.next() == "done 2")
    }

    @Test(.enabled(if: !nodes.isEmpty)) func theProcessGoesOnIfTheCommandIsKilled() async throws {
      let folder = try Folder()
      let path = try folder.write("server.js", server)
      let process = try Background([nodes[0], path])
      #expect(process.next() == "done 0")
      for round in 1...12 {
        let command = try Background([binary, "attach", "\(process.id)"])
        usleep(UInt32(round * 15_000))
        kill(command.id, SIGKILL)
        process.send()
        process.send()
        #expect(process.next() == "done \(round * 2)")
      }
    }

    /// Where the system writes core files: beside the process, or to a program of its own.
    private static let writesCoreFiles =
      (try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)) == "core\n"

    @Test(.enabled(if: writesCoreFiles && !nodes.isEmpty)) func theCoreFileOfAnAbortedProcessIsRead() async throws {
      let folder = try Folder()
      let path = try folder.write("server.js", server)
      let command = #"ulimit -c unlimited && cd "$0" && exec "$@""#
      let process = try Background(["bash", "-c", command, folder.path, nodes[0], path])
      #expect(process.next() == "done 0")
      process.send()
      process.send()
      #expect(process.next() == "done 2")
      kill(process.id, SIGABRT)
      #expect(process.next() == "")
      let core = try #require(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasPrefix("core") })
      let outcome = try await pscope("attach", folder.file(core))
      expectEqual(outcome.code, 0)
      expectEqual(outcome.errors, "")
      #expect(outcome.text.contains("report") && outcome.text.contains("server.js:12"), "\(outcome.text)")
    }

    @Test(.enabled(if: !nodes.isEmpty)) func theListHasNodeProcesses() async throws {
      let folder = try Folder()
      let path = try folder.write("listed.js", "setInterval(() => {}, 1000); console.log('up')")
      let process = try Background([nodes[0], path])
      #expect(process.next() == "up")
      let list = try await pscope("attach").text
      let line = try #require(list.split(separator: "\n").first { $0.contains("listed.js") })
      #expect(line.contains("\(process.id)  Node ") && list.hasPrefix(" ") || list.hasPrefix("PID"))
    }

    @Test(arguments: [
      ("2147483647", "there is no process 2147483647"), ("99999999999", "there is no process 99999999999"),
      ("nonsense", "expected the number of a process, or a core file, found 'nonsense'"),
      ("/dev/null", "/dev/null is not a core file"),
    ]) func whatCannotBeAttachedToIsRefused(word: String, sentence: String) async throws {
      let outcome = try await pscope("attach", word)
      expectEqual(outcome.code, 125)
      #expect(outcome.errors.contains(sentence) && outcome.output.isEmpty, "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    /// Refusals that a test can't provoke on its machine.
    @Test(arguments: [
      (ProcessError.notPermitted(.scope(1)), "(kernel.yama.ptrace_scope is 1); type: sudo pscope attach 4711"),
      (.notPermitted(.scope(3)), "until it is started again"),
      (.notPermitted(.user(0)), "process 4711 belongs to root; type: sudo pscope attach 4711"),
      (.notPermitted(.container), "--cap-add=SYS_PTRACE"), (.traced(by: 12), "process 12 is debugging process 4711"),
      (.zombie, "process 4711 has already ended"), (.replaced, "attach again"),
      (.noSymbols, "was stripped of its symbols"),
    ]) func aRefusalSaysWhatToDo(error: ProcessError, sentence: String) throws {
      let failure = Failure(error, of: try AttachTarget("4711"))
      #expect(failure.sentence.contains(sentence), "\(failure.sentence)")
    }

    @Test func promisesOfThisLibraryAreRead() async throws {
      let program = URL(filePath: binary).deletingLastPathComponent().appending(path: "HangingPromises").path
      let process = try Background([program, "recorded"])
      #expect(process.next() == "ready")
      let folder = try Folder()
      let log = folder.file("run.ndjson")
      let outcome = try await pscope("attach", "\(process.id)", "--again", "0.3", "--output", log)
      expectEqual(outcome.code, 0)
      #expect(try await pscope("lint", log).code == 0)
      let tree = try await pscope("view", log).text
      #expect(tree.contains("HangingPromises") && tree.contains("front page") && tree.contains(":13"), "\(tree)")
      let why = try await pscope("why", log, "all").text
      #expect(why.contains("front page") && why.contains("HangingPromises.swift:13"), "\(why)")
    }

    /// A screen may continue after a reading that failed; Ctrl-C must then be a key again.
    @Test func aReadingThatFailsLeavesNoOrderlyEnd() throws {
      let process = AttachedProcess(try AttachTarget("2147483647"), output: nil)
      #expect(throws: Failure.self) { try process.read() }
      #expect(!Interruption.endsOrderly)
    }

    @Test func aProgramWithoutV8IsRefused() async throws {
      let process = try Background(["cat"])
      for _ in 0..<2_000 where AttachedRuntime(executable: "", exists: { _ in false }) == nil {
        if (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process.id)/exe"))?.hasSuffix("/env")
          == false
        {
          break
        }
        usleep(1_000)
      }
      let outcome = try await pscope("attach", "\(process.id)")
      expectEqual(outcome.code, 125)
      #expect(outcome.errors.hasPrefix("pscope: process \(process.id) "), "\(outcome.errors)")
    }

    @Test func runtimesAreRecognized() {
      func runtime(_ path: String, _ files: Set<String> = []) -> AttachedRuntime? {
        AttachedRuntime(executable: path) { files.contains($0) }
      }
      #expect(
        runtime("/usr/bin/node") == .node && runtime("/opt/node-20") == .node && runtime("/usr/bin/nodejs") == .node)
      #expect(runtime("/home/a/.bun/bin/bun") == .bun && runtime("/usr/bin/deno") == .deno)
      #expect(runtime("/usr/bin/python3.12") == .python(version: "3.12") && runtime("/usr/bin/nodemon") == nil)
      #expect(runtime("/usr/share/code/code", ["/usr/share/code/chrome_100_percent.pak"]) == .electron)
      #expect(runtime("/usr/bin/cat") == nil)
    }

    @Test func theListIsATable() {
      let list = AttachList([
        .init(process: 71, runtime: "Node 20.18.0", age: 2_460_000_000_000, user: "app", command: "node server.js"),
        .init(process: 4_711, runtime: "Node", age: 5_000_000_000, user: "root", command: "node\u{1B}[31m a.js"),
      ])
      expectEqual(
        list.text,
        """
         PID  RUNTIME       AGE         USER  COMMAND
          71  Node 20.18.0  41 min 0 s  app   node server.js
        4711  Node          5.00 s      root  node\\u{1B}[31m a.js

        """)
      expectEqual(AttachList([]).text, "No process runs Node or Python here.\n")
    }
  }
#endif
