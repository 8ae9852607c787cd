// Promises/A+ §2.3.2: a promise resolved with a promise adopts its state.

import PromiseScope
import TestSupport
import Testing

@Suite("A+ 2.3.2 adoption")
struct A232AdoptionTests {
  @Test("2.3.2.1 stays pending until the other promise settles")
  func staysPending() {
    virtually { executor in
      let source = Promise<Int>.pending()
      let (promise, resolver) = Promise<Int>.withResolvers()
      let notes = Notes()
      promise.then { notes.add("\($0)") }
      #expect(resolver.resolve(source))
      executor.run()
      #expect(promise.isPending && notes.lines.isEmpty)
      source.fulfill(3)
      executor.run()
      #expect(promise.currentValue == 3 && notes.lines == ["3"])
    }
  }

  @Test("2.3.2.2 fulfilled with the same value", arguments: Moment.allCases)
  func fulfilled(_ moment: Moment) {
    virtually { executor in
      let (promise, resolver) = Promise<String>.withResolvers()
      moment.fulfill(with: "v", in: executor) { #expect(resolver.resolve($0)) }
      expectEqual(promise.currentValue, "v")
    }
  }

  @Test("2.3.2.3 rejected with the same reason", arguments: Moment.allCases)
  func rejected(_ moment: Moment) {
    virtually { executor in
      let (promise, resolver) = Promise<String>.withResolvers()
      moment.reject(with: Oops.one, in: executor) { #expect(resolver.resolve($0)) }
      expectEqual(promise.oops, .one)
    }
  }

  @Test("2.3.2 nothing else settles a locked-in promise, and attempts return false")
  func lockedIn() {
    let source = Promise<Int>.pending()
    let (promise, resolver) = Promise<Int>.withResolvers()
    #expect(resolver.resolve(source))
    #expect(!resolver.fulfill(9))
    #expect(!resolver.reject(Oops.one))
    #expect(!resolver.resolve(Promise(8)))
    #expect(promise.fulfill(9) == false)
    #expect(promise.reject(Oops.one) == false)
    #expect(promise.isPending)
    source.fulfill(1)
    expectEqual(promise.currentValue, 1)
  }

  @Test("2.3.2 the adopting promise settles in order with the handlers of its source")
  func keepsItsPosition() {
    let notes = Notes()
    let source = Promise<Int>.pending()
    let (promise, resolver) = Promise<Int>.withResolvers()
    promise.then(on: .inline) { _ in notes.add("adopted") }
    source.then(on: .inline) { _ in notes.add("before") }
    resolver.resolve(source)
    source.then(on: .inline) { _ in notes.add("after") }
    source.fulfill(1)
    #expect(notes.lines.firstIndex(of: "before") == 0 && notes.count == 3)
  }

  @Test("2.3.2 adoption works through a thousand promises", arguments: [true, false])
  func longChain(_ outsideIn: Bool) {
    let pairs = (0..<1000).map { _ in Promise<Int>.withResolvers() }
    let order = outsideIn ? Array(1..<1000) : Array((1..<1000).reversed())
    for index in order { #expect(pairs[index].resolver.resolve(pairs[index - 1].promise)) }
    #expect(pairs.allSatisfy { $0.promise.isPending })
    pairs[0].resolver.fulfill(5)
    #expect(pairs.allSatisfy { $0.promise.currentValue == 5 })
  }
}
