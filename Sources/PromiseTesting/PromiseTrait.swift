// The trait for Swift Testing. Owns the order: observe, wait, judge, report. `PromiseSession` does each.

#if canImport(Testing)
  import ChainAnalysis
  import PromiseTrace
  import Testing

  /// A trait that makes a test fail because of what it does to its promises.
  ///
  /// Each test, and each case of a parameterized test, is observed with a tracer of its own, so tests can run in parallel. A promise belongs
  /// to the test whose task created it, or else to the test of the promise in whose body it was created.
  ///
  /// ```swift
  /// @Test(.promises) func loading() async throws {
  ///   #expect(try await loader.load().get() == 7)
  /// }
  /// ```
  public struct PromiseTrait: TestTrait, SuiteTrait, TestScoping {
    var rules: Set<Rule> = .standard
    var failsOnUnattributed = false
    var timeLimit: Duration?
    var patience: Duration = .seconds(1)
    /// Prints a text while a test hangs.
    var printNow: @Sendable (String) -> Void = printOnStandardError
    /// Whether a warning about promises of no test is the first one; tests of the trait have their own.
    var isFirstWarning = Unattributed.isFirstWarning
    /// Starts the time limit; tests of the trait let it run out themselves.
    var startTimeLimit: @Sendable (Duration, @escaping @Sendable (Bool) -> Void) -> TimeLimit = TimeLimit.init(_:then:)

    /// Applies to each test of a suite, and of the suites in it.
    public var isRecursive: Bool { true }

    /// Runs a test, waits until its promises have settled, and reports what went wrong.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      PromiseSession.current?.cover()
      let session = PromiseSession(recording: test.name)
      let start = UnattributedPromises.watch { Test.current != nil }
      var failure: (any Error)?
      var isOver = false
      do { isOver = try await run(function, in: session, test) } catch { failure = error }
      // A test that hangs has been reported already, and is canceled in the middle.
      if !isOver {
        await session.settle(within: patience)
        session.report(rules) { Self.record($0, $1 ? .error : .warning, test) }
      }
      let others = Unattributed(UnattributedPromises.endWatching(since: start))
      if !session.isCovered, let text = others.text {
        // One stray promise concerns every test that runs at that time, and only one of them started it.
        if failsOnUnattributed {
          Self.record(text, .error, test)
        } else if isFirstWarning() {
          Self.record(text + "\nOther tests of this run do not repeat this warning.", .warning, test)
        }
      }
      if let failure { throw failure }
    }

    /// Runs a test; returns whether its time was over.
    private func run(
      _ function: @Sendable () async throws -> Void, in session: PromiseSession, _ test: Test
    ) async throws -> Bool {
      guard let timeLimit else {
        try await session.run(function)
        return false
      }
      let (expiry, continuation) = AsyncStream<String>.makeStream()
      let limit = startTimeLimit(timeLimit) { [printNow] isOver in
        if isOver {
          let text = "The test still runs after \(timeLimit). \(session.hang)"
          printNow("\(test.name): \(text)\n")
          continuation.yield(text)
        }
        continuation.finish()
      }
      async let body: Void = {
        defer { limit.stop() }
        try await session.run(function)
      }()
      for await text in expiry {
        Self.record(text, .error, test)
        // Leaving the scope cancels the test.
        return true
      }
      try await body
      return false
    }

    private static func record(_ text: String, _ severity: Issue.Severity, _ test: Test) {
      Issue.record(Comment(rawValue: text), severity: severity, sourceLocation: test.sourceLocation)
    }
  }

  extension Trait where Self == PromiseTrait {
    /// Makes a test fail if it leaves a promise unhandled, leaked or pending, or settles one twice.
    ///
    /// After the test it waits until its promises have settled, at most a second.
    public static var promises: Self { Self() }

    /// Makes a test fail because of what it does to its promises.
    ///
    /// - Parameters:
    ///   - rules: What makes the test fail.
    ///   - allowed: What doesn't make the test fail although it is in `rules`.
    ///   - unattributed: Whether a promise that belongs to no test, and was created while this one ran, makes it fail instead of being a warning.
    ///   - timeLimit: The time after which the test is reported and canceled; its pending promises are printed while it still hangs.
    ///   - patience: How long to wait after the test until its promises have settled.
    /// - Returns: The trait, for a test or a suite.
    public static func promises(
      failOn rules: Set<Rule> = .standard, allowing allowed: Set<Rule> = [],
      failOnUnattributed unattributed: Bool = false, timeLimit: Duration? = nil,
      waiting patience: Duration = .seconds(1)
    ) -> Self {
      Self(
        rules: rules.subtracting(allowed), failsOnUnattributed: unattributed, timeLimit: timeLimit, patience: patience)
    }
  }
#endif
