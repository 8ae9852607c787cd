// The trait: what makes a test fail, and what it prints while a test hangs. Each failing test runs inside `withKnownIssue`.

import Dispatch
import PromiseScope
import TestSupport
import Testing

@testable import PromiseTesting

@Suite("the trait")
struct TraitTests {
  /// Runs `body` as a test with the trait, and returns the comments of the issues.
  private func issues(
    _ trait: PromiseTrait = .promises(waiting: .milliseconds(50)), _ body: @Sendable () async throws -> Void
  ) async throws -> [String] {
    let test = try #require(Test.current)
    let comments = List<String>()
    // Other tests that run at the same time create promises that belong to no test.
    try await withKnownIssue(isIntermittent: true) {
      try await trait.provideScope(for: test, testCase: nil, performing: body)
    } matching: { issue in
      if issue.severity == .error { comments.add(issue.comments.map(\.rawValue).joined()) }
      return true
    }
    return comments.elements
  }

  @Test("a test that leaves nothing behind passes", .promises)
  func passes() async throws {
    let next: Promise<Int> = Promise(1).then { $0 + 1 }
    try await expectEqual(next.get(), 2)
  }

  @Test("each case of a parameterized test is observed on its own", .promises, arguments: 0..<20)
  func cases(_ number: Int) async throws {
    await expectTree("✔ · \(number)  value  \(number)") { Promise(number).named("\(number)") }
  }

  @Test("the trait of a suite observes each test in it, also in the suites that it contains")
  func isAppliedToEachTest() { #expect(PromiseTrait.promises.isRecursive) }

  @Test("a test fails with the tree of the culprit")
  func fails() async throws {
    let found = try await issues { _ = Promise<Int>.pending().named("lost") }
    expectEqual(found.count, 1)
    #expect(found[0].hasPrefix("\"lost\" (#1) can never settle"))
    #expect(found[0].contains("◌ · lost  #1  pending  TraitTests:"))
  }

  @Test("an error that the test throws is passed on")
  func passesErrorsOn() async throws {
    let test = try #require(Test.current)
    await #expect(throws: Oops.two) {
      try await PromiseTrait.promises.provideScope(for: test, testCase: nil) { throw Oops.two }
    }
    await #expect(throws: Oops.two) {
      try await PromiseTrait.promises(timeLimit: .seconds(3_600)).provideScope(for: test, testCase: nil) {
        throw Oops.two
      }
    }
  }

  @Test("allowed faults don't make a test fail")
  func allows() async throws {
    try await expectEqual(issues(.promises(allowing: [.neverSettled])) { _ = Promise<Int>.pending() }, [])
  }

  @Test("the innermost trait applies")
  func nested() async throws {
    let test = try #require(Test.current)
    let found = try await issues {
      try await PromiseTrait.promises(allowing: [.neverSettled]).provideScope(for: test, testCase: nil) {
        _ = Promise<Int>.pending()
      }
    }
    expectEqual(found, [])
  }

  @Test("a picture inside a test doesn't hide unattributed promises from it")
  func pictureInside() async throws {
    let test = try #require(Test.current)
    var warning = PromiseTrait.promises
    warning.isFirstWarning = FirstCall()
    try await withKnownIssue {
      try await warning.provideScope(for: test, testCase: nil) {
        await expectTree("✔ · value  1") { _ = Promise(1) }
        await Task.detached { _ = Promise(1) }.value
      }
    } matching: {
      $0.severity == .warning
    }
  }

  @Test("unattributed promises are a warning, or a failure if the test asks for it")
  func unattributed() async throws {
    let test = try #require(Test.current)
    for (fails, severity) in [(false, Issue.Severity.warning), (true, .error)] {
      try await withKnownIssue {
        var trait = PromiseTrait.promises(failOnUnattributed: fails)
        trait.isFirstWarning = FirstCall()
        try await trait.provideScope(for: test, testCase: nil) {
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
              _ = Promise(1)
              continuation.resume()
            }
          }
        }
      } matching: { issue in
        issue.severity == severity
          && issue.comments.contains { $0.rawValue.contains("value (PromiseTestingTests/TraitTests") }
      }
    }
  }

  @Test("a second stray promise does not warn in another test")
  func oneWarning() async throws {
    var trait = PromiseTrait.promises
    trait.isFirstWarning = FirstCall()
    let found = List<String>()
    let test = try #require(Test.current)
    try await withKnownIssue {
      for _ in 0..<3 {
        try await trait.provideScope(for: test, testCase: nil) { await Task.detached { _ = Promise(1) }.value }
      }
    } matching: {
      found.add($0.comments.map(\.rawValue).joined())
      return true
    }
    // Other tests that run at the same time may create further promises that belong to no test.
    expectEqual(found.elements.count, 1)
    #expect(found.elements.first?.hasSuffix("\nOther tests of this run do not repeat this warning.") ?? false)
  }

  @Test("a test whose pending promises may stay pending ends at once")
  func excused() async throws {
    let start = ContinuousClock.now
    let found = try await issues(.promises(waiting: .seconds(20))) {
      let slow = Promise<Int>.pending().then { $0 + 1 }.then { $0 + 1 }
      let first = try await race([slow, Promise(1)]).get()
      expectEqual(first, 1)
      let canceled = Promise<Int>.pending()
      canceled.cancel()
      withExtendedLifetime(slow) {}
    }
    expectEqual(found, [])
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  // MARK: Time limit

  @Test("the tree is printed while the test hangs")
  func hangs() async throws {
    let (hanging, resolver) = Promise<Int>.withResolvers()
    let printed = List<String>()
    let ends = Counter()
    let timer = ManualTimeLimit()
    var trait = PromiseTrait.promises(timeLimit: .milliseconds(20))
    trait.startTimeLimit = timer.start
    // The test ends only because of what is printed meanwhile.
    trait.printNow = { text in
      expectEqual(ends.value, 0)
      printed.add(text)
      resolver.fulfill(1)
    }
    let found = try await issues(trait) {
      let waiting = Promise<Int>.pending().named("the culprit")
      waiting.then { $0 }.named("the victim")
      timer.runOut()
      _ = try? await hanging.get()
      ends.add(1)
      withExtendedLifetime(waiting) {}
    }
    #expect(ends.value == 1 && printed.elements.count == 1 && found.count == 1)
    for text in printed.elements + found {
      #expect(text.contains("The test still runs after 0.02 seconds. \"the culprit\" (#1) has been pending"))
      #expect(text.contains("○ ▾ the culprit") && text.contains("○   the victim"))
    }
  }

  @Test("a test that waits for a promise that never settles is canceled when its time is over")
  func cancels() async throws {
    let timer = ManualTimeLimit()
    var trait = PromiseTrait.promises(timeLimit: .seconds(2))
    trait.startTimeLimit = timer.start
    trait.printNow = { _ in }
    let found = try await issues(trait) {
      let promise = Promise<Int>.pending()
      timer.runOut()
      _ = try await promise.get()
    }
    #expect(
      found.count == 1 && found[0].hasPrefix("The test still runs after 2.0 seconds. pending #1 has been pending"))
  }

  @Test("a test that waits for a promise whose resolver was dropped names that promise")
  func hangsOnALeak() async throws {
    let timer = ManualTimeLimit()
    var trait = PromiseTrait.promises(timeLimit: .seconds(2))
    trait.startTimeLimit = timer.start
    trait.printNow = { _ in }
    let found = try await issues(trait) {
      let end = Promise<Int>.pending().then { $0 }
      timer.runOut()
      _ = try await end.get()
    }
    #expect(found.count == 1 && found[0].contains("pending #1 can never settle: its resolver was dropped"))
  }

  @Test("a time limit runs out on its own thread, while every other one may be blocked")
  func timeLimit() async throws {
    let printed = List<String>()
    var trait = PromiseTrait.promises(timeLimit: .milliseconds(1))
    trait.printNow = { printed.add($0) }
    let found = try await issues(trait) { while printed.elements.count == 0 { await Task.yield() } }
    #expect(printed.elements.count == 1 && found.count == 1)
  }

  @Test("a test that ends in time is not reported")
  func inTime() async throws {
    var trait = PromiseTrait.promises(timeLimit: .seconds(3_600))
    trait.printNow = { Issue.record("printed: \($0)") }
    try await expectEqual(issues(trait) { _ = try await Promise(1).get() }, [])
  }
}

@Suite("the trait of a suite", .promises)
struct SuiteTraitTests {
  @Suite struct Inner {
    @Test("applies to the tests of the suites in it")
    func applies() async {
      Promise(1).then { $0 }
      await expectTree(
        """
        ✔ ▾ value  1
        ✔   then   1
        """)
    }
  }
}

/// A time limit that a test lets run out.
private final class ManualTimeLimit: Sendable {
  private let handler = List<@Sendable (Bool) -> Void>()

  @Sendable func start(_ limit: Duration, then isOver: @escaping @Sendable (Bool) -> Void) -> TimeLimit {
    handler.add(isOver)
    return TimeLimit(.zero) { _ in }
  }

  func runOut() { for isOver in handler.elements { isOver(true) } }
}
