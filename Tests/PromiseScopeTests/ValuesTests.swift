// Tests PromiseKit's operators on sequences, and `cauterize`.

@Suite struct ValuesTests {
  @Test func firstValueLastValueAndSortedValuesPickAndSortElements() {
    virtually { executor in
      let list = Promise([3, 1, 2])
      let (first, last) = (list.firstValue, list.lastValue)
      let (found, sorted) = (list.firstValue { $0 < 3 }, list.sortedValues())
      let missing = [Promise<[Int]>([]).firstValue, Promise<[Int]>([]).lastValue, list.firstValue { $0 > 3 }]
      executor.run()
      #expect(first.value == 3 && last.value == 2 && found.value == 1 && sorted.value == [1, 2, 3])
      #expect(missing.allSatisfy { $0.error is MissingValueError })
    }
  }

  @Test func theElementOperatorsHandleEachElement() {
    virtually { executor in
      let list = Promise([3, 1, 2])
      let mapped = list.mapValues { $0 * 2 }
      let flat = list.flatMapValues { [$0, 0] }
      let compact = list.compactMapValues { $0 > 1 ? "\($0)" : nil }
      let filtered = list.filterValues { $0 > 1 }
      let promised = list.thenMap { number in Promise("\(number)").delay(Double(number)) }
      let thrown = list.mapValues { number -> Int in
        if number == 1 { throw Oops.one }
        return number
      }
      executor.run()
      #expect(mapped.value == [6, 2, 4] && flat.value == [3, 0, 1, 0, 2, 0] && compact.value == ["3", "2"])
      #expect(filtered.value == [3, 2] && promised.value == ["3", "1", "2"] && thrown.oops == .one)
    }
  }

  @Test func cauterizeHandlesAnErrorAndLogsIt() {
    expectEqual(
      picture { _ in Promise<Int>(Oops.one).cauterize() },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 cauterize from #1
      registered #1 by #2 [rejected]
      started #2 on inline in #2
      handled #1 by #2 in #2
      finished #2 on inline void in #2
      fulfilled #2 via #1 by returned in #2
      """)
  }
}
