// `pscope exercise` without a screen: each broken program is found, each solved one passes, no file of a student is lost, and bad input has a
// sentence. `ExerciseScreenTests` plays one on a terminal.

import ChainAnalysis
import LessonEngine
import PlainText

@testable import pscope

private let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path

/// The sources of the library are compiled once for all tests, and again only when they have changed.
private let cache = FileManager.default.temporaryDirectory.appending(path: "pscope-exercise-cache").path

/// Runs `pscope exercise` in a folder, with a record of its own.
private func exercise(_ folder: Folder, _ arguments: String..., before: String = ":") async throws -> Outcome {
  let script = """
    cd '\(folder.path)'; export XDG_STATE_HOME='\(folder.path)/state' XDG_CACHE_HOME='\(cache)'; \(before); exec "$0" exercise "$@"
    """
  return try await run(["sh", "-c", script, binary] + arguments)
}

/// The exercises that have a program for a runtime.
private func names(_ runtime: ExerciseRuntime) -> [String] {
  ExerciseCatalog.all.filter { ExerciseFolder.runtimes(of: $0).contains(runtime) }.map(\.name)
}

private let hasSwift = (try? ProgramFile("swiftc")) != nil

/// Runs both versions of an exercise, one after the other.
private func solve(_ name: String, in runtime: ExerciseRuntime) async throws {
  let folder = try Folder()
  let broken = try await exercise(folder, name, "--in", runtime.rawValue)
  expectEqual(broken.code, 1, "\(broken)")
  #expect(broken.errors.contains("the program is in \(name)/\(name).\(runtime.ending)."))
  let facts = try #require(ExerciseCatalog.named(name))
  // Found by a rule, or by what the program should print.
  #expect(
    facts.rules.contains { broken.text.contains("[\($0.rawValue)]") } || broken.text.contains("Not solved yet: "))
  // How to mend it is said by the hints only.
  for rule in facts.rules { #expect(!broken.text.contains(rule.hint(.english)), "\(broken)") }
  #expect(!broken.text.contains("Solved: ") && !broken.text.contains("does not compile"), "\(broken)")
  let solved = try String(contentsOfFile: "\(root)/exercises/\(name)/solved.\(runtime.ending)", encoding: .utf8)
  _ = try folder.write("\(name)/\(name).\(runtime.ending)", solved)
  let repaired = try await exercise(folder, name, "--in", runtime.rawValue)
  expectEqual(repaired.code, 0, "\(repaired)")
  #expect(repaired.text.hasSuffix("Solved: what was wrong is mended, and the program does its job.\n"))
  try expectEqual(
    String(decoding: folder.read("state/promisescope/exercises"), as: UTF8.self),
    "\(name) \(runtime.rawValue) hints=0\n")
}

@Suite(.serialized) struct ExerciseTests {
  @Test(.enabled(if: hasNode), arguments: names(.node))
  func theBrokenProgramIsFoundAndTheSolvedOnePasses(name: String) async throws {
    try await solve(name, in: .node)
  }

  @Test(.enabled(if: hasSwift), arguments: ["forgotten-return", "second-settlement", "list-loader"])
  func soItIsInSwift(name: String) async throws { try await solve(name, in: .swift) }

  @Test func everyExerciseIsComplete() throws {
    #expect(ExerciseCatalog.all.count >= 12 && Set(ExerciseCatalog.all.map(\.name)).count == ExerciseCatalog.all.count)
    for exercise in ExerciseCatalog.all {
      #expect(exercise.hints.count >= 2 && !exercise.prints.isEmpty)
      let runtimes = ExerciseFolder.runtimes(of: exercise)
      #expect(!runtimes.isEmpty)
      for runtime in runtimes {
        let solved = CarriedFiles.bytes("exercises/\(exercise.name)/solved.\(runtime.ending)")
        #expect(solved.map { $0.count > 100 } ?? false, "\(exercise.name)")
        let start = CarriedFiles.bytes("exercises/\(exercise.name)/start.\(runtime.ending)")
        let run = ExerciseRun(
          end: .exited(0), output: [], source: solved.map { String(decoding: $0, as: UTF8.self) } ?? "",
          start: start.map { String(decoding: $0, as: UTF8.self) } ?? "")
        #expect(!exercise.prints.contains(where: run.hasFixedText), "the solution of \(exercise.name) is no fixed text")
        #expect(!exercise.rules.contains(.settledTwice) || !run.settlesTwice, "\(exercise.name) settles once")
      }
    }
    #expect(names(.node).count > 12 && names(.swift).count > 12)
  }

  @Test func everyCommentOfAProgramIsInTheStudentsLanguage() {
    for exercise in ExerciseCatalog.all {
      for runtime in ExerciseFolder.runtimes(of: exercise) {
        let program = ExerciseFolder.program(exercise, runtime, .chinese)
        let code = program.components(separatedBy: "重新运行它。")[1]
        for line in code.split(separator: "\n") where line.contains("// ") {
          #expect(line.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }, "\(exercise.name): \(line)")
        }
      }
    }
  }

  @Test(.enabled(if: hasNode)) func theTreeIsInTheStudentsLanguage() async throws {
    let folder = try Folder()
    let outcome = try await exercise(folder, "never-settled", "--in", "node", "--language", "zh")
    #expect(outcome.text.contains("3 个 Promise  3 待定  1 卡住（2 个受阻）"))
    #expect(outcome.text.contains("卡在 #3 new Promise") && outcome.text.contains("根因  resolve/reject 未被调用"))
  }

  @Test func theCommandCarriesEverySourceOfTheLibrary() throws {
    let sources = CarriedFiles.below("Sources")
    #expect(sources.count > 200)
    for file in sources {
      try #expect(file.bytes.elementsEqual(Data(contentsOf: URL(filePath: "\(root)/\(file.path)"))), "\(file.path)")
    }
  }

  @Test(.enabled(if: hasNode)) func aFileOfTheStudentStays() async throws {
    let folder = try Folder()
    _ = try await exercise(folder, "for-each")
    _ = try folder.write("for-each/for-each.js", "console.log('mine');")
    let again = try await exercise(folder, "for-each")
    #expect(again.code == 1 && again.text.contains("No promise was recorded"))
    #expect(again.errors.contains("for-each/for-each.js exists and stays as it is; --restart starts over."))
    let restarted = try await exercise(folder, "for-each", "--restart")
    #expect(restarted.errors.contains("your former program is now for-each/for-each.1.js."))
    try expectEqual(String(decoding: folder.read("for-each/for-each.1.js"), as: UTF8.self), "console.log('mine');")
    #expect(try String(decoding: folder.read("for-each/for-each.js"), as: UTF8.self).contains("photos.forEach"))
  }

  @Test(.enabled(if: hasNode)) func aFailingProgramIsNotSolved() async throws {
    let folder = try Folder()
    _ = try await exercise(folder, "for-each")
    for (source, sentence) in [
      ("process.exit(3);", "failed with exit code 3"), ("process.kill(process.pid, 'SIGSEGV');", "signal 11 ended it"),
      ("function (", "The program failed: SyntaxError: Function statements require a function name (for-each.js:1)"),
    ] {
      _ = try folder.write("for-each/for-each.js", source)
      let outcome = try await exercise(folder, "for-each")
      #expect(outcome.code == 1 && outcome.text.contains(sentence), "\(outcome)")
    }
  }

  @Test(.enabled(if: hasSwift)) func aDelayIsNoRepair() async throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.file("for-each"), withIntermediateDirectories: true)
    let start = try String(contentsOfFile: "\(root)/exercises/for-each/start.swift", encoding: .utf8)
    let delayed = start.replacing("\n  .then { photos in print", with: "\n  .delay(0.2)\n  .then { photos in print")
    #expect(delayed != start)
    _ = try folder.write("for-each/for-each.swift", delayed)
    let outcome = try await exercise(folder, "for-each")
    #expect(outcome.code == 1 && outcome.text.contains("[missing-return]"), "\(outcome)")
  }

  @Test(
    .enabled(if: hasNode),
    arguments: [
      (
        "for-each", "  return photos.length", "  await later(200);\n  return photos.length",
        "nothing waits for 3 promises named 'upload'"
      ),
      ("duplicate-request", "requests++", "requests = 1", "'later' was called 2 times, and 1 is enough"),
      ("catch-or-recover", "`show ${avatar}`", "'show placeholder.png'", "is a fixed text in the program"),
      ("catch-or-recover", "`show ${avatar}`", "'show place' + 'holder.png'", "is a fixed text in the program"),
      (
        "second-settlement", "      resolve(page ?? '');\n      if (error) reject(error);\n",
        "      if (error) reject(error);\n      resolve(page);\n", "a path through the code calls both functions"
      ),
      (
        "never-settled", "await locate()", "await Promise.race([locate(), Promise.reject(new Error('no position'))])",
        "1 promise named 'locate' should settle, and 0 did"
      ),
    ])
  func whatHidesAMistakeIsNoRepair(name: String, code: String, change: String, sentence: String) async throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    let start = try String(contentsOfFile: "\(root)/exercises/\(name)/start.js", encoding: .utf8)
    #expect(start.contains(code))
    _ = try folder.write("\(name)/\(name).js", start.replacing(code, with: change))
    let outcome = try await exercise(folder, name, "--in", "node")
    #expect(outcome.code == 1 && outcome.text.contains(sentence), "\(outcome)")
  }

  @Test(.enabled(if: hasSwift)) func theCompilersMessageNamesTheLine() async throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.file("for-each"), withIntermediateDirectories: true)
    _ = try folder.write("for-each/for-each.swift", "import PromiseScope\nlet photos: Int = \"beach\"\n")
    let outcome = try await exercise(folder, "for-each")
    #expect(outcome.code == 1 && outcome.text.contains("for-each/for-each.swift:2:19: error: "), "\(outcome)")
    #expect(outcome.text.hasSuffix("The program does not compile: see the compiler's message above.\n"))
  }

  @Test func hintsComeOneAfterTheOther() async throws {
    let folder = try Folder()
    let hints = try #require(ExerciseCatalog.named("for-each")).hints
    for (number, hint) in zip(1..., hints + [hints[hints.count - 1]]) {
      let shown = min(number, hints.count)
      let outcome = try await exercise(folder, "for-each", "--hint")
      expectEqual(outcome.text, "Hint \(shown) of \(hints.count): \(hint.english)\n")
    }
    let chinese = try await exercise(folder, "for-each", "--hint", "--language", "zh")
    #expect(chinese.text.hasPrefix("线索 3/3："))
  }

  @Test func theListMarksWhatIsSolvedAndProposesTheNext() async throws {
    let folder = try Folder()
    let empty = try await exercise(folder)
    #expect(empty.text.contains("\n0 of 16 are solved. Next: pscope exercise forgotten-return\n"))
    try FileManager.default.createDirectory(
      atPath: folder.file("state/promisescope"), withIntermediateDirectories: true)
    _ = try folder.write(
      "state/promisescope/exercises", "nonsense\nforgotten-return node hints=x\n\nfor-each hints=-4\n")
    let some = try await exercise(folder, "--language", "zh")
    #expect(some.text.contains("✔ forgotten-return ") && some.text.contains("  for-each "))
    #expect(some.text.hasSuffix("\n16 个练习已解决 1 个。下一个：pscope exercise executor-timing\n"))
  }

  @Test func badInputHasASentence() async throws {
    let folder = try Folder()
    let unknown = try await exercise(folder, "for-eech")
    #expect(unknown.code == 2 && unknown.errors.contains("no exercise is named 'for-eech'; did you mean 'for-each'?"))
    let alone = try await exercise(folder, "--hint")
    #expect(alone.code == 64 && alone.errors.contains("--hint: expected the name of an exercise with it."))
    let runtime = try await exercise(folder, "event-loop-blocked", "--in", "swift")
    #expect(runtime.code == 2 && runtime.errors.contains("event-loop-blocked has no program in Swift"))
    _ = try folder.write("for-each", "a file")
    let file = try await exercise(folder, "for-each", "--in", "node")
    #expect(file.code == 2 && file.errors.contains("can't write for-each/for-each.js: Not a directory."))
    let missing = try await exercise(folder, "two-handlers", "--in", "node", before: "PATH=/nonexistent")
    #expect(missing.code == 127 && missing.errors.contains("need Node, and 'node' was not found"))
    let toolchain = try await exercise(folder, "two-handlers", "--in", "swift", before: "PATH=/nonexistent")
    #expect(toolchain.code == 127 && toolchain.errors.contains("need a Swift toolchain"))
  }
}

@Suite struct VerdictTests {
  private let exercise = ExerciseCatalog.all[0]

  /// The last line about a run that printed something and has no log.
  private func verdict(_ change: (inout ExerciseRun) -> Void) -> String? {
    var run = ExerciseRun(end: .exited(0), output: [])
    change(&run)
    let verdict = Verdict(exercise, run, .english)
    #expect(!verdict.isSolved)
    return verdict.lines.last
  }

  @Test func aRunThatIsNotOneHasAReason() {
    #expect(verdict { $0.isOverdue = true }?.contains("still ran after 10 seconds") ?? false)
    #expect(verdict { $0.isBuilt = false }?.contains("does not compile") ?? false)
    #expect(verdict { $0.end = .killed(signal: 5) }?.contains("crashed: signal 5") ?? false)
    #expect(verdict { $0.output = exercise.prints }?.contains("No promise was recorded") ?? false)
  }
}

@Suite struct ExerciseScreenTests {
  @Test(.enabled(if: hasNode)) func aSavedProgramRunsAgainUntilItIsSolved() async throws {
    let folder = try Folder()
    let solved = try String(contentsOfFile: "\(root)/exercises/forgotten-return/solved.js", encoding: .utf8)
    try await blocking {
      let session = try TerminalSession(
        ["-c", "cd '\(folder.path)' && exec '\(binary)' exercise forgotten-return --in node"], program: "/bin/sh",
        columns: 100,
        rows: 30, variables: ["XDG_STATE_HOME": folder.file("state"), "XDG_RUNTIME_DIR": folder.path])
      try session.wait(for: "[missing-await]", "Not solved yet", "M gives a hint", lines: [0: "■ ended"])
      try session.type("M", waitingFor: "Hint 1 of 3")
      // The judgment is seen although another pane was open.
      try session.type("e", waitingFor: "── why")
      _ = try folder.write("forgotten-return/forgotten-return.js", solved)
      try session.wait(for: "Solved: what was wrong is mended", lines: [0: "run 2"])
      session.type("J")
      try session.wait(for: "Not solved yet: ", "■ ended", "All 5 promises", lines: [0: "executor-timing.js"])
      session.type("q")
      try expectLeft(session)
    }
    try expectEqual(folder.names(), ["executor-timing", "forgotten-return", "state"])
  }
}
