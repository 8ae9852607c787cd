// What PromiseKit's documentation promises, operator by operator, where the picture would not show it. All in virtual
// time.

import Dispatch
import Foundation
import PromiseKitFacade
import Synchronization
import Testing

@Suite("behaviour")
struct BehaviourTests {
  @Test("rule 17: each bad input has its own error")
  func badInput() {
    virtually { _ in
      #expect(Promise<Int> { $0.resolve(nil, nil) }.pmkError == "invalidCallingConvention")
      #expect(Promise<Int> { $0.resolve(1, nil) }.value == 1)
      #expect(Promise<Int> { $0.resolve(1, Oops.one) }.error as? Oops == .one)
      #expect(Promise<Int> { $0.resolve(Oops.two, nil) }.error as? Oops == .two)
      #expect(Promise<Void> { $0.resolve(nil) }.isFulfilled)
      #expect(Promise<Void> { $0.fulfill_() }.isFulfilled)
      #expect(race([Promise<Int>]()).pmkError == "badInput")
      #expect(race(fulfilled: [Promise<Int>]()).pmkError == "badInput")
      #expect(race(fulfilled: [Promise<Int>(error: Oops.one)]).pmkError == "noWinner")
      #expect(Promise.value([Int]()).firstValue.pmkError == "emptySequence")
      #expect(Promise.value([Int]()).lastValue.pmkError == "emptySequence")
      #expect(Promise.value("x").compactMap(on: nil) { Int($0) }.pmkError == "compactMap(\"x\", Swift.Int)")
      let none = AnyIterator<Promise<Int>> { nil }
      #expect(when(fulfilled: none, concurrently: 0).pmkError == "badInput")
      #expect(when(fulfilled: none, concurrently: 1).value == [])
    }
  }

  @Test("rule 18: what means cancelled")
  func cancelled() {
    let errors: [any Error] = [
      PMKError.cancelled, CancellationError(), URLError(.cancelled), CocoaError(.userCancelled),
    ]
    for error in errors { #expect(error.isCancelled, "\(error)") }
    let others: [any Error] = [PMKError.badInput, Oops.one, URLError(.timedOut), CocoaError(.fileNoSuchFile)]
    for error in others { #expect(!error.isCancelled, "\(error)") }
  }

  @Test("catch and recover leave cancellations alone unless told otherwise")
  func policy() {
    let notes = Notes()
    virtually { _ in
      let cancelled = Promise<Int>(error: PMKError.cancelled)
      cancelled.catch { _ in notes.add("catch") }.finally { notes.add("finally") }
      cancelled.catch(policy: .allErrors) { _ in notes.add("catch all") }
      cancelled.recover { _ in Promise.value(1) }.done { _ in notes.add("recover") }.cauterize()
      cancelled.recover(policy: .allErrors) { _ in Promise.value(2) }.done { notes.add("recover \($0)") }.cauterize()
    }
    #expect(notes.lines == ["finally", "catch all", "recover 2"])
  }

  @Test("catch(only:) passes other errors on")
  func cascade() {
    let notes = Notes()
    virtually { _ in
      Promise<Int>(error: Oops.two).catch(only: Oops.one) { _ in notes.add("one") }
        .catch(only: Oops.self) { notes.add("\($0)") }.catch { _ in notes.add("rest") }.finally { notes.add("end") }
      Promise<Int>(error: Oops.one).catch(only: Oops.one) { _ in notes.add("one") }.catch { _ in notes.add("rest") }
    }
    #expect(notes.lines == ["one", "two", "end"])
  }

  @Test("recover in its forms")
  func recover() {
    virtually { executor in
      let failed = Promise<Int>(error: Oops.one)
      let promise = failed.recover { _ in Promise.value(1) }
      let guarantee: Guarantee<Int> = failed.recover { _ in .value(2) }
      let again = failed.recover { error -> Promise<Int> in throw error }
      let only = failed.recover(only: Oops.one) { _ in Promise.value(3) }
      let other = failed.recover(only: Oops.two) { _ in Promise.value(4) }
      let nothing: Guarantee<Void> = failed.asVoid().recover { _ in }
      executor.run()
      #expect(promise.value == 1)
      #expect(guarantee.value == 2)
      #expect(again.error as? Oops == .one)
      #expect(only.value == 3)
      #expect(other.error as? Oops == .one)
      #expect(nothing.isFulfilled)
    }
  }

  @Test("a handler that returns its own promise rejects it")
  func returnedSelf() {
    virtually { executor in
      let (source, seal) = Promise<Int>.pending()
      let own = Mutex<Promise<Int>?>(nil)
      let promise = source.then { _ -> Promise<Int> in
        try own.withLock { $0 } ?? { throw Oops.one }()
      }
      own.withLock { $0 = promise }
      seal.fulfill(1)
      executor.run()
      #expect(promise.pmkError == "returnedSelf")
    }
  }

  @Test("when(resolved:) and when of guarantees never fail")
  func resolved() {
    virtually { _ in
      let results = when(resolved: Promise.value(1), Promise(error: Oops.one)).value
      #expect(results?.map { (try? $0.get()) ?? -1 } == [1, -1])
      #expect(when(Guarantee.value(1), Guarantee.value(2)).value == [1, 2])
      #expect(when(guarantees: [Guarantee(), Guarantee()]).isFulfilled)
    }
  }

  @Test("when(fulfilled:concurrently:) has no more than so many pending, and keeps the order")
  func concurrently() {
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
      #expect(all.value == [1, 2, 3, 4, 5, 6])
      #expect(pending.withLock { $0.most } == 3)
    }
  }

  @Test("a hundred thousand promises that settle at once cost no stack, asked for one at a time")
  func concurrentlyDeep() {
    virtually { _ in
      var numbers = (0..<100_000).makeIterator()
      let promises = AnyIterator { numbers.next().map { Promise.value($0) } }
      #expect(when(fulfilled: promises, concurrently: 1).value?.count == 100_000)
    }
  }

  @Test("a chain of a hundred thousand links, inline")
  func deep() {
    let (source, seal) = Promise<Int>.pending()
    var end = source
    for _ in 0..<100_000 { end = end.map(on: nil) { $0 + 1 } }
    seal.fulfill(0)
    #expect(end.value == 100_000)
  }

  @Test("a then in a then, a hundred thousand deep, and a chain as long that is freed pending")
  func deeper() {
    @Sendable func countdown(_ number: Int) -> Promise<Int> {
      Promise.value(number).then(on: nil) { $0 == 0 ? Promise.value(0) : countdown($0 - 1) }
    }
    #expect(countdown(100_000).value == 0)
    var (end, seal): (Promise<Int>, Resolver<Int>?) = {
      let (promise, resolver) = Promise<Int>.pending()
      return (promise, resolver)
    }()
    for _ in 0..<100_000 { end = end.map(on: nil) { $0 }.ensure(on: nil) {} }
    seal = nil
    #expect(seal == nil)
    #expect(end.isPending)
  }

  @Test("two thousand promises from many threads, eight at a time, in order")
  func threads() async throws {
    var numbers = (0..<2_000).makeIterator()
    let promises = AnyIterator { numbers.next().map { number in DispatchQueue.global().async(.promise) { number } } }
    let all = when(fulfilled: promises, concurrently: 8).map(on: .global()) { $0.map { $0 * 2 } }
    #expect(try await all.async() == (0..<2_000).map { $0 * 2 })
  }

  @Test("cancelled from one thread while another settles: one of them wins, and nothing hangs")
  func cancelRace() async throws {
    for _ in 0..<300 {
      let (promise, resolver) = CancellablePromise<Int>.pending()
      let end = promise.map(on: .global()) { $0 + 1 }.then(on: .global()) { cancellable(Promise.value($0)) }
      DispatchQueue.global().async { resolver.fulfill(1) }
      DispatchQueue.global().async { end.cancel() }
      do {
        #expect(try await end.promise.async() == 2)
      } catch {
        #expect(error.isCancelled)
      }
    }
  }

  @Test("the sequence forms")
  func sequences() {
    virtually { executor in
      let numbers = Promise.value([3, 1, 2])
      let mapped = numbers.mapValues { $0 * 2 }
      let flat = numbers.flatMapValues { [$0, $0] }
      let compact = numbers.compactMapValues { $0 > 1 ? "\($0)" : nil }
      let filtered = numbers.filterValues { $0 > 1 }
      let sorted = numbers.sortedValues()
      let then = numbers.thenMap { Promise.value($0) }
      let thenFlat = numbers.thenFlatMap { Promise.value([$0]) }
      let found = numbers.firstValue { $0 < 3 }
      let guaranteed = Guarantee.value([3, 1, 2]).thenMap { .value($0) }.sortedValues()
      executor.run()
      #expect(mapped.value == [6, 2, 4])
      #expect(flat.value == [3, 3, 1, 1, 2, 2])
      #expect(compact.value == ["3", "2"])
      #expect(filtered.value == [3, 2])
      #expect(sorted.value == [1, 2, 3])
      #expect(then.value == [3, 1, 2])
      #expect(thenFlat.value == [3, 1, 2])
      #expect(numbers.firstValue.value == 3)
      #expect(numbers.lastValue.value == 2)
      #expect(found.value == 1)
      #expect(guaranteed.value == [1, 2, 3])
    }
  }

  @Test("on: nil runs inline, and wait gets what is there")
  func inline() throws {
    #expect(Promise.value(1).map(on: nil) { $0 + 1 }.value == 2)
    #expect(try Promise.value(1).wait() == 1)
    #expect(throws: Oops.one) { try Promise<Int>(error: Oops.one).wait() }
    #expect(virtually { _ in after(seconds: 60).map { 7 }.wait() } == 7)
  }

  @Test("descriptions")
  func descriptions() {
    let (pending, seal) = Promise<Int>.pending()
    #expect("\(pending)" == "Promise(…Int)")
    #expect(pending.debugDescription == "Promise<Int>.pending(handlers: 0)")
    let child = pending.map(on: nil) { $0 }
    #expect(pending.debugDescription == "Promise<Int>.pending(handlers: 1)")
    seal.fulfill(1)
    #expect("\(child)" == "Promise(1)")
    #expect(child.debugDescription == "Promise<Int>.fulfilled(1)")
    #expect("\(Promise<Int>(error: Oops.one))" == "Promise(one)")
  }

  @Test("a value of a type that is not Sendable")
  func notSendable() {
    final class Counter { var count = 0 }
    let promise = Promise<Counter> { $0.fulfill(Counter()) }.get(on: nil) { $0.count += 1 }
    #expect(promise.value?.count == 1)
  }

  @Test("a promise in a task")
  func async() async throws {
    #expect(try await Promise.value(1).async() == 1)
    #expect(await Guarantee.value(2).async() == 2)
  }
}

extension Thenable {
  /// The case of the `PMKError` that this is rejected with.
  fileprivate var pmkError: String? {
    switch error as? PMKError {
    case .returnedSelf: "returnedSelf"
    case .badInput: "badInput"
    case .cancelled: "cancelled"
    case .compactMap(let value, let type): "compactMap(\(String(reflecting: value)), \(String(reflecting: type)))"
    case .emptySequence: "emptySequence"
    case .noWinner: "noWinner"
    case .invalidCallingConvention: "invalidCallingConvention"
    case nil: nil
    default: "another"
    }
  }
}
