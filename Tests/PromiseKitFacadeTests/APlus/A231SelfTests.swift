// Promises/A+ §2.3.1: a promise resolved with itself is rejected with a type error; here with `returnedSelf`.

import PromiseKitFacade
import Testing

@Suite("A+ 2.3.1 itself")
struct A231SelfTests {
  private final class Place {
    var promise: Promise<Int>?
  }

  @Test("2.3.1 a `then` that returns the promise it settles", arguments: Moment.allCases)
  func fromThen(_ moment: Moment) {
    virtually { executor in
      let place = Place()
      moment.fulfill(with: 1, in: executor) { promise, _ in
        place.promise = promise.then { _ in place.promise ?? Promise.value(0) }
      }
      #expect(place.promise?.pmkError == PMKError.returnedSelf.debugDescription)
      place.promise = nil
    }
  }

  @Test("2.3.1 a `recover` that returns the promise it settles", arguments: Moment.allCases)
  func fromRecover(_ moment: Moment) {
    virtually { executor in
      let place = Place()
      moment.reject(Int.self, with: Oops.one, in: executor) { promise, _ in
        place.promise = promise.recover { _ in place.promise ?? Promise.value(0) }
      }
      #expect(place.promise?.pmkError == PMKError.returnedSelf.debugDescription)
      place.promise = nil
    }
  }
}
