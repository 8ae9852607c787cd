// Promises/A+ §2.2.7: `then` returns a promise, settled by what the handler returns or throws.

import PromiseScope
import TestSupport
import Testing

@Suite("A+ 2.2.7 the promise that then returns")
struct A227ReturnedPromiseTests {
  @Test("2.2.7.1 a returned value fulfills it", arguments: Moment.allCases)
  func returnedValue(_ moment: Moment) {
    virtually { executor in
      var results: [Promise<String>] = []
      moment.fulfill(with: 1, in: executor) { results.append($0.then { "value \($0)" }) }
      moment.reject(String.self, with: Oops.one, in: executor) { results.append($0.recover { "error \($0)" }) }
      expectEqual(results.map(\.currentValue), ["value 1", "error one"])
    }
  }

  @Test("2.2.7.1 a returned promise is followed", arguments: Moment.allCases, Moment.allCases)
  func returnedPromise(_ moment: Moment, _ inner: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: 1, in: executor) { promise in
        inner.fulfill(with: "v", in: executor) { returned in
          promise.then { _ in returned }.then { notes.add($0) }
        }
      }
      moment.fulfill(with: 1, in: executor) { promise in
        inner.reject(String.self, with: Oops.two, in: executor) { returned in
          promise.then { _ in returned }.catch { notes.add("\($0)") }
        }
      }
      moment.reject(String.self, with: Oops.one, in: executor) { promise in
        inner.fulfill(with: "w", in: executor) { returned in
          promise.recover { _ in returned }.then { notes.add($0) }
        }
      }
      expectEqual(notes.lines, ["v", "two", "w"])
    }
  }

  @Test("2.2.7.2 a thrown error rejects it", arguments: Moment.allCases)
  func thrownError(_ moment: Moment) {
    virtually { executor in
      var results: [Promise<Int>] = []
      moment.fulfill(with: 1, in: executor) { results.append($0.then { _ -> Int in throw Oops.one }) }
      moment.fulfill(with: 1, in: executor) { results.append($0.then { _ -> Promise<Int> in throw Oops.two }) }
      moment.reject(Int.self, with: Oops.one, in: executor) {
        results.append($0.recover { _ -> Int in throw Oops.three })
      }
      expectEqual(results.map(\.oops), [.one, .two, .three])
    }
  }

  @Test("2.2.7.3 without onFulfilled the value is passed on", arguments: Moment.allCases)
  func valuePassesOn(_ moment: Moment) {
    virtually { executor in
      var results: [Promise<Int>] = []
      moment.fulfill(with: 7, in: executor) { promise in
        results.append(promise.catch { _ in })
        results.append(promise.recover { _ in 0 })
        results.append(promise.recover { _ in Promise(0) })
        results.append(promise.timeout(5))
      }
      expectEqual(results.map(\.currentValue), [7, 7, 7, 7])
    }
  }

  @Test("2.2.7.4 without onRejected the reason is passed on", arguments: Moment.allCases)
  func reasonPassesOn(_ moment: Moment) {
    virtually { executor in
      var results: [Promise<Int>] = []
      moment.reject(Int.self, with: Oops.one, in: executor) { promise in
        results.append(promise.then { $0 + 1 })
        results.append(promise.then { Promise($0) })
        results.append(promise.then { _ in })
        results.append(promise.validate { _ in true })
        results.append(promise.delay(5))
        results.append(promise.timeout(5))
      }
      expectEqual(results.map(\.oops), Array(repeating: Oops.one, count: 6))
    }
  }
}
