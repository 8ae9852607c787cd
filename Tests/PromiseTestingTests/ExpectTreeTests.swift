// Pictures as assertions: what they contain, and what a failure shows.

import Dispatch
import PromiseScope
import TestSupport
import Testing

@testable import PromiseTesting

@Suite("expectTree")
struct ExpectTreeTests {
  @Test("compares the promises of the test", .promises)
  func ofTheTest() async {
    let user = Promise(on: .global()) { "ada" }
    user.then { "Hello, \($0)" }
    user.then { _ -> Int in throw Oops.one }.catch { _ in }
    await expectTree(
      """
      ✔ ▾ do           "ada"
      ✔   ├ then       "Hello, ada"
      ✘   └ then       rejected: one handled by #1 catch
      ✘     catch  #1  rejected: one handled by #1 catch
      """)
  }

  @Test("numbers only the promises that another row refers to")
  func numbers() async {
    let kept = List<Promise<Int>>()
    await expectTree(
      """
      ✔ ▾ value              1
      ◍   ├ then             waits on #1
          │ └ ↪ #1 last
      ✔   └ then             3
      ○ ▾ pending            pending
      ○   last     #1  then  pending
      """
    ) {
      let start = Promise(1)
      kept.add(Promise<Int>.pending())
      start.then { _ in kept.elements[0].then { $0 }.named("last") }
      start.then { $0 + 2 }
    }
  }

  @Test("contains virtual times")
  func virtualTimes() {
    expectTree(
      """
      ✔ ▾ value       0 ms  1
      ✔   delay  1 h 0 min  1
      """
    ) { _ in Promise(1).delay(3_600) }
  }

  @Test("contains call sites if asked to")
  func sites() async {
    let line = #line + 1
    await expectTree("✔ · value  ExpectTreeTests:\(line)  1", showsSites: true) { _ = Promise(1) }
  }

  @Test("shows what differs, at the caller's location")
  func difference() async {
    let line = #line + 2
    await withKnownIssue {
      await expectTree("✔ ▾ value  1\n✔   then   3") { Promise(1).then { $0 + 1 } }
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.map(\.rawValue) == [
          """
          The tree is not the expected one (- expected, + found):

            ✔ ▾ value  1
          - ✔   then   3
          + ✔   then   2

          Found:

          ✔ ▾ value  1
          ✔   then   2
          """
        ]
    }
  }

  @Test("fails without a recording")
  func unrecorded() async {
    await withKnownIssue {
      await expectTree("✔ · value  1")
    } matching: {
      $0.comments.map(\.rawValue) == [
        "No promises are recorded: give the test the trait .promises, or call checkPromises() first."
      ]
    }
  }

  @Test("its promises are not judged by the trait", .promises)
  func notJudged() async {
    await expectTree("◌ · pending  freed while pending") { _ = Promise<Int>.pending() }
    expectTree("! · error  0 ms  unhandled: one") { _ in _ = Promise<Int>(Oops.one) }
  }

  @Test("doesn't wait for a promise that the picture shows as pending")
  func pendingPicture() async {
    let start = ContinuousClock.now
    await expectTree("○ · pending  pending", waiting: .seconds(3_600)) { kept.add(Promise<Int>.pending()) }
    #expect(ContinuousClock.now - start < .seconds(600))
  }

  private let kept = List<Promise<Int>>()

  @Test(
    "lines are compared without trailing spaces and outer empty lines",
    arguments: [
      ("a\nb", "a\nb", nil), ("\na  \nb\t\n\n", "a\nb", nil), ("a", "b", "- a\n+ b"), ("", "", nil), ("a", "", "- a"),
      ("", "b", "+ b"), ("a\nb\nc", "a\nx\nc", "  a\n- b\n+ x\n  c"), ("a\nc", "a\nb\nc", "  a\n+ b\n  c"),
      (" a", "a", "-  a\n+ a"),
    ] as [(String, String, String?)])
  func lines(_ expected: String, _ found: String, _ difference: String?) {
    expectEqual(LineDifference.between(expected: expected, found: found), difference)
  }
}
