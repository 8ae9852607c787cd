// Promises/A+ §2.2.3: onRejected is called after the promise is rejected, with its reason, and not more than once.

import PromiseScope
import TestSupport
import Testing

@Suite("A+ 2.2.3 onRejected")
struct A223OnRejectedTests {
  @Test("2.2.3.1 called after rejection, with the reason", arguments: Moment.allCases)
  func calledWithReason(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.reject(Int.self, with: Oops.one, in: executor) { promise in
        promise.catch { notes.add("\($0) \(promise.isRejected)") }
      }
      expectEqual(notes.lines, ["one true"])
    }
  }

  @Test("2.2.3.2 not called before rejection")
  func notBefore() {
    virtually { executor in
      let notes = Notes()
      let promise = Promise<Int>.pending()
      promise.catch { notes.add("\($0)") }
      executor.run()
      notes.add("reject")
      promise.reject(Oops.one)
      notes.add("rejected")
      executor.run()
      expectEqual(notes.lines, ["reject", "rejected", "one"])
    }
  }

  @Test("2.2.3.3 called once, however often the promise is rejected", arguments: Moment.allCases)
  func calledOnce(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.reject(Int.self, with: Oops.one, in: executor) { promise in
        promise.catch { notes.add("\($0)") }
        if moment != .already {
          promise.reject(Oops.one)
          promise.reject(Oops.two)
        }
        executor.run()
        promise.reject(Oops.three)
      }
      expectEqual(notes.lines, ["one"])
    }
  }

  @Test("2.2.3.3 called once for each handler, whenever it was added")
  func onceForEach() {
    virtually { executor in
      let notes = Notes()
      let promise = Promise<Int>.pending()
      promise.catch { _ in notes.add("first") }
      executor.run()
      promise.recover { _ in
        notes.add("second")
        return 0
      }
      promise.reject(Oops.one)
      promise.catch { _ in notes.add("third") }
      executor.run()
      promise.catch { _ in notes.add("fourth") }
      executor.run()
      expectEqual(notes.lines, ["first", "second", "third", "fourth"])
    }
  }
}
