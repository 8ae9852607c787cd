// The program of an exercise as something that can be recorded and judged, again and again.

import ArgumentParser
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The program of an exercise, ready to run.
struct ExerciseProgram: Sendable {
  let place: ExerciseFolder
  var exercise: Exercise { place.exercise }
  let recorded: ProgramToRecord
  private let folder: AdapterFolder
  /// The folder for its logs.
  let logs: String
  private let library: SwiftLibrary?
  private let binary: String?
  private let language: Language

  /// Finds what runs it, and builds the library if that is needed.
  ///
  /// - Throws: ``Failure`` if there is no Node or no toolchain, or a folder can't be written.
  init(_ place: ExerciseFolder, _ language: Language) throws {
    (self.place, self.language) = (place, language)
    var words = ["node", place.file]
    switch place.runtime {
    case .node:
      (library, binary) = (nil, nil)
      guard (try? ProgramFile("node")) != nil else { throw Self.missingNode(language) }
    case .swift:
      let library = try SwiftLibrary(language)
      try library.build(language)
      let binary = "\(library.programFolder())/\(place.exercise.name)"
      words = library.words(for: place.file, program: binary)
      (self.library, self.binary) = (library, binary)
    }
    let adapter = place.runtime == .node ? "node" : "swift"
    recorded = try ProgramToRecord(
      .parse(["--adapter", adapter, "--values", "preview", "--sites", "all", "--"] + words))
    folder = try AdapterFolder()
    logs = try folder.makeLogFolder()
  }

  private static func missingNode(_ language: Language) -> Failure {
    Failure(
      sentence: language(
        "exercises in JavaScript need Node, and 'node' was not found in the folders of PATH: install it from https://nodejs.org, or use --in swift.",
        "JavaScript 练习需要 Node，但在 PATH 的文件夹里找不到 node：请从 https://nodejs.org 安装，或者改用 --in swift。"),
      code: .notFound)
  }

  /// The program that is installed for an exercise: that of the student's file if there is one, otherwise Node, which needs no build.
  static func chosenRuntime(for exercise: Exercise) -> ExerciseRuntime {
    let runtimes = ExerciseFolder.runtimes(of: exercise)
    let path = { (runtime: ExerciseRuntime) in "\(exercise.name)/\(exercise.name).\(runtime.ending)" }
    return runtimes.first { access(path($0), F_OK) == 0 }
      ?? runtimes.first { (try? ProgramFile($0.program)) != nil } ?? runtimes.first ?? .node
  }

  /// Starts a run.
  ///
  /// - Parameters:
  ///   - target: Where its logs go.
  ///   - descriptors: Its standard streams; nil for those of this process.
  /// - Throws: ``Failure`` if the system can't start it.
  func start(_ target: RecordTarget, descriptors: [Int32]? = nil) throws -> ChildProcess {
    if let binary { unlink(binary) }
    return try recorded.startWords(recorded.variables(target, folder), descriptors: descriptors)
  }

  /// Whether the compiler is done; always for Node.
  var isBuilt: Bool { binary.map { access($0, X_OK) == 0 } ?? true }

  /// Waits until a run has taken too long, not counting the compiler.
  ///
  /// - Returns: Whether the time was up first.
  func waitForLimit(hasEnded: () -> Bool) -> Bool {
    var left = Verdict.limit * 20
    while left > 0 {
      if hasEnded() { return false }
      usleep(50_000)
      if isBuilt { left -= 1 }
    }
    return !hasEnded()
  }

  /// Reads the log of a run that has ended, and judges it.
  ///
  /// - Parameters:
  ///   - target: Where its logs are.
  ///   - end: How it ended.
  ///   - output: What it printed.
  ///   - isOverdue: Whether it was ended because it ran for too long.
  /// - Returns: The verdict; a solved exercise is also recorded.
  func judge(_ target: RecordTarget, end: ChildProcess.End, output: [String], isOverdue: Bool) -> Verdict {
    var run = ExerciseRun(end: end, output: output, isOverdue: isOverdue, isBuilt: isBuilt)
    run.source = (try? SmallFile.read(place.file)) ?? ""
    run.start = place.start
    if let log = target.newest, let feed = try? Feed(.log(path: log), arguments: .parse([])) {
      run.history = feed.analyzed()
    }
    let verdict = Verdict(exercise, run, language)
    if verdict.isSolved { ExerciseRecord.update(exercise) { $0.solved.insert(place.runtime) } }
    return verdict
  }

  /// Removes what the recording needs; the student's file stays.
  func cleanUp() {
    folder.removeOrExplain()
    library?.removePrograms()
  }
}
