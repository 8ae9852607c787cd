// Compiles programs that declare or use names which `import PromiseScope` must leave alone.

import TestSupport
import Testing

@Suite struct NamesTests {
  /// Types of the modules below, which a program of its own may well declare.
  private static let hidden = [
    "BodyOutcome", "Event", "EventKind", "EventMark", "EventSource", "EventTape", "HandledSides", "LogArchive",
    "LogDiagnostic", "LogEncoder", "LogError", "LogHeader", "LogReader", "PromiseState", "SettlementAttempt",
    "SettlementCause", "Site", "SourceStatus", "TextHold", "TextID", "TextTable", "TraceReader",
  ]

  @Test("the import brings no name of the event log and of the core's machinery", arguments: ["5", "6"])
  func hiddenNames(languageMode: String) throws {
    let uses = Self.hidden.map { "func use\($0)(_: \($0)) {}\n" }
    let errors = try ShapeProgram.errors(in: "import PromiseScope\n" + uses.joined(), languageMode: languageMode)
    expectEqual(errors.count, Self.hidden.count)
    for name in Self.hidden {
      #expect(errors.contains { $0.hasSuffix("cannot find type '\(name)' in scope") }, "\(name)")
    }
  }

  @Test("Executor and Job are Swift's, and both kinds of executors can be written", arguments: ["5", "6"])
  func executors(languageMode: String) throws {
    let program = """
      import PromiseScope
      func run(_ job: consuming ExecutorJob, on executor: any Executor) { executor.enqueue(job) }
      final class Serial: SerialExecutor { func enqueue(_ job: consuming ExecutorJob) {} }
      final class Counting: PromiseExecutor, @unchecked Sendable {
        var count = 0
        init() { super.init(label: "counting") }
        override func enqueue(_ job: consuming PromiseJob) { count += 1; job.run() }
      }
      func start() -> Promise<Int> { Promise(1).then(on: Counting()) { $0 }.then(on: .inline) { $0 } }
      """
    try expectEqual(ShapeProgram.errors(in: program, languageMode: languageMode), [])
  }
}
