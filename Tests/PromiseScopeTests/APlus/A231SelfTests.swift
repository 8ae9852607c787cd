// Promises/A+ §2.3.1: a promise resolved with itself is rejected with a type error. §2.3.3, note: so is a cycle, here.

import PromiseScope
import TestSupport
import Testing

@Suite("A+ 2.3.1 resolving with itself")
struct A231SelfTests {
  @Test("2.3.1 resolving with itself rejects")
  func itself() {
    let (promise, resolver) = Promise<Int>.withResolvers()
    #expect(resolver.resolve(promise))
    #expect(promise.error as? PromiseResolutionError == .selfResolution)
  }

  @Test("2.3.1 a handler that returns its own promise rejects it", arguments: Moment.allCases)
  func handlerReturnsIts(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: 1, in: executor) { promise in
        let box = Box<Int>()
        let derived = promise.then { _ -> Promise<Int> in box.promise ?? Promise(0) }
        box.promise = derived
        derived.catch { notes.add("\($0)") }
        executor.run()
      }
      expectEqual(notes.lines, ["a promise cannot be resolved with itself"])
    }
  }

  @Test("2.3.1 a cycle of two rejects, in either order")
  func cycleOfTwo() {
    let (first, resolveFirst) = Promise<Int>.withResolvers()
    let (second, resolveSecond) = Promise<Int>.withResolvers()
    #expect(resolveFirst.resolve(second))
    #expect(first.isPending)
    #expect(resolveSecond.resolve(first))
    #expect(second.error as? PromiseResolutionError == .cycle)
    #expect(first.error as? PromiseResolutionError == .cycle)
  }

  @Test("2.3.1 resolving with a derived promise rejects, over any number of handlers", arguments: [1, 2, 100])
  func derived(_ length: Int) {
    virtually { executor in
      let (promise, resolver) = Promise<Int>.withResolvers()
      let end = (0..<length).reduce(promise) { chain, _ in chain.then { $0 } }
      #expect(resolver.resolve(end))
      executor.run()
      #expect(promise.error as? PromiseResolutionError == .cycle)
      #expect(end.error as? PromiseResolutionError == .cycle)
    }
  }

  @Test("2.3.1 a cycle of derivation and adoption rejects")
  func mixed() {
    virtually { executor in
      let (first, resolveFirst) = Promise<Int>.withResolvers()
      let (second, resolveSecond) = Promise<Int>.withResolvers()
      resolveSecond.resolve(first.then { $0 })
      resolveFirst.resolve(second.catch { _ in }.then { $0 })
      executor.run()
      #expect(first.error as? PromiseResolutionError == .cycle)
      #expect(second.error as? PromiseResolutionError == .cycle)
    }
  }
}

/// Storage for a promise that a closure needs before it exists.
final class Box<Value: Sendable>: @unchecked Sendable {
  var promise: Promise<Value>?
}
