// then: continuing with the promise that the body returns.

import Dispatch
import PromiseTesting

@Suite("then", .promises)
struct ThenTests {
  @Test func thenFromGuaranteeToGuaranteeReturnsAGuarantee() {
    virtually { executor in
      let guarantee: Guarantee<String> = Guarantee.value(1).then { .value("\($0)") }
      executor.run()
      expectEqual(guarantee.value, "1")
    }
  }

  @Test func thenRunsOnItsQueueWithOrWithoutFlagsOrInline() {
    expectEqual(
      picture { _ in
        let queue = DispatchQueue(label: "own")
        Promise.value(1).then(on: queue) { Promise.value($0) }.cauterize()
        Promise.value(1).then(on: queue, flags: .barrier) { Promise.value($0) }.cauterize()
        Promise.value(1).then(on: nil) { Promise.value($0) }.cauterize()
        Promise.value(1).then(on: nil, flags: .barrier) { Promise.value($0) }.cauterize()
      }.split(separator: "\n").filter { $0.hasPrefix("started") && !$0.contains("main") },
      [
        "started #8 on inline in #8", "started #12 on inline in #12", "started #2 on own in #2",
        "started #5 on own in #5",
      ])
  }

  @Test func pictureARejectionPassesWithoutAHop() {
    expectEqual(
      picture { _ in
        Promise<Int>(error: Oops.one).then { Promise.value($0) }.map { $0 }.done { _ in }.catch(on: nil) { _ in }
      },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 then from #1
      registered #1 by #2 [fulfilled]
      rejected #2 via #1 one Oops by passthrough
      created #3 map from #2
      registered #2 by #3 [fulfilled]
      rejected #3 via #2 one Oops by passthrough
      created #4 done from #3
      registered #3 by #4 [fulfilled]
      rejected #4 via #3 one Oops by passthrough
      created #5 catch from #4
      registered #4 by #5 [rejected]
      started #5 on inline in #5
      handled #4 by #5 in #5
      fulfilled #5 by returned in #5
      """)
  }

  @Test func pictureAValuePassesThroughAWholeChain() {
    expectEqual(
      picture { _ in
        firstly {
          Promise.value(1)
        }.then {
          Guarantee.value("\($0)")
        }.map {
          $0 + "!"
        }.done { _ in
        }.catch { _ in
        }
      },
      """
      created #1 firstly
      started #1 on inline in #1
      created #2 value in #1
      fulfilled #2 1 by resolver in #1
      adopted #1 of #2 in #1
      fulfilled #1 via #2 1 by adopted in #1
      created #3 then from #1
      registered #1 by #3 [fulfilled]
      created #4 map from #3
      registered #3 by #4 [fulfilled]
      created #5 done from #4
      registered #4 by #5 [fulfilled]
      created #6 catch from #5
      registered #5 by #6 [rejected]
      started #3 on main in #3
      created #7 value in #3
      fulfilled #7 "1" by resolver in #3
      adopted #3 of #7 in #3
      fulfilled #3 via #7 "1" by adopted in #3
      started #4 on main in #4
      fulfilled #4 "1!" by returned in #4
      started #5 on main in #5
      fulfilled #5 by returned in #5
      fulfilled #6 via #5 by passthrough in #5
      """)
  }
}
