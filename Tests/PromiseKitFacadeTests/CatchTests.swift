// catch, finally, cauterize: handling the errors of a chain.

import PromiseTesting

@Suite("catch", .promises)
struct CatchTests {
  @Test("catch skips cancellations by default; finally always runs")
  func policy() {
    let notes = Notes()
    virtually { _ in
      let cancelled = Promise<Int>(error: PMKError.cancelled)
      cancelled.catch { _ in notes.add("catch") }.finally { notes.add("finally") }
      cancelled.catch(policy: .allErrors) { _ in notes.add("catch all") }.finally { notes.add("finally all") }
      Promise.value(1).catch { _ in notes.add("value") }.finally { notes.add("finally value") }
    }
    expectEqual(notes.lines, ["finally", "catch all", "finally value", "finally all"])
  }

  @Test("catch(only:) passes other errors on")
  func cascade() {
    let notes = Notes()
    virtually { _ in
      Promise<Int>(error: Oops.two).catch(only: Oops.one) { _ in notes.add("one") }
        .catch(only: Oops.self) { notes.add("\($0)") }.catch { _ in notes.add("rest") }.finally { notes.add("end") }
      Promise<Int>(error: Oops.one).catch(only: Oops.one) { _ in notes.add("one") }.catch { _ in notes.add("rest") }
      Promise<Int>(error: PMKError.cancelled).catch(only: PMKError.self) { _ in notes.add("cancelled") }
        .catch(policy: .allErrors) { _ in notes.add("all") }
      Promise<Int>(error: PMKError.cancelled).catch(only: PMKError.self, policy: .allErrors) { notes.add("\($0)") }
        .cauterize()
    }
    // An error that a handler does not handle passes without a hop, so each error needs only one hop.
    expectEqual(notes.lines, ["two", "one", "all", "The asynchronous sequence was cancelled", "end"])
  }

  @Test func pictureCatchHandlesAnErrorThenFinallyRuns() {
    expectEqual(
      picture { _ in
        Promise<Int>(error: Oops.one).catch { _ in }.finally {}
      },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 catch from #1
      registered #1 by #2 [rejected]
      created #3 finally from #2
      registered #2 by #3 [fulfilled rejected]
      started #2 on main in #2
      handled #1 by #2 in #2
      fulfilled #2 by returned in #2
      started #3 on main in #3
      fulfilled #3 by returned in #3
      """)
  }

  @Test func pictureACancellationPassesWithoutAHopAndFinallyRuns() {
    expectEqual(
      picture { _ in
        Promise<Int>(error: PMKError.cancelled).catch { _ in }.finally {}
      },
      """
      created #1 error
      rejected #1 The asynchronous sequence was cancelled PMKError by resolver cancelled
      created #2 catch from #1
      registered #1 by #2 [rejected]
      rejected #2 via #1 The asynchronous sequence was cancelled PMKError by passthrough cancelled
      created #3 finally from #2
      registered #2 by #3 [fulfilled rejected]
      started #3 on main in #3
      fulfilled #3 by returned in #3
      """)
  }

  @Test("picture: cauterize handles errors, but not cancellations")
  func cauterize() {
    expectEqual(
      picture { _ in
        Promise<Int>(error: Oops.one).cauterize()
        Promise<Int>(error: PMKError.cancelled).cauterize()
      },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 cauterize from #1
      registered #1 by #2 [rejected]
      created #3 error
      rejected #3 The asynchronous sequence was cancelled PMKError by resolver cancelled
      created #4 cauterize from #3
      registered #3 by #4 [rejected]
      rejected #4 via #3 The asynchronous sequence was cancelled PMKError by passthrough cancelled
      started #2 on main in #2
      handled #1 by #2 in #2
      fulfilled #2 by returned in #2
      """)
  }

  @Test("picture: finally after catch(only:) cauterizes the remaining error")
  func cascadeEnds() {
    expectEqual(
      picture { _ in
        Promise<Int>(error: Oops.one).catch(only: Oops.two) { _ in }.finally {}
      },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 catch from #1
      registered #1 by #2 [rejected]
      rejected #2 via #1 one Oops by passthrough
      created #3 finally from #2
      registered #2 by #3 [fulfilled rejected]
      created #4 cauterize from #3
      registered #3 by #4 [rejected]
      started #3 on main in #3
      rejected #3 via #2 one Oops by returned in #3
      started #4 on main in #4
      handled #3 by #4 in #4
      fulfilled #4 by returned in #4
      """)
  }

  @Test func pictureAnErrorWithoutACatchIsUnhandled() {
    expectEqual(
      picture { _ in
        _ = Promise<Int>(error: Oops.one).done { _ in }
      },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 done from #1
      registered #1 by #2 [fulfilled]
      rejected #2 via #1 one Oops by passthrough
      unhandled #1
      """)
  }
}
