// The same for XCTest: one line in `setUp`. A test that must fail runs on its own, outside of the run that reports to the user.

import Dispatch
import PromiseScope
import TestSupport
import XCTest

@testable import PromiseTesting

/// Tests that are observed by one line.
final class ObservedXCTests: XCTestCase {
  override func setUp() { checkPromises() }

  func testHandlersRunOnTheMainQueue() {
    let settled = expectation(description: "settled")
    Promise(on: .global()) { 1 }.then { $0 + 1 }.then { value in
      XCTAssertEqual(value, 2)
      settled.fulfill()
    }
    wait(for: [settled], timeout: 60)
  }

  func testPromisesSettleAfterTheTest() {
    Promise(on: .global()) { 1 }.then { Promise($0).delay(0.001) }.then { XCTAssertEqual($0, 1) }
  }

  func testInATask() async throws {
    let value = try await Promise(1).then { $0 + 1 }.get()
    XCTAssertEqual(value, 2)
    await expectTree(
      """
      ✔ ▾ value  1
      ✔   then   2
      """)
  }

  func testAPromiseOfABlockBelongsToTheTest() {
    DispatchQueue(label: "block").sync { _ = Promise(1).then { $0 } }
    XCTAssertEqual(PromiseSession.observing?.read { $0.promises.count }, 2)
  }
}

final class FailingXCTests: XCTestCase {
  /// Runs a test apart from the current run, and returns its failures.
  private func failures(_ body: @escaping (XCTestCase) -> Void) -> [String] {
    let log = FailureLog()
    XCTestObservationCenter.shared.addTestObserver(log)
    defer { XCTestObservationCenter.shared.removeTestObserver(log) }
    // The failures of a test that another test runs are not counted, only printed.
    let inner = InnerTest(name: "a test that must fail") { test in body(test) }
    inner.run()
    return log.failures
  }

  func testAFaultIsAFailureAtTheLineOfTheCall() {
    var line = 0
    let found = failures { test in
      line = #line + 1
      test.checkPromises()
      _ = Promise<Int>.pending().named("lost")
    }
    XCTAssertEqual(found.count, 1)
    XCTAssert(found.first?.hasPrefix("XCTestTests.swift:\(line): \"lost\" (#1) can never settle") ?? false, "\(found)")
    XCTAssert(found.first?.contains("◌ · lost  #1") ?? false, "\(found)")
  }

  func testAnAllowedFaultIsNone() {
    XCTAssertEqual(
      failures { test in
        test.checkPromises(allowing: [.neverSettled])
        _ = Promise<Int>.pending()
      }, [])
  }

  func testATestThatTakesTooLongFails() {
    let found = failures { test in
      test.checkPromises(timeLimit: .milliseconds(1))
      while PromiseSession.observing?.overdue == nil { sched_yield() }
    }
    XCTAssert(found.first?.contains("The test still runs after 0.001 seconds.") ?? false, "\(found)")
  }

  func testTheTracerThatWasInstalledBeforeIsInstalledAgain() {
    let tracer = Tracer()
    tracer.install()
    defer { tracer.uninstall() }
    XCTAssertEqual(failures { $0.checkPromises() }, [])
    XCTAssert(Tracer.installed === tracer)
  }
}

private final class InnerTest: XCTestCase {}

private final class FailureLog: NSObject, XCTestObservation {
  var failures: [String] = []

  func testCase(_ testCase: XCTestCase, didFailWithDescription text: String, inFile path: String?, atLine line: Int) {
    failures.append("\(path?.split(separator: "/").last ?? ""):\(line): \(text)")
  }
}
