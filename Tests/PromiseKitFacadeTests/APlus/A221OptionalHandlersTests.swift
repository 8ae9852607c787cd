// Promises/A+ §2.2.1: both handlers are optional. Each PromiseKit operator takes one handler and passes the other outcome on.
//
// The clauses about states and about when handlers run are properties of the core: PromiseScopeTests/APlus has them.

import PromiseKitFacade
import TestSupport
import Testing

@Suite("A+ 2.2.1 optional handlers")
struct A221OptionalHandlersTests {
  @Test("2.2.1.1 without onFulfilled, a rejection still reaches its handler", arguments: Moment.allCases)
  func withoutOnFulfilled(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.reject(Int.self, with: Oops.one, in: executor) { promise, _ in
        promise.catch { notes.add("direct \($0)") }
      }
      moment.reject(Int.self, with: Oops.two, in: executor) { promise, _ in
        promise.asVoid().done { notes.add("never") }.catch { notes.add("chained \($0)") }
      }
      expectEqual(notes.lines, ["direct one", "chained two"])
    }
  }

  @Test("2.2.1.2 without onRejected, a value still reaches its handler", arguments: Moment.allCases)
  func withoutOnRejected(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: 1, in: executor) { promise, _ in
        promise.done { notes.add("direct \($0)") }.cauterize()
      }
      moment.fulfill(with: 2, in: executor) { promise, _ in
        promise.recover { _ -> Guarantee<Int> in
          notes.add("never")
          return .value(0)
        }.done { notes.add("chained \($0)") }
      }
      expectEqual(notes.lines, ["direct 1", "chained 2"])
    }
  }
}
