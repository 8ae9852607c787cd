// The promises of a cycle that the library broke: what is certain, what is likely, and when nothing is claimed.

import ChainModel
import PlainText
import PromiseTrace
import Testing

@testable import ChainAnalysis

@Suite("the path of a cycle")
struct CyclePathTests {
  private func path(_ script: String) -> String? {
    WrittenHistory(script).store.brokenCycle(at: 1)?.sentence(.english)
  }

  @Test("the only promise that waits is the one it was resolved with")
  func one() {
    #expect(path("1 withResolvers, 2 then from 1, 1 rejects \"cycle\" resolver") == "#1 waited for #2, #2 for #1")
  }

  @Test("an adoption that was recorded is certain")
  func adopted() {
    let script =
      "1 withResolvers, 2 then from 1, 3 then from 2, 4 then from 1, 1 adopts 3, 1 rejects \"cycle\" resolver"
    #expect(path(script) == "#1 waited for #3, #3 for #2, #2 for #1")
  }

  private let two = """
    1 withResolvers, 2 withResolvers, 3 wrap, 4 then from 3, 3 fulfills "v", 4 queued main, 4 starts main
    5 then from 1 in 4, 2 adopts 5
    """

  @Test("among several, the one that the body created and that nothing else refers to is likely")
  func likely() {
    #expect(
      path("\(two), 6 then from 2 in 4, 1 rejects \"cycle\" resolver, 4 ends")
        == "probably #1 waited for #6, #6 for #2, #2 for #5, #5 for #1")
  }

  @Test("with two likely ones, nothing is claimed")
  func unknown() {
    #expect(path("\(two), 6 then from 2 in 4, 7 then from 2 in 4, 1 rejects \"cycle\" resolver, 4 ends") == nil)
  }

  @Test("where another promise may have waited, the only one that is known is not certain")
  func incomplete() {
    #expect(
      path("1 withResolvers, 2 then from 1, lost 9, 1 rejects \"cycle\" resolver") != "#1 waited for #2, #2 for #1")
    #expect(
      path("1 withResolvers, 2 then from 1, 1 observed, 1 rejects \"cycle\" resolver") != "#1 waited for #2, #2 for #1")
  }

  @Test("a promise that had settled before did not wait")
  func settled() {
    let script = """
      1 withResolvers, 2 then from 1, 3 then from 1, 3 rejects "canceled" resolver, 1 rejects "cycle" resolver
      """
    #expect(path(script) == "#1 waited for #2, #2 for #1")
  }

  @Test("a long cycle is shortened in the middle")
  func long() {
    let chain = (2...40).map { "\($0) then from \($0 - 1)" }.joined(separator: ", ")
    let text = path("1 withResolvers, \(chain), 1 adopts 40, 1 rejects \"cycle\" resolver")
    #expect(
      text == "#1 waited for #40, #40 for #39, #39 for #38, #38 for #37, …, #4 for #3, #3 for #2, #2 for #1")
  }
}
