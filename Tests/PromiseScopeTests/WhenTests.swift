// Tests PromiseKit's `when`: tuples, results, and a limited number at a time.

import Synchronization

@Suite struct WhenTests {
  @Test func combinesTwoToFiveTypesAndRejectsWithTheFirstError() {
    let two = when(fulfilled: Promise(1), Promise("a")).value
    #expect(two?.0 == 1 && two?.1 == "a")
    let three = when(fulfilled: Promise(1), Promise("a"), Promise(2.5)).value
    #expect(three?.0 == 1 && three?.1 == "a" && three?.2 == 2.5)
    let four = when(fulfilled: Promise(1), Promise("a"), Promise(2.5), Promise(true)).value
    #expect(four?.2 == 2.5 && four?.3 == true)
    let lists: Promise<[Int]> = Promise([1])
    let five = when(fulfilled: Promise(1), Promise("a"), Promise(2.5), Promise(true), lists).value
    #expect(five?.0 == 1 && five?.3 == true && five?.4 == [1])
    expectEqual(when(fulfilled: Promise(1), Promise<String>(Oops.one), Promise<Int>(Oops.two)).oops, .one)
  }

  @Test("waits for a limited number at a time and keeps the order of creation", arguments: [1, 2, 5])
  func concurrently(_ limit: Int) {
    virtually { executor in
      let pending = Counter()
      let most = Mutex(0)
      let makers = (1...5).lazy.map { number in
        let now = pending.add(1)
        most.withLock { $0 = max($0, now) }
        return Promise(number).delay(Double(6 - number)).always(on: .inline) { pending.add(-1) }
      }
      let end = when(fulfilled: makers.makeIterator(), concurrently: limit)
      executor.run()
      expectEqual(end.value, [1, 2, 3, 4, 5])
      expectEqual(most.withLock { $0 }, limit)
    }
  }

  @Test func stopsAtAnErrorRejectsALimitBelow1AndAcceptsAnEmptyIterator() {
    virtually { executor in
      let made = Counter()
      let inputs = AnyIterator<Promise<Int>> { made.add(1) < 3 ? Promise(Oops.two) : Promise(1) }
      #expect(when(fulfilled: inputs, concurrently: 1).oops == .two && made.value == 1)
      let none = when(fulfilled: inputs, concurrently: 0)
      #expect(none.error as? ConcurrencyLimitError == ConcurrencyLimitError(limit: 0) && made.value == 1)
      expectEqual(when(fulfilled: [Promise<Int>]().makeIterator(), concurrently: 3).value, [])
    }
  }

  @Test("handles the rejections of all inputs, also of those that come too late", arguments: [1, 2, 3])
  func handlesRejections(_ limit: Int) {
    let (events, _, failure) = record { executor in
      let inputs = (0..<3).map { _ in Promise<Int>.pending() }
      let end = when(fulfilled: inputs.makeIterator(), concurrently: limit)
      end.catch(on: .inline) { _ in }
      for input in inputs.prefix(limit) { input.reject(Oops.one) }
      for input in inputs { input.fulfill(1) }
    }
    #expect(failure.isEmpty && !events.contains { $0.kind == .unhandled })
    // Of the promises 1 to 3, as many as were asked for; the fourth is `when`, whose rejection the fifth takes.
    let handled = events.filter { $0.kind == .handled }.map { [$0.promise, $0.peer] }
    #expect(handled.sorted { $0[0] < $1[0] } == (1...limit).map { [PromiseID($0), 4] } + [[4, 5]])
  }

  @Test("settled promises don't recurse")
  func depth() {
    onSmallStack {
      var left = deep / 10
      let inputs = AnyIterator<Promise<Int>> {
        left -= 1
        return left < 0 ? nil : Promise(left)
      }
      expectEqual(when(fulfilled: inputs, concurrently: 2).value?.count, deep / 10)
    }
  }

  @Test func freesAnIteratorThatHasEndedAndPendingInputsThatOnlyTheIteratorKept() {
    let living = Counter()
    weak var input: Promise<Int>?
    let end: Promise<[Int]>
    do {
      let (probe, kept) = (Probe(living), [Promise<Int>.pending(), .pending()])
      var rest = kept.makeIterator()
      input = kept[0]
      end = when(fulfilled: AnyIterator { withExtendedLifetime(probe) { rest.next() } }, concurrently: 3)
    }
    #expect(end.isPending && living.value == 0 && input == nil)
  }

  @Test func cancelingItCancelsThePendingInputsAndCreatesNoMore() {
    let (first, made) = (Promise<Int>.pending(), Counter())
    let inputs = AnyIterator<Promise<Int>> { made.add(1) == 1 ? first : Promise(1) }
    let end = when(fulfilled: inputs, concurrently: 1)
    #expect(end.cancel() && first.error is CancellationError && made.value == 1)
  }
}
