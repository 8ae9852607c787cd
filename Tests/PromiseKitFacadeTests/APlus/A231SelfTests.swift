// Promises/A+ §2.3.1: a promise resolved with itself is rejected with a type error, which is `PMKError.returnedSelf`.

import PromiseKitFacade
import TestSupport
import Testing

@Suite("A+ 2.3.1 itself")
struct A231SelfTests {
  private final class Box {
    var promise: Promise<Int>?
  }

  @Test("2.3.1 a `then` whose handler returns the derived promise is rejected", arguments: Moment.allCases)
  func fromThen(_ moment: Moment) {
    virtually { executor in
      let box = Box()
      moment.fulfill(with: 1, in: executor) { promise, _ in
        box.promise = promise.then { _ in box.promise ?? Promise.value(0) }
      }
      expectEqual(box.promise?.pmkError, PMKError.returnedSelf.debugDescription)
      box.promise = nil
    }
  }

  @Test("nothing was thrown, and the log does not say so")
  func log() {
    let box = Box()
    let log = record { _ in
      box.promise = Promise.value(1).then { _ in box.promise ?? Promise.value(0) }
    }.events
    box.promise = nil
    let rejected = log.first { $0.kind == .rejected }
    #expect(rejected?.cause == .resolver && rejected?.promise == log.last { $0.kind == .finished }?.promise)
    expectEqual(log.last { $0.kind == .finished }?.outcome, .promise)
    expectEqual(log.count { $0.kind == .noted }, 1)
  }

  @Test("2.3.1 a `recover` whose handler returns the derived promise is rejected", arguments: Moment.allCases)
  func fromRecover(_ moment: Moment) {
    virtually { executor in
      let box = Box()
      moment.reject(Int.self, with: Oops.one, in: executor) { promise, _ in
        box.promise = promise.recover { _ in box.promise ?? Promise.value(0) }
      }
      expectEqual(box.promise?.pmkError, PMKError.returnedSelf.debugDescription)
      box.promise = nil
    }
  }
}
