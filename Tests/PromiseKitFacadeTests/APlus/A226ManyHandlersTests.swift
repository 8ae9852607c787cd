// Promises/A+ §2.2.6: handlers may be added many times, and run in the order in which they were added.

import PromiseKitFacade
import Testing

@Suite("A+ 2.2.6 many handlers")
struct A226ManyHandlersTests {
  @Test("2.2.6.1 the handlers of a fulfilled promise run in order", arguments: Moment.allCases)
  func fulfilled(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: 1, in: executor) { promise, _ in
        for number in 1...3 { promise.done { _ in notes.add("\(number)") }.cauterize() }
        promise.catch { _ in notes.add("never") }
        promise.map { _ -> Int in
          notes.add("throws")
          throw Oops.one
        }.cauterize()
        promise.ensure { notes.add("last") }.cauterize()
      }
      #expect(notes.lines == ["1", "2", "3", "throws", "last"])
    }
  }

  @Test("2.2.6.2 the handlers of a rejected promise run in order", arguments: Moment.allCases)
  func rejected(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.reject(Int.self, with: Oops.one, in: executor) { promise, _ in
        for number in 1...3 { promise.catch { _ in notes.add("\(number)") } }
        promise.recover { _ -> Promise<Int> in
          notes.add("throws")
          throw Oops.two
        }.cauterize()
        promise.ensure { notes.add("last") }.catch { _ in }
      }
      #expect(notes.lines == ["1", "2", "3", "throws", "last"])
    }
  }

  @Test("2.2.6 branches have independent outcomes", arguments: Moment.allCases)
  func branches(_ moment: Moment) {
    virtually { executor in
      var ends: [Promise<Int>] = []
      moment.fulfill(with: 1, in: executor) { promise, _ in
        ends.append(promise.map { $0 + 1 })
        ends.append(promise.map { _ -> Int in throw Oops.one })
        ends.append(promise.then { Promise.value($0 + 2) })
      }
      #expect(ends.map(\.value) == [2, nil, 3])
      #expect(ends[1].oops == .one)
    }
  }

  @Test("2.2.6 a handler added inside a handler runs after the earlier ones")
  func addedInside() {
    virtually { executor in
      let notes = Notes()
      let (promise, resolver) = Promise<Int>.pending()
      promise.done { _ in
        notes.add("first")
        promise.done { _ in notes.add("third") }.cauterize()
      }.cauterize()
      promise.done { _ in notes.add("second") }.cauterize()
      resolver.fulfill(1)
      executor.run()
      #expect(notes.lines == ["first", "second", "third"])
    }
  }
}
