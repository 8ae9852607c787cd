// Promises/A+ §2.2.1 to §2.2.6: which handlers run, when, how often, and in which order.

import PromiseCore
import TestSupport
import Testing

@Suite struct APlusHandlersTests {
  @Test(
    "2.2.1 without a handler, an outcome still reaches the next one", arguments: Vocabulary.allCases, Moment.allCases)
  func optional(_ vocabulary: Vocabulary, _ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      vocabulary.reject(at: moment, in: executor) { $0.then(notes.noting("never")).rescue(notes.noting("error")) }
      vocabulary.fulfill(at: moment, in: executor) { $0.rescue(notes.noting("never")).then(notes.noting("value")) }
      expectEqual(notes.lines, ["error one", "value v"])
    }
  }

  @Test("2.2.2, 2.2.3 a handler runs once, after the promise settled", arguments: Vocabulary.allCases, Moment.allCases)
  func runsOnce(_ vocabulary: Vocabulary, _ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      vocabulary.fulfill(at: moment, in: executor) { promise in
        promise.then {
          notes.add("\($0) \(promise.state)")
          return ""
        }
      }
      vocabulary.reject(at: moment, in: executor) { promise in
        promise.rescue {
          notes.add("\($0) \(promise.state)")
          return ""
        }
      }
      expectEqual(notes.lines, ["v fulfilled(\"v\")", "one rejected(\"one\")"])
    }
  }

  @Test("2.2.2.3, 2.2.3.3 once for each handler, whenever it was added", arguments: Vocabulary.allCases, [true, false])
  func onceForEach(_ vocabulary: Vocabulary, _ fulfills: Bool) {
    virtually { executor in
      let (notes, deferred) = (Notes(), vocabulary.pending())
      func add(_ name: String) {
        if fulfills { deferred.promise.then(notes.noting(name)) } else { deferred.promise.rescue(notes.noting(name)) }
      }
      add("first")
      executor.run()
      add("second")
      if fulfills { deferred.fulfill("v") } else { deferred.reject(Oops.one) }
      add("third")
      executor.run()
      add("fourth")
      executor.run()
      expectEqual(notes.lines, ["first", "second", "third", "fourth"].map { "\($0) \(fulfills ? "v" : "one")" })
    }
  }

  @Test("2.2.4 a handler waits for a clean stack", arguments: Vocabulary.onQueues, Moment.allCases)
  func cleanStack(_ vocabulary: Vocabulary, _ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      vocabulary.fulfill(at: moment, in: executor) { promise in
        promise.then(notes.noting("handler"))
        notes.add("then returned")
      }
      vocabulary.reject(at: moment, in: executor) { promise in
        promise.rescue(notes.noting("handler"))
        notes.add("rescue returned")
      }
      expectEqual(notes.lines, ["then returned", "handler v", "rescue returned", "handler one"])
    }
  }

  @Test(
    "2.2.4 settling returns before a handler runs, and no handler runs inside another", arguments: Vocabulary.onQueues)
  func notInsideAnother(_ vocabulary: Vocabulary) {
    virtually { executor in
      let (notes, first, second) = (Notes(), vocabulary.pending(), vocabulary.pending())
      second.promise.then(notes.noting("second"))
      first.promise.then { _ in
        first.promise.then(notes.noting("inner"))
        second.fulfill("2")
        notes.add("outer ends")
        return ""
      }
      first.fulfill("1")
      notes.add("fulfill returned")
      executor.run()
      expectEqual(notes.lines, ["fulfill returned", "outer ends", "inner 1", "second 2"])
    }
  }

  @Test("2.2.6 handlers run in the order in which they were added", arguments: Vocabulary.allCases, Moment.allCases)
  func inOrder(_ vocabulary: Vocabulary, _ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      vocabulary.fulfill(at: moment, in: executor) { promise in
        promise.then(notes.noting("a"))
        promise.rescue(notes.noting("never"))
        promise.thenFollow {
          notes.add("b \($0)")
          return promise
        }
        promise.then(notes.noting("c"))
      }
      vocabulary.reject(at: moment, in: executor) { promise in
        promise.rescue(notes.noting("d"))
        promise.then(notes.noting("never"))
        promise.rescueFollow {
          notes.add("e \($0)")
          return promise
        }
        promise.rescue(notes.noting("f"))
      }
      expectEqual(notes.lines, ["a v", "b v", "c v", "d one", "e one", "f one"])
    }
  }

  @Test("2.2.6 an error in one handler does not reach the next", arguments: Vocabulary.allCases, Moment.allCases)
  func errorsStayApart(_ vocabulary: Vocabulary, _ moment: Moment) {
    virtually { executor in
      let (notes, results) = (Notes(), List<any Subject>())
      vocabulary.fulfill(at: moment, in: executor) { promise in
        results.add(promise.then(notes.noting("a")))
        results.add(
          promise.then { _ in
            notes.add("throws")
            throw Oops.two
          })
        results.add(promise.then(notes.noting("b")))
        results.add(promise)
      }
      expectEqual(notes.lines, ["a v", "throws", "b v"])
      expectEqual(
        results.elements.map(\.state), [.fulfilled("a"), .rejected("two"), .fulfilled("b"), .fulfilled("v")])
    }
  }
}
