// Which test a promise belongs to, while many tests run at the same time.

import Dispatch
import PromiseScope
import PromiseTrace
import TestSupport
import Testing

@testable import PromiseTesting

@Suite("attribution")
struct AttributionTests {
  @Test("fifty tests on shared queues find their own faults and no others")
  func parallelTests() async {
    let queue = DispatchQueue(label: "shared")
    let found = await withTaskGroup(of: (Int, [String]).self) { group in
      for number in 0..<50 {
        group.addTask {
          let found = await faults(waiting: .seconds(20)) {
            let start = Promise(on: queue) { number }.named("start \(number)")
            let end = start.then(on: .global()) { value in
              // Created in the body of one of the test's promises, on a thread that all tests share.
              Promise(on: queue) { value * 2 }
            }
            let sum = all((0..<4).map { step in end.then(on: queue) { $0 + step } })
            #expect(await (try? sum.get()) == (0..<4).map { number * 2 + $0 })
            if number % 5 == 0 { _ = Promise<Int>.pending().named("leak \(number)") }
            if number % 5 == 1 {
              _ = try? await start.then(on: queue) { _ in _ = Promise<Int>(Oops.one).named("inner \(number)") }.get()
            }
          }
          return (number, found)
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for (number, lines) in found {
      switch number % 5 {
      case 0: #expect(lines.count == 1 && lines[0].hasPrefix("\"leak \(number)\""), "\(lines)")
      case 1: #expect(lines.count == 1 && lines[0].hasPrefix("\"inner \(number)\""), "\(lines)")
      default: expectEqual(lines, [])
      }
    }
    expectEqual(found.count, 50)
  }

  @Test("a promise created by a block on a queue belongs to no test, and is reported")
  func unattributed() async throws {
    let session = PromiseSession()
    let start = UnattributedPromises.watch { Test.current != nil }
    let line = #line + 4
    await session.run {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          for _ in 0..<3 { _ = Promise<Int>(Oops.one) }
          continuation.resume()
        }
      }
    }
    // Other tests of the process may add promises of their own.
    let text = try #require(Unattributed(UnattributedPromises.endWatching(since: start)).text)
    #expect(text.contains("could not be attributed to a test"))
    #expect(text.contains("error (PromiseTestingTests/AttributionTests.swift:\(line)) × 3"), "\(text)")
    var reports: [String] = []
    session.report(.standard) { text, _ in reports.append(text) }
    expectEqual(reports, [])
  }

  @Test("a promise that another test's task creates is not counted, and neither is one of a body")
  func attributed() async throws {
    let session = PromiseSession()
    let start = UnattributedPromises.watch { Test.current != nil }
    let line = #line + 3
    try await session.run {
      _ = try await Promise(on: .global()) { () -> Promise<Int> in
        Promise(on: .global()) { 1 }
      }.then { Promise($0) }.get()
    }
    _ = Promise(1)  // The task of this test, outside of the session.
    let found = UnattributedPromises.endWatching(since: start).latest
    #expect(!found.contains { $0.file.hasSuffix("AttributionTests.swift") && ($0.line >= line && $0.line < line + 8) })
  }

  @Test("the report about unattributed promises counts, and lists each call site once")
  func unattributedText() {
    typealias Origin = UnattributedPromises.Origin
    let origins = [
      Origin(operation: "then", file: "A.swift", line: 1), Origin(operation: "all", file: "B.swift", line: 2),
    ]
    #expect(Unattributed((0, [])).text == nil)
    expectEqual(
      Unattributed((1, [origins[0]])).text,
      """
      1 promise created while this test ran could not be attributed to a test, and was not checked: neither a task of a \
      test nor the body of one of its promises created it.
        then (A.swift:1)
      """)
    expectEqual(
      Unattributed((70, [origins[0], origins[1], origins[0]])).text,
      """
      70 promises created while this test ran could not be attributed to a test, and were not checked: neither a task of a \
      test nor the body of one of its promises created them.
        then (A.swift:1) × 2
        all (B.swift:2)
        … and others
      """)
  }
}
