// firstly: calling a body immediately or on a queue, and following the promise that it returns.

import Dispatch

@Suite struct FirstlyTests {
  @Test func firstlyWithAGuaranteeReturnsAGuarantee() {
    let guarantee: Guarantee<Int> = firstly { Guarantee.value(2) }
    expectEqual(guarantee.value, 2)
  }

  @Test func pictureFirstlyRunsItsBodyOnAQueue() {
    expectEqual(
      picture { _ in
        firstly(on: .global()) { Promise.value(1) }.done(on: nil) { _ in }.cauterize()
        firstly(on: .global(), flags: .barrier) { Guarantee.value(2) }.done(on: nil) { _ in }
      },
      """
      created #1 firstly
      created #2 done from #1
      registered #1 by #2 [fulfilled]
      created #3 cauterize from #2
      registered #2 by #3 [rejected]
      created #4 firstly
      created #5 done from #4
      registered #4 by #5 [fulfilled]
      started #1 on global.default-qos in #1
      created #6 value in #1
      fulfilled #6 1 by resolver in #1
      adopted #1 of #6 in #1
      fulfilled #1 via #6 1 by adopted in #1
      started #2 on inline in #2
      fulfilled #2 by returned in #2
      fulfilled #3 via #2 by passthrough in #1
      started #4 on global.default-qos in #4
      created #7 value in #4
      fulfilled #7 2 by resolver in #4
      adopted #4 of #7 in #4
      fulfilled #4 via #7 2 by adopted in #4
      started #5 on inline in #5
      fulfilled #5 by returned in #5
      """)
  }

  @Test func pictureFirstlyAdoptsTheReturnedPromiseAndRejectsWithAThrownError() {
    expectEqual(
      picture { _ in
        firstly { after(seconds: 1) }.done(on: nil) {}
        firstly { () -> Promise<Int> in throw Oops.one }.cauterize()
      },
      """
      created #1 firstly
      started #1 on inline in #1
      created #2 after in #1
      adopted #1 of #2 in #1
      created #3 done from #1
      registered #1 by #3 [fulfilled]
      created #4 firstly
      started #4 on inline in #4
      rejected #4 one Oops by threw in #4
      created #5 cauterize from #4
      registered #4 by #5 [rejected]
      started #5 on main in #5
      handled #4 by #5 in #5
      fulfilled #5 by returned in #5
      fulfilled #2 by resolver at 1.0s
      fulfilled #1 via #2 by adopted at 1.0s
      started #3 on inline at 1.0s in #3
      fulfilled #3 by returned at 1.0s in #3
      """)
  }
}
