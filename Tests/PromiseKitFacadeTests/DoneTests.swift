// done, get, tap, asVoid: reading an outcome, and continuing without the value or with the same outcome.

@Suite struct DoneTests {
  @Test func doneDropsTheValueGetKeepsItAndAnErrorOfEitherBodyRejects() {
    virtually { executor in
      let done = Promise.value(1).done { _ in }
      let get = Promise.value(1).get { _ in }
      let threw = [Promise.value(1).done { _ in throw Oops.one }, Promise.value(()).get { throw Oops.one }]
      let guarantees = (Guarantee.value(1).done { _ in }, Guarantee.value(1).get { _ in })
      executor.run()
      #expect(done.isFulfilled)
      expectEqual(get.value, 1)
      expectEqual(threw.map(\.oops), [.one, .one])
      #expect(guarantees.0.isFulfilled && guarantees.1.value == 1)
    }
  }

  @Test func tapReceivesEitherOutcomeAndChangesNothing() {
    let notes = Notes()
    virtually { executor in
      let ends = [Promise.value(1), Promise(error: Oops.one)].map { promise in
        promise.tap { result in
          switch result {
          case .fulfilled(let value): notes.add("\(value)")
          case .rejected(let error): notes.add("\(error)")
          }
        }
      }
      executor.run()
      expectEqual(ends[0].value, 1)
      expectEqual(ends[1].oops, .one)
    }
    expectEqual(notes.lines, ["1", "one"])
  }

  @Test func pictureGetAndDone() {
    expectEqual(
      picture { _ in
        Promise.value(1).get { _ in }.done { _ in }.cauterize()
      },
      """
      created #1 value
      fulfilled #1 1 by resolver
      created #2 get from #1
      registered #1 by #2 [fulfilled]
      created #3 done from #2
      registered #2 by #3 [fulfilled]
      created #4 cauterize from #3
      registered #3 by #4 [rejected]
      started #2 on main in #2
      fulfilled #2 via #1 1 by returned in #2
      started #3 on main in #3
      fulfilled #3 by returned in #3
      fulfilled #4 via #3 by passthrough in #3
      """)
  }

  @Test func pictureTapDoesNotHandleTheError() {
    expectEqual(
      picture { _ in
        _ = Promise<Int>(error: Oops.one).tap { _ in }
      },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 tap from #1
      registered #1 by #2 [fulfilled rejected]
      started #2 on main in #2
      rejected #2 via #1 one Oops by returned in #2
      unhandled #2
      """)
  }

  @Test("picture: asVoid has no handler and no hop")
  func asVoid() {
    expectEqual(
      picture { _ in
        _ = Promise.value(1).asVoid()
        _ = Guarantee.value(1).asVoid()
      },
      """
      created #1 value
      fulfilled #1 1 by resolver
      created #2 asVoid from #1
      registered #1 by #2 []
      fulfilled #2 via #1 by passthrough
      created #3 value
      fulfilled #3 1 by resolver
      created #4 asVoid from #3
      registered #3 by #4 []
      fulfilled #4 via #3 by passthrough
      """)
  }
}
