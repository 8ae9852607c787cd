// when(fulfilled:concurrently:), when(resolved:concurrently:): promises created as others settle.

import Dispatch
import Synchronization

@Suite struct WhenConcurrentlyTests {
  @Test func theNumberOfPendingPromisesStaysWithinTheLimitAndTheOrderIsKept() {
    virtually { executor in
      let pending = Mutex((now: 0, most: 0))
      var numbers = (1...6).makeIterator()
      let promises = AnyIterator { () -> Promise<Int>? in
        guard let number = numbers.next() else { return nil }
        pending.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        return after(seconds: Double(7 - number)).then(on: nil) { () -> Promise<Int> in
          pending.withLock { $0.now -= 1 }
          return .value(number)
        }
      }
      let all = when(fulfilled: promises, concurrently: 3)
      executor.run()
      expectEqual(all.value, [1, 2, 3, 4, 5, 6])
      expectEqual(pending.withLock { $0.most }, 3)
    }
  }

  @Test func aLimitBelowOneIsBadInputAndNoPromisesGiveNoValues() {
    let none = AnyIterator<Promise<Int>> { nil }
    expectEqual(when(fulfilled: none, concurrently: 0).pmkError, PMKError.badInput.debugDescription)
    expectEqual(when(fulfilled: none, concurrently: -1).pmkError, PMKError.badInput.debugDescription)
    expectEqual(when(fulfilled: none, concurrently: 1).value, [])
    expectEqual(when(resolved: none, concurrently: 1).value?.count, 0)
    let bad = when(resolved: none, concurrently: 0).value ?? []
    #expect(bad.count == 1 && bad.allSatisfy { !$0.isFulfilled })
  }

  @Test("after an error when(fulfilled:) creates no more promises, but when(resolved:) does")
  func errors() {
    virtually { executor in
      func failing(_ made: Notes) -> AnyIterator<Promise<Int>> {
        var numbers = (1...5).makeIterator()
        return AnyIterator {
          numbers.next().map { number in
            made.add("\(number)")
            return after(seconds: 1).then { number == 2 ? Promise<Int>(error: Oops.one) : .value(number) }
          }
        }
      }
      let (first, second) = (Notes(), Notes())
      let fulfilled = when(fulfilled: failing(first), concurrently: 1)
      let resolved = when(resolved: failing(second), concurrently: 2)
      executor.run()
      expectEqual(fulfilled.oops, .one)
      expectEqual(first.lines, ["1", "2"])
      expectEqual(resolved.value?.map(\.isFulfilled), [true, false, true, true, true])
      expectEqual(second.lines.count, 5)
    }
  }

  @Test func twoThousandPromisesFromManyThreadsKeepTheirOrder() async throws {
    var numbers = (0..<2_000).makeIterator()
    let promises = AnyIterator { numbers.next().map { number in DispatchQueue.global().async(.promise) { number } } }
    let all = when(fulfilled: promises, concurrently: 8).map(on: .global()) { $0.map { $0 * 2 } }
    #expect(try await all.async() == (0..<2_000).map { $0 * 2 })
  }

  @Test("when(resolved:concurrently:) handles every rejection, so that none is reported", arguments: [1, 3])
  func handled(_ limit: Int) {
    let lines = picture { _ in
      var numbers = (1...3).makeIterator()
      let promises = AnyIterator {
        numbers.next().map { number in after(seconds: Double(number)).then { Promise<Int>(error: Oops.one) } }
      }
      when(resolved: promises, concurrently: limit).done { _ in }
    }.split(separator: "\n")
    // The rejected promise of each attempt, and the one that waited for the timer.
    expectEqual(lines.filter { $0.hasPrefix("rejected ") }.count, 6)
    expectEqual(lines.filter { $0.hasPrefix("handled ") }.count, 3)
    #expect(!lines.contains { $0.hasPrefix("unhandled ") })
  }

  @Test func picturePromisesAreCreatedOneAfterAnother() {
    expectEqual(
      picture { _ in
        var seconds = [2.0, 1.0].makeIterator()
        let promises = AnyIterator { seconds.next().map { after(seconds: $0) } }
        when(fulfilled: promises, concurrently: 1).cauterize()
      },
      """
      created #1 when
      created #2 after
      registered #2 by #1 [fulfilled rejected]
      created #3 cauterize from #1
      registered #1 by #3 [rejected]
      fulfilled #2 by resolver at 2.0s
      created #4 after at 2.0s
      registered #4 by #1 [fulfilled rejected] at 2.0s
      fulfilled #4 by resolver at 3.0s
      fulfilled #1 2 items by combinator at 3.0s
      fulfilled #3 via #1 by passthrough at 3.0s
      """)
  }
}
