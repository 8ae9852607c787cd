// Pictures of the log for values: bodies, callbacks, `then` and similar operators.

@Suite struct ValuePictureTests {
  @Test func thenShowsEveryEventOfItsPromises() {
    expectEqual(
      picture(without: []) { _ in
        let root = Promise<Int>.pending().named("root")
        let end = root.then { $0 + 1 }
        root.fulfill(1)
        return (root, end)
      }.split(separator: "\n").prefix { !$0.hasPrefix("released") }.joined(separator: "\n"),
      """
      created #1 pending
      named #1 root
      created #2 then from #1
      registered #1 by #2 [fulfilled]
      fulfilled #1 1 by resolver
      enqueued #2 on main
      started #2 on main in #2
      finished #2 on main value in #2
      fulfilled #2 2 by returned in #2
      """)
  }

  @Test func thenAdoptsAPromiseCreatedInItsHandler() {
    expectEqual(
      picture { _ in Promise(1).then { Promise("\($0)").delay(1) } },
      """
      created #1 value
      fulfilled #1 1 by resolver
      created #2 then from #1
      registered #1 by #2 [fulfilled]
      enqueued #2 on main
      started #2 on main in #2
      created #3 value in #2
      fulfilled #3 "1" by resolver in #2
      created #4 delay from #3 in #2
      registered #3 by #4 [] in #2
      finished #2 on main promise in #2
      adopted #2 of #4 in #2
      fulfilled #4 via #3 "1" by passthrough at 1.0s
      fulfilled #2 via #4 "1" by adopted at 1.0s
      """)
  }

  @Test func thenReturnsNothingThenThrowsAndCatchHandlesTheError() {
    expectEqual(
      picture { _ in Promise(1).then { _ in }.then { _ -> Int in throw Oops.one }.catch { _ in } },
      """
      created #1 value
      fulfilled #1 1 by resolver
      created #2 then from #1
      registered #1 by #2 [fulfilled]
      enqueued #2 on main
      created #3 then from #2
      registered #2 by #3 [fulfilled]
      created #4 catch from #3
      registered #3 by #4 [rejected]
      started #2 on main in #2
      finished #2 on main void in #2
      fulfilled #2 via #1 1 by returned in #2
      enqueued #3 on main in #2
      started #3 on main in #3
      finished #3 on main threw in #3
      rejected #3 one Oops by threw in #3
      enqueued #4 on main in #3
      started #4 on main in #4
      handled #3 by #4 in #4
      finished #4 on main void in #4
      rejected #4 via #3 one Oops by returned in #4
      """)
  }

  @Test func bodiesReturnAValueOrCallAClosure() {
    expectEqual(
      picture { _ in
        let first = Promise<Int> { 1 }
        let second = Promise<Int> { fulfill, _ in fulfill(2) }
        return (first, second)
      },
      """
      created #1 do
      enqueued #1 on main
      created #2 async
      enqueued #2 on main
      started #1 on main in #1
      finished #1 on main value in #1
      fulfilled #1 1 by returned in #1
      started #2 on main in #2
      fulfilled #2 2 by resolver in #2
      finished #2 on main void in #2
      """)
  }

  @Test func wrapSettlesByTheCompletionHandlerAndIgnoresASecondCall() {
    expectEqual(
      picture { _ in
        let end: Promise<Int> = wrap { callback in
          callback(1)
          callback(2)
        }
        return end
      },
      """
      created #1 wrap
      enqueued #1 on main
      started #1 on main in #1
      fulfilled #1 1 by resolver in #1
      ignored #1 fulfill in #1
      finished #1 on main void in #1
      """)
  }

  @Test func mapDoneGetTapCompactMapEnsureAndAsVoidHaveTheirOwnNames() {
    expectEqual(
      picture { _ in
        Promise(1).map { $0 + 1 }.get { _ in }.tap { _ in }.compactMap { $0 }.ensure {}.done { _ in }.asVoid()
      },
      """
      created #1 value
      fulfilled #1 1 by resolver
      created #2 map from #1
      registered #1 by #2 [fulfilled]
      enqueued #2 on main
      created #3 get from #2
      registered #2 by #3 [fulfilled]
      created #4 tap from #3
      registered #3 by #4 [fulfilled rejected]
      created #5 compactMap from #4
      registered #4 by #5 [fulfilled]
      created #6 ensure from #5
      registered #5 by #6 [fulfilled rejected]
      created #7 done from #6
      registered #6 by #7 [fulfilled]
      created #8 asVoid from #7
      registered #7 by #8 []
      started #2 on main in #2
      finished #2 on main value in #2
      fulfilled #2 2 by returned in #2
      enqueued #3 on main in #2
      started #3 on main in #3
      finished #3 on main void in #3
      fulfilled #3 via #2 2 by returned in #3
      enqueued #4 on main in #3
      started #4 on main in #4
      finished #4 on main void in #4
      fulfilled #4 via #3 2 by returned in #4
      enqueued #5 on main in #4
      started #5 on main in #5
      finished #5 on main value in #5
      fulfilled #5 2 by returned in #5
      enqueued #6 on main in #5
      started #6 on main in #6
      finished #6 on main void in #6
      fulfilled #6 via #5 2 by returned in #6
      enqueued #7 on main in #6
      started #7 on main in #7
      finished #7 on main void in #7
      fulfilled #7 by returned in #7
      fulfilled #8 via #7 by passthrough in #7
      """)
  }

  @Test func compactMapRejectsWithoutAValueAndTheRejectionSkipsDone() {
    expectEqual(
      picture { _ in Promise(1).compactMap { _ -> Int? in nil }.done { _ in }.cauterize() },
      """
      created #1 value
      fulfilled #1 1 by resolver
      created #2 compactMap from #1
      registered #1 by #2 [fulfilled]
      enqueued #2 on main
      created #3 done from #2
      registered #2 by #3 [fulfilled]
      created #4 cauterize from #3
      registered #3 by #4 [rejected]
      started #2 on main in #2
      finished #2 on main threw in #2
      rejected #2 MissingValueError() MissingValueError by threw in #2
      rejected #3 via #2 MissingValueError() MissingValueError by passthrough in #2
      started #4 on inline in #4
      handled #3 by #4 in #4
      finished #4 on inline void in #4
      fulfilled #4 via #3 by returned in #4
      """)
  }

  @Test func firstValueSortedValuesAndMapValuesHaveTheirOwnNames() {
    expectEqual(
      picture { _ in
        let list = Promise([2, 1])
        return (list.firstValue, list.sortedValues(), list.mapValues { $0 })
      },
      """
      created #1 value
      fulfilled #1 2 items by resolver
      created #2 firstValue from #1
      registered #1 by #2 []
      fulfilled #2 via #1 2 by passthrough
      created #3 sortedValues from #1
      registered #1 by #3 [fulfilled]
      enqueued #3 on main
      created #4 mapValues from #1
      registered #1 by #4 [fulfilled]
      enqueued #4 on main
      started #3 on main in #3
      finished #3 on main value in #3
      fulfilled #3 2 items by returned in #3
      started #4 on main in #4
      finished #4 on main value in #4
      fulfilled #4 2 items by returned in #4
      """)
  }
}
