// Promises/A+ §2.2.1: both handlers are optional. Each operator in this file takes only one of them.

import PromiseScope
import TestSupport
import Testing

@Suite("A+ 2.2.1 optional handlers")
struct A221OptionalHandlersTests {
  @Test("2.2.1.1 without onFulfilled, a rejection still reaches its handler", arguments: Moment.allCases)
  func withoutOnFulfilled(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.reject(Int.self, with: Oops.one, in: executor) { $0.catch { notes.add("direct \($0)") } }
      moment.reject(Int.self, with: Oops.two, in: executor) { promise in
        promise.delay(0).then { _ in notes.add("never") }.catch { notes.add("chained \($0)") }
      }
      expectEqual(notes.lines, ["direct one", "chained two"])
    }
  }

  @Test("2.2.1.2 without onRejected, a value still reaches its handler", arguments: Moment.allCases)
  func withoutOnRejected(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: 1, in: executor) { $0.then { notes.add("direct \($0)") } }
      moment.fulfill(with: 2, in: executor) { promise in
        promise.catch { _ in notes.add("never") }.then { notes.add("chained \($0)") }
      }
      expectEqual(notes.lines, ["direct 1", "chained 2"])
    }
  }
}
