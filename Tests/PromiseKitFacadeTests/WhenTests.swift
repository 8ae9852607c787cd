// when: waiting for all values, or for all results.

@Suite struct WhenTests {
  @Test func valuesAreInTheOrderOfTheInputsWhateverTheOrderOfSettling() {
    virtually { executor in
      let all = when(fulfilled: (1...5).map { number in after(seconds: Double(6 - number)).map { number } })
      executor.run()
      expectEqual(all.value, [1, 2, 3, 4, 5])
    }
  }

  @Test func withoutInputsWhenIsFulfilledImmediatelyAndInputsMayHaveNoValues() {
    expectEqual(when(fulfilled: [Promise<Int>]()).value, [])
    expectEqual(when(resolved: [Promise<Int>]()).value?.count, 0)
    expectEqual(when(guarantees: [Guarantee<Int>]()).value, [])
    #expect(when(fulfilled: [Promise<Void>]()).isFulfilled)
    #expect(when(fulfilled: Promise(), Promise()).isFulfilled)
    #expect(when(Guarantee(), Guarantee()).isFulfilled)
  }

  @Test func whenTakesTwoToFiveInputsOfDifferentTypes() {
    let (a, b) = (Promise.value(1), Promise.value("b"))
    let (c, d) = (Guarantee.value(2.0), Guarantee.value([3]))
    if let two = when(fulfilled: a, b).value { #expect(two == (1, "b")) } else { Issue.record() }
    if let three = when(fulfilled: a, b, c).value { #expect(three == (1, "b", 2)) } else { Issue.record() }
    if let four = when(fulfilled: a, b, c, d).value { #expect(four == (1, "b", 2, [3])) } else { Issue.record() }
    if let five = when(fulfilled: a, b, c, d, a).value { #expect(five == (1, "b", 2, [3], 1)) } else { Issue.record() }
    if let two = when(guarantees: c, d).value { #expect(two == (2, [3])) } else { Issue.record() }
    if let three = when(guarantees: c, d, c).value { #expect(three == (2, [3], 2)) } else { Issue.record() }
    if let four = when(guarantees: c, d, c, d).value { #expect(four == (2, [3], 2, [3])) } else { Issue.record() }
    if let five = when(guarantees: c, d, c, d, c).value { #expect(five == (2, [3], 2, [3], 2)) } else { Issue.record() }
  }

  @Test("when(resolved:) returns every result")
  func resolved() {
    virtually { _ in
      let results = when(resolved: Promise.value(1), Promise(error: Oops.one)).value
      expectEqual(results?.map(\.isFulfilled), [true, false])
      if case .fulfilled(let value)? = results?.first { expectEqual(value, 1) } else { Issue.record() }
      expectEqual(when(Guarantee.value(1), Guarantee.value(2)).value, [1, 2])
      #expect(when(guarantees: [Guarantee(), Guarantee()]).isFulfilled)
    }
  }

  @Test func pictureWhenFulfillsAfterTheLastValueAndRejectsWithTheFirstError() {
    expectEqual(
      picture { _ in
        let two = after(seconds: 1).map { 2 }
        when(fulfilled: Promise.value("a"), two).cauterize()
        when(fulfilled: [Promise.value(1), Promise(error: Oops.one)]).cauterize()
      },
      """
      created #1 after
      created #2 map from #1
      registered #1 by #2 [fulfilled]
      created #3 value
      fulfilled #3 "a" by resolver
      created #4 when
      registered #3 by #4 [fulfilled rejected]
      registered #2 by #4 [fulfilled rejected]
      created #5 cauterize from #4
      registered #4 by #5 [rejected]
      created #6 value
      fulfilled #6 1 by resolver
      created #7 error
      rejected #7 one Oops by resolver
      created #8 when
      registered #6 by #8 [fulfilled rejected]
      registered #7 by #8 [fulfilled rejected]
      handled #7 by #8
      rejected #8 via #7 one Oops by combinator
      created #9 cauterize from #8
      registered #8 by #9 [rejected]
      started #9 on main in #9
      handled #8 by #9 in #9
      fulfilled #9 by returned in #9
      fulfilled #1 by resolver at 1.0s
      started #2 on main at 1.0s in #2
      fulfilled #2 2 by returned at 1.0s in #2
      fulfilled #4 ("a", 2) by combinator at 1.0s in #2
      fulfilled #5 via #4 by passthrough at 1.0s in #2
      """)
  }

  @Test("picture: when(resolved:) handles the errors")
  func resolvedPictured() {
    expectEqual(
      picture { _ in
        _ = when(resolved: Promise.value(1), Promise(error: Oops.one))
      },
      """
      created #1 value
      fulfilled #1 1 by resolver
      created #2 error
      rejected #2 one Oops by resolver
      created #3 when
      registered #1 by #3 [fulfilled rejected]
      registered #2 by #3 [fulfilled rejected]
      handled #2 by #3
      fulfilled #3 2 items by combinator
      """)
  }
}
