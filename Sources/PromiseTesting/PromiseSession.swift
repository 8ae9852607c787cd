// One test under observation: its tracer, its history, and what it must not do. Owns the binding of the tracer and the wait for quiescence.
// Test libraries are not known here; `PromiseTrait` and `XCTestCase+Promises` use it.

import CPromiseRuntime
import ChainAnalysis
import ChainModel
import PlainText
import PromiseCore
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The observation of one test.
///
/// Any thread may call it: the test, and the thread that watches its time limit.
final class PromiseSession: Sendable {
  /// The session of the current task.
  @TaskLocal static var current: PromiseSession?

  let tracer: Tracer
  private let history: Mutex<TestHistory>
  private let covered = Atomic<Bool>(false)

  /// What was printed when the time of an XCTest was over.
  private let lateness = Mutex<String?>(nil)

  /// Creates a session that is not bound yet.
  ///
  /// - Parameters:
  ///   - clock: The clock of the times in its trees.
  ///   - test: The name of the test, whose promises are recorded if those of the process are; nil to record nothing.
  init(clock: TraceClock = .system, recording test: String? = nil) {
    var configuration = Tracer.Configuration()
    configuration.clock = clock
    configuration.mode = .buffered(.count)
    configuration.eventsPerThread = 1_024
    configuration.textBytesPerThread = 64 << 10
    configuration.bufferBytes = 512 << 20
    // A log without values leaves them out; the failure of a test shows them.
    let recorded = test == nil ? nil : TestLog.values
    configuration.values = recorded == .type ? .type : .preview
    configuration.isBoundToTasks = true
    tracer = Tracer(configuration)
    history = Mutex(TestHistory(tracer, recording: test))
  }

  /// Runs `body` while promises that it creates belong to this session.
  func run(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async rethrows {
    try await PromiseSession.$current.withValue(self, operation: { try await tracer.runInTask(body) })
  }

  /// Whether the session of a trait nearer to the test judges the promises instead.
  var isCovered: Bool { covered.load(ordering: .relaxed) }

  /// Leaves the judgment to the session of a trait nearer to the test.
  func cover() { covered.store(true, ordering: .relaxed) }

  /// Reads the latest events, and uses the history.
  func read<Result: Sendable>(_ body: (TestHistory) -> Result) -> Result {
    history.withLock { history in
      history.read()
      return body(history)
    }
  }

  // MARK: The process

  /// The session of the XCTest that runs.
  private static let installed = Mutex<PromiseSession?>(nil)

  /// The session that observes the current test.
  static var observing: PromiseSession? { current ?? installed.withLock { $0 } }

  /// Makes all promises belong to this session that no task or body attributes to another one.
  ///
  /// - Returns: The tracer that was installed before, for ``uninstall(_:)``.
  func install() -> Tracer? {
    let former = Tracer.installed
    tracer.install()
    PromiseSession.installed.withLock { $0 = self }
    return former
  }

  /// Undoes ``install()``.
  func uninstall(_ former: Tracer?) {
    tracer.uninstall()
    former?.install()
    PromiseSession.installed.withLock { if $0 === self { $0 = nil } }
  }

  // MARK: Waiting

  /// Waits until every promise has settled or may stay pending, and every rejection was handled or freed, but not longer than `patience`.
  ///
  /// Blocks the calling thread. On the main thread it runs the main queue, where handlers run by default.
  ///
  /// - Parameters:
  ///   - patience: The longest time to wait.
  ///   - isEnough: Whether to stop waiting; called after each batch of events.
  func settle(within patience: Duration, or isEnough: (TestHistory) -> Bool = { _ in false }) {
    Drain.flush()
    let deadline = ContinuousClock.now + patience
    var pause: UInt32 = 20
    // Searching for findings takes longer than reading the latest events.
    var nextJudgment = ContinuousClock.now
    while true {
      _ = psServeMainQueue()
      let isAtRest = history.withLock { history in
        history.read()
        if history.isAtRest || isEnough(history) { return true }
        guard ContinuousClock.now >= nextJudgment else { return false }
        let isExcused = history.isExcused(now: tracer.elapsed)
        nextJudgment = .now + .milliseconds(20)
        return isExcused
      }
      // A rejection that the test keeps may still be handled, by work that this library does not see, such as a timer of the program's own.
      if isAtRest || ContinuousClock.now >= deadline { return }
      usleep(pause)
      pause = min(pause * 2, 1_000)
    }
  }

  /// Like the blocking form, but suspends the task.
  func settle(within patience: Duration, or isEnough: @escaping @Sendable (TestHistory) -> Bool = { _ in false }) async
  {
    if read({ $0.isAtRest || isEnough($0) }) { return }
    // A thread of its own, because tests may occupy all threads of the pool, and because a canceled task can't sleep.
    await withUnsafeContinuation { continuation in
      detachThread { [self] in
        settle(within: patience, or: isEnough)
        continuation.resume()
      }
    }
  }

  // MARK: Reports

  /// What was printed when the test's time was over; nil if it is not.
  var overdue: String? { lateness.withLock { $0 } }

  /// Keeps what was printed when the test's time was over.
  func setOverdue(_ text: String) { lateness.withLock { $0 = text } }

  /// Ends the recording and reports what went wrong.
  ///
  /// - Parameters:
  ///   - rules: What makes the test fail.
  ///   - record: Receives a text, and whether the test fails because of it; otherwise it is a warning.
  func report(_ rules: Set<Rule>, record: (_ text: String, _ isFailure: Bool) -> Void) {
    let now = tracer.elapsed
    tracer.finish()
    let (texts, warning) = read { history in
      let faults = history.faults(now: now).filter { rules.contains($0.rule) }
      let tree = faults.isEmpty ? nil : MarkedTree(history.store, now: now)
      var texts = faults.prefix(Self.maximumReports).map { "\($0.text)\n\n\(tree?.draw($0.promises) ?? "")" }
      if faults.count > texts.count {
        texts.append("\(NumberText.plural(faults.count - texts.count, "more problem", "more problems")) like these.")
      }
      return (texts, history.warning)
    }
    for text in texts { record(text, true) }
    if let warning { record(warning, false) }
  }

  /// The maximum number of problems to describe.
  private static let maximumReports = 10

  /// What keeps the test from ending: the promises at the root of each wait, with their trees.
  var hang: String {
    read { history in
      let now = tracer.elapsed
      let faults = history.faults(now: now).filter { Set.unsettled.contains($0.rule) }
      guard !faults.isEmpty else { return "None of its promises is pending." }
      let list = faults.prefix(Self.maximumReports).map(\.headline)
      let tree = MarkedTree(history.store, now: now).draw(faults.flatMap(\.promises))
      return list.joined(separator: "\n") + "\n\n" + tree
    }
  }
}
