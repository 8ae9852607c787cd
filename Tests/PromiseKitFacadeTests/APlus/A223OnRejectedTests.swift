// Promises/A+ §2.2.3: onRejected is called after the promise is rejected, with its reason, and not more than once.

import PromiseKitFacade
import Testing

@Suite("A+ 2.2.3 onRejected")
struct A223OnRejectedTests {
  @Test("2.2.3.1 onRejected is called after rejection, with the reason", arguments: Moment.allCases)
  func calledWithReason(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.reject(Int.self, with: Oops.one, in: executor) { promise, _ in
        promise.catch { notes.add("\($0) \(promise.isRejected)") }
      }
      #expect(notes.lines == ["one true"])
    }
  }

  @Test("2.2.3.2 onRejected is not called before rejection")
  func notBefore() {
    virtually { executor in
      let notes = Notes()
      let (promise, resolver) = Promise<Int>.pending()
      promise.catch { notes.add("\($0)") }
      executor.run()
      notes.add("reject")
      resolver.reject(Oops.one)
      notes.add("rejected")
      executor.run()
      #expect(notes.lines == ["reject", "rejected", "one"])
    }
  }

  @Test("2.2.3.3 onRejected is called once although the resolver is called repeatedly", arguments: Moment.allCases)
  func calledOnce(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.reject(Int.self, with: Oops.one, in: executor) { promise, resolver in
        promise.catch { notes.add("\($0)") }
        if moment != .already {
          resolver.reject(Oops.one)
          resolver.reject(Oops.two)
        }
        executor.run()
        resolver.reject(Oops.two)
      }
      #expect(notes.lines == ["one"])
    }
  }

  @Test("2.2.3.3 each handler is called once, whenever it was added")
  func onceForEach() {
    virtually { executor in
      let notes = Notes()
      let (promise, resolver) = Promise<Int>.pending()
      promise.catch { _ in notes.add("first") }
      executor.run()
      promise.recover { _ -> Guarantee<Int> in
        notes.add("second")
        return .value(0)
      }
      resolver.reject(Oops.one)
      promise.catch { _ in notes.add("third") }
      executor.run()
      promise.catch { _ in notes.add("fourth") }
      executor.run()
      #expect(notes.lines == ["first", "second", "third", "fourth"])
    }
  }
}
