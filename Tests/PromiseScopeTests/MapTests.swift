// Tests the operators with PromiseKit's names: map, done, get, tap, compactMap, ensure, asVoid, the sequence forms, when, firstly.

import PromiseScope
import PromiseTrace
import TestSupport
import Testing

@Suite("operators with PromiseKit's names")
struct MapTests {
  @Test("map, get, tap, compactMap and done handle values")
  func chain() {
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

  @Test("thrown errors and missing values reject, and errors are passed on")
  func errors() {
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

  @Test("the sequence forms handle each element")
  func values() {
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

  @Test("when waits for fulfilled and resolved inputs, and for none")
  func whens() {
    let both: Promise<[Int]> = when(fulfilled: Promise(1), Promise(2))
    expectEqual(both.value, [1, 2])
    expectEqual(when(fulfilled: [Promise<Int>]()).value, [])
    expectEqual(when(fulfilled: [Promise(1), Promise<Int>(Oops.one)]).oops, .one)
    let pair: Promise<(Int, String)> = when(fulfilled: Promise(1), Promise("a"))
    expectEqual(pair.value?.1, "a")
    let resolved = when(resolved: Promise(1), Promise<Int>(Oops.one)).value
    #expect(resolved?.count == 2 && (try? resolved?.first?.get()) == 1)
  }

  @Test("each operator has its own name in the log")
  func names() {
    expectEqual(
      picture(without: Set(EventKind.allCases).subtracting([.created])) { executor in
        let number = Promise(1)
        let end = number.map { $0 }.get { _ in }.tap { _ in }.compactMap { $0 }.ensure {}.done { _ in }.asVoid()
        let all = when(fulfilled: [number])
        executor.run()
        withExtendedLifetime((end, all)) {}
      },
      """
      created #1 value
      created #2 map from #1
      created #3 get from #2
      created #4 tap from #3
      created #5 compactMap from #4
      created #6 ensure from #5
      created #7 done from #6
      created #8 asVoid from #7
      created #9 when
      """)
  }
}
