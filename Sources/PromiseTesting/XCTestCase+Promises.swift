// The same for XCTest. Owns the process-wide observation of one test at a time, which is how XCTest runs them.

#if canImport(XCTest)
  import ChainAnalysis
  import PromiseTrace
  import XCTest

  extension XCTestCase {
    /// Makes this test fail if it leaves a promise unhandled, leaked or pending, or settles one twice.
    ///
    /// Call it in `setUp()` for every test of the class, or in the first line of one test. It observes all promises that the process creates
    /// until the test has been torn down, because XCTest runs one test at a time. Then it waits until they have settled, at most a second.
    ///
    /// ```swift
    /// override func setUp() { checkPromises() }
    /// ```
    ///
    /// - Parameters:
    ///   - rules: What makes the test fail.
    ///   - allowed: What doesn't make the test fail although it is in `rules`.
    ///   - timeLimit: The time after which the pending promises of a test that hangs are printed; the test then fails, but is not ended.
    ///   - patience: How long to wait after the test until its promises have settled.
    ///   - fileID: The caller's location, for the failure.
    ///   - filePath: The caller's location, for the failure.
    ///   - line: The caller's location, for the failure.
    public func checkPromises(
      failOn rules: Set<Rule> = .standard, allowing allowed: Set<Rule> = [], timeLimit: Duration? = nil,
      waiting patience: Duration = .seconds(1), fileID: StaticString = #fileID, filePath: StaticString = #filePath,
      line: Int = #line
    ) {
      let caller = Caller(fileID: fileID, filePath: filePath, line: line, column: 1)
      let name = name
      let session = PromiseSession(recording: name)
      let limit = timeLimit.map { time in
        TimeLimit(time) { isOver in
          guard isOver else { return }
          let text = "The test still runs after \(time). \(session.hang)"
          printOnStandardError("\(name): \(text)\n")
          session.setOverdue(text)
        }
      }
      let former = session.install()
      addTeardownBlock {
        limit?.stop()
        if let text = session.overdue { caller.fail(text) }
        session.settle(within: patience)
        session.uninstall(former)
        // A test that hangs has been reported already.
        guard session.overdue == nil else { return }
        session.report(rules.subtracting(allowed)) { text, isFailure in
          if isFailure { caller.fail(text) } else { printOnStandardError("\(name): \(text)\n") }
        }
      }
    }
  }
#endif
