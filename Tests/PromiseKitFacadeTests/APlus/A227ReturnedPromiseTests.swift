// Promises/A+ §2.2.7: an operator returns a promise that its handler's outcome settles.

import PromiseKitFacade
import TestSupport
import Testing

@Suite("A+ 2.2.7 the returned promise")
struct A227ReturnedPromiseTests {
  @Test("2.2.7.1 the handler's value fulfills the returned promise", arguments: Moment.allCases)
  func value(_ moment: Moment) {
    virtually { executor in
      var results: [Promise<Int>] = []
      moment.fulfill(with: 1, in: executor) { promise, _ in
        results.append(promise.map { $0 + 1 })
        results.append(promise.then { Promise.value($0 + 2) })
        results.append(promise.then { Guarantee.value($0 + 3) })
      }
      moment.reject(Int.self, with: Oops.one, in: executor) { promise, _ in
        results.append(promise.recover { _ in Promise.value(5) })
      }
      expectEqual(results.map(\.value), [2, 3, 4, 5])
    }
  }

  @Test("2.2.7.2 the handler's error rejects the returned promise", arguments: Moment.allCases)
  func error(_ moment: Moment) {
    virtually { executor in
      var results: [Promise<Int>] = []
      moment.fulfill(with: 1, in: executor) { promise, _ in
        results.append(promise.map { _ in throw Oops.one })
        results.append(promise.then { _ -> Promise<Int> in throw Oops.two })
        results.append(promise.get { _ in throw Oops.one })
      }
      moment.reject(Int.self, with: Oops.one, in: executor) { promise, _ in
        results.append(promise.recover { _ -> Promise<Int> in throw Oops.two })
      }
      expectEqual(results.map(\.oops), [.one, .two, .one, .two])
    }
  }

  @Test("2.2.7.3 without onFulfilled, the value is passed on", arguments: Moment.allCases)
  func valuePassesOn(_ moment: Moment) {
    virtually { executor in
      var results: [Promise<Int>] = []
      moment.fulfill(with: 7, in: executor) { promise, _ in
        results.append(promise.recover { _ in Promise.value(0) })
        results.append(promise.recover(only: Oops.one) { _ in Promise.value(0) })
        results.append(promise.ensure {})
        results.append(promise.tap { _ in })
      }
      expectEqual(results.map(\.value), [7, 7, 7, 7])
    }
  }

  @Test("2.2.7.4 without onRejected, the reason is passed on", arguments: Moment.allCases)
  func reasonPassesOn(_ moment: Moment) {
    virtually { executor in
      var results: [Promise<Int>] = []
      moment.reject(Int.self, with: Oops.one, in: executor) { promise, _ in
        results.append(promise.map { $0 + 1 })
        results.append(promise.then { Promise.value($0) })
        results.append(promise.compactMap { $0 })
        results.append(promise.get { _ in })
        results.append(promise.ensure {})
        results.append(promise.recover(only: Oops.two) { _ in Promise.value(0) })
      }
      expectEqual(results.map(\.oops), Array(repeating: Oops.one, count: 6))
    }
  }
}
