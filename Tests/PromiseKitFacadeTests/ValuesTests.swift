// The operators on sequences: for promises and guarantees, with closures and key paths.

@Suite struct ValuesTests {
  private struct Person: Equatable { var name = "Ann", age: Int?, isIn = true }

  @Test func eachOperatorTransformsAPromise() {
    virtually { executor in
      let numbers = Promise.value([3, 1, 2])
      let ends = [
        numbers.mapValues { $0 * 2 }, numbers.flatMapValues { [$0, $0] },
        numbers.compactMapValues { $0 > 1 ? $0 : nil },
        numbers.filterValues { $0 > 1 }, numbers.sortedValues(), numbers.thenMap { Promise.value($0) },
        numbers.thenFlatMap { Promise.value([$0]) },
      ]
      let threw = [
        numbers.mapValues { _ -> Int in throw Oops.one }, numbers.thenMap { _ -> Promise<Int> in throw Oops.one },
        numbers.thenMap { _ in Promise<Int>(error: Oops.one) },
      ]
      executor.run()
      let expected = [[6, 2, 4], [3, 3, 1, 1, 2, 2], [3, 2], [3, 2], [1, 2, 3], [3, 1, 2], [3, 1, 2]]
      expectEqual(ends.map(\.value), expected)
      expectEqual(threw.map(\.oops), [.one, .one, .one])
    }
  }

  @Test func eachOperatorTransformsAGuaranteeIntoAGuarantee() {
    virtually { executor in
      let numbers = Guarantee.value([3, 1, 2])
      let ends: [Guarantee<[Int]>] = [
        numbers.mapValues { $0 * 2 }, numbers.flatMapValues { [$0, $0] },
        numbers.compactMapValues { $0 > 1 ? $0 : nil },
        numbers.filterValues { $0 > 1 }, numbers.sortedValues(), numbers.sortedValues { $0 > $1 },
        numbers.thenMap { .value($0) }, numbers.thenFlatMap { Guarantee.value([$0]) },
      ]
      executor.run()
      let expected = [
        [6, 2, 4], [3, 3, 1, 1, 2, 2], [3, 2], [3, 2], [1, 2, 3], [3, 2, 1], [3, 1, 2], [3, 1, 2],
      ]
      expectEqual(ends.map(\.value), expected)
    }
  }

  @Test func theOperatorsTakeKeyPaths() {
    virtually { executor in
      let people = [Person(age: 7), Person(name: "Bob", age: nil, isIn: false)]
      let promises = (
        Promise.value(people).mapValues(\.name), Promise.value(people).compactMapValues(\.age),
        Promise.value(people).filterValues(\.isIn)
      )
      let guarantees = (
        Guarantee.value(people).mapValues(\.name), Guarantee.value(people).compactMapValues(\.age),
        Guarantee.value(people).filterValues(\.isIn)
      )
      executor.run()
      #expect(promises.0.value == ["Ann", "Bob"] && guarantees.0.value == ["Ann", "Bob"])
      #expect(promises.1.value == [7] && guarantees.1.value == [7])
      #expect(promises.2.value == [people[0]] && guarantees.2.value == [people[0]])
    }
  }

  @Test func firstValueAndLastValueFindAnElementOrReject() {
    virtually { executor in
      let numbers = Promise.value([3, 1, 2])
      let found = [numbers.firstValue, numbers.lastValue, numbers.firstValue { $0 < 3 }]
      let none = Promise.value([Int]())
      let missing = [none.firstValue, none.lastValue, numbers.firstValue { $0 > 3 }]
      executor.run()
      expectEqual(found.map(\.value), [3, 2, 1])
      #expect(missing.allSatisfy { $0.pmkError == PMKError.emptySequence.debugDescription })
    }
  }

  @Test func pictureMapValuesAndFirstValue() {
    expectEqual(
      picture { _ in
        Promise.value([1, 2]).mapValues { $0 + 1 }.firstValue.cauterize()
      },
      """
      created #1 value
      fulfilled #1 2 items by resolver
      created #2 mapValues from #1
      registered #1 by #2 [fulfilled]
      created #3 firstValue from #2
      registered #2 by #3 []
      created #4 cauterize from #3
      registered #3 by #4 [rejected]
      started #2 on main in #2
      fulfilled #2 2 items by returned in #2
      fulfilled #3 via #2 2 by passthrough in #2
      fulfilled #4 via #3 by passthrough in #2
      """)
  }

  @Test func pictureThenMapAdoptsTheCombinationOfAllReturnedPromises() {
    expectEqual(
      picture { _ in
        Promise.value([1, 2]).thenMap { after(seconds: Double($0)) }.cauterize()
      },
      """
      created #1 value
      fulfilled #1 2 items by resolver
      created #2 thenMap from #1
      registered #1 by #2 [fulfilled]
      created #3 cauterize from #2
      registered #2 by #3 [rejected]
      started #2 on main in #2
      created #4 after in #2
      created #5 after in #2
      created #6 when in #2
      registered #4 by #6 [fulfilled rejected] in #2
      registered #5 by #6 [fulfilled rejected] in #2
      adopted #2 of #6 in #2
      fulfilled #4 by resolver at 1.0s
      fulfilled #5 by resolver at 2.0s
      fulfilled #6 2 items by combinator at 2.0s
      fulfilled #2 via #6 2 items by adopted at 2.0s
      fulfilled #3 via #2 by passthrough at 2.0s
      """)
  }
}
