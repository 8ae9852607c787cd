// Each fault of a test, and the nearest thing that is none.

import Dispatch
import PromiseScope
import PromiseTesting
import TestSupport
import Testing

@Suite("faults of a test")
struct FaultTests {
  // MARK: unhandled

  @Test("a rejection that no handler takes")
  func unhandled() async {
    await expectEqual(
      faults { _ = Promise<Int>(Oops.one) },
      ["error #1 was rejected with one (Oops), and no handler took the rejection"])
  }

  @Test("ten problems are described, and the others are counted")
  func manyFaults() async {
    let found = await faults { for line: UInt in 1...12 { _ = Promise<Int>(Oops.one, line: line) } }
    expectEqual(found.count, 11)
    expectEqual(found.last, "2 more problems like these.")
  }

  @Test("one fault for a rejection, however far it is passed on")
  func unhandledChain() async {
    let found = await faults { Promise<Int>(Oops.one).then { $0 }.then { $0 } }
    // The sentence names the promise that was freed last.
    expectEqual(found.count, 1)
    #expect(found[0].hasPrefix("error #1 was rejected with one (Oops), and no handler down to then #"))
  }

  @Test("a rejection that is handled, even late, or that a task awaits, or a cancellation, is none")
  func handled() async {
    await expectEqual(faults { Promise<Int>(Oops.one).then { $0 }.catch { _ in } }, [])
    await expectEqual(faults { _ = try? await Promise<Int>(Oops.one).get() }, [])
    await expectEqual(faults { _ = Promise<Int>(CancellationError()) }, [])
    await expectEqual(
      faults(waiting: .seconds(20)) {
        let promise = Promise<Int>(Oops.one)
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { promise.catch { _ in } }
      }, [])
  }

  @Test("a timer that runs when the test ends is waited for")
  func runningTimer() async {
    await expectEqual(faults(waiting: .seconds(20)) { Promise(1).delay(0.05).then { $0 } }, [])
  }

  @Test("a rejection that the test keeps is unhandled, too")
  func keptRejection() async {
    let kept = List<Promise<Int>>()
    await expectEqual(
      faults { kept.add(Promise<Int>(Oops.one)) },
      ["error #1 was rejected with one (Oops), and no handler took the rejection"])
  }

  // MARK: leaked

  @Test("a promise whose resolver was dropped, with the promises that wait for it as its victims")
  func leaked() async {
    await expectEqual(
      faults { Promise<Int>.pending().then { $0 }.then { $0 } },
      [
        "pending #1 can never settle: its resolver was dropped, and it was freed while pending; 2 promises hang because of it"
      ])
  }

  @Test("a canceled promise, the loser of a race and a lazy promise that nothing asks for don't leak")
  func notLeaked() async {
    await expectEqual(faults { Promise<Int>.pending().then { $0 }.cancel() }, [])
    await expectEqual(faults { _ = try? await race(Promise(1), Promise<Int>.pending()).get() }, [])
    await expectEqual(faults { _ = Promise<Int>.lazy { 1 } }, [])
  }

  // MARK: pending

  @Test("a promise that is pending when the test ends")
  func pending() async {
    let kept = List<Promise<Int>>()
    let found = await faults {
      kept.add(Promise<Int>.pending())
      kept.elements[0].then { $0 }
    }
    expectEqual(
      found,
      [
        "pending #1 was still pending when the test ended: its resolver has not been called; 1 promise hangs because of it"
      ])
  }

  @Test("a promise that settles within the time to wait is none, and neither is a canceled one")
  func settledSoon() async {
    await expectEqual(
      faults(waiting: .seconds(20)) {
        let promise = Promise<Int>.pending()
        promise.then { $0 + 1 }
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { promise.fulfill(1) }
      }, [])
    let kept = List<Promise<Int>>()
    await expectEqual(
      faults {
        let promise = Promise<Int>.pending()
        kept.add(promise)
        promise.cancel()
      }, [])
  }

  @Test("a lazy promise that nothing asks for is none")
  func lazy() async {
    let kept = List<Promise<Int>>()
    await expectEqual(faults { kept.add(Promise<Int>.lazy { 1 }) }, [])
  }

  @Test("a race without inputs hangs, and a thread that blocks its own queue does")
  func explainedHangs() async {
    let kept = List<Promise<Int>>()
    await expectEqual(faults { kept.add(Promise<Int>.race([])) }.count, 1)
  }

  // MARK: settled twice

  @Test("a promise that is settled a second time")
  func settledTwice() async {
    await expectEqual(
      faults {
        let promise = Promise<Int>.pending()
        promise.fulfill(1)
        promise.fulfill(2)
      }, ["pending #1 had already been fulfilled when code tried to settle it a second time; the attempt was ignored"])
  }

  @Test("a result that comes too late, after a timeout or a cancellation, is no second settlement")
  func tooLate() async {
    await expectEqual(
      faults {
        let promise = Promise<Int>.pending()
        promise.cancel()
        promise.fulfill(1)
      }, [])
    await expectEqual(
      faults(waiting: .seconds(20)) {
        let source = Promise<Int>.pending()
        _ = try? await source.timeout(0.001).get()
        source.fulfill(1)
      }, [])
  }

  // MARK: Choosing

  @Test("only the chosen faults make a test fail")
  func choosing() async {
    func body() { Promise<Int>.pending().then { $0 } }
    await expectEqual(faults(failOn: [.neverSettled]) { body() }.count, 1)
    await expectEqual(faults(failOn: .standard.subtracting([.neverSettled])) { body() }, [])
    func swallow() { Promise<Int>(Oops.one).recover { _ in 0 }.then { _ in } }
    await expectEqual(faults { swallow() }, [])
    await expectEqual(faults(failOn: [.swallowedError]) { swallow() }.count, 1)
  }

  @Test("promises of a tracer that the test binds itself are not its promises")
  func ownTracer() async {
    let tracer = Tracer()
    await expectEqual(faults { tracer.run { Promise<Int>.pending() }.fulfill(1) }, [])
    await expectEqual(faults { _ = tracer.run { Promise<Int>.pending() } }, [])
  }

  @Test("a report names the call site, a hint and the tree, with a mark at the culprit")
  func report() async throws {
    let line = #line + 1
    let found = try #require(await reports { Promise<Int>(Oops.one).then { $0 }.named("load") }.first)
    let lines = found.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    expectEqual(
      lines[0],
      "error #1 was rejected with one (Oops), and no handler down to \"load\" (#2) took the rejection (PromiseTestingTests/FaultTests.swift:\(line))."
    )
    #expect(lines[1].hasPrefix("Add a catch or recover handler"))
    #expect(lines[3].hasPrefix("✘ ▾ error") || lines[3].hasPrefix("! ▾ error"))
    #expect(lines[3].hasSuffix("  ←"))
    #expect(lines[4].contains("load") && !lines[4].hasSuffix("←"))
  }

  @Test("of a large tree, only the rows around the culprit are drawn")
  func largeTree() async throws {
    let found = try #require(
      await reports {
        var promise = Promise(1).then { $0 }
        for _ in 0..<500 { promise = promise.then { $0 } }
        promise.then { _ -> Int in throw Oops.one }
      }.first)
    #expect(found.split(separator: "\n").count < 70)
    #expect(found.contains("more rows") && found.contains("←"))
  }
}
