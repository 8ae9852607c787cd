// Tests the operators with PromiseKit's names: map, done, get, tap, compactMap, ensure, asVoid, the sequence forms, when, firstly.

@Suite struct MapTests {
  @Test func mapGetTapCompactMapAndDoneHandleValues() {
    virtually { executor in
      let notes = Notes()
      let first: Promise<Int> = firstly { Promise(1) }
      let text: Promise<String> = first.map { $0 + 1 }.get { notes.add("get \($0)") }.compactMap { "\($0)" }
      let done = text.tap { notes.add("tap \($0)") }.done { notes.add("done \($0)") }
      executor.run()
      #expect(text.value == "2" && done.isFulfilled)
      expectEqual(notes.lines, ["get 2", "tap success(\"2\")", "done 2"])
    }
  }

  @Test func thrownErrorsAndMissingValuesRejectAndErrorsArePassedOn() {
    virtually { executor in
      let notes = Notes()
      let missing = Promise(1).compactMap { _ -> Int? in nil }.ensure { notes.add("ensured") }.asVoid()
      let thrown = Promise(1).map { _ -> Int in throw Oops.one }.get { _ in notes.add("never") }
      let begun: Promise<Int> = firstly { throw Oops.two }
      executor.run()
      #expect(missing.error is MissingValueError && thrown.oops == .one && begun.oops == .two)
      expectEqual(notes.lines, ["ensured"])
    }
  }

  @Test func theSequenceFormsHandleEachElement() {
    virtually { executor in
      let numbers: Promise<[Int]> = Promise([1, 2])
      let doubled: Promise<[Int]> = numbers.mapValues { $0 * 2 }
      let mapped: Promise<[Int]> = doubled.thenMap { Promise($0 + 1) }
      let filtered = mapped.filterValues { $0 > 3 }
      let flat: Promise<[Int]> = numbers.flatMapValues { [$0, $0] }
      let compact: Promise<[String]> = flat.compactMapValues { $0 > 1 ? "\($0)" : nil }
      executor.run()
      #expect(filtered.value == [5] && compact.value == ["2", "2"])
    }
  }
}
