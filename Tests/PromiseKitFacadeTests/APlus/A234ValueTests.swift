// Promises/A+ §2.3.4: what is neither a promise nor a thenable fulfils.

import PromiseKitFacade
import Testing

@Suite("A+ 2.3.4 plain values")
struct A234ValueTests {
  private enum Colour { case red }

  private func check<T: Equatable>(_ value: T, _ moment: Moment) {
    virtually { executor in
      var ends: [Promise<T>] = []
      moment.fulfill(with: value, in: executor) { promise, _ in
        ends.append(promise.map { $0 })
        ends.append(promise.then { Promise.value($0) })
      }
      moment.reject(T.self, with: Oops.one, in: executor) { promise, _ in
        ends.append(promise.recover { _ in Promise.value(value) })
      }
      #expect(ends.map(\.value) == [value, value, value])
    }
  }

  @Test("2.3.4 fulfilled with just that value", arguments: Moment.allCases)
  func plainValues(_ moment: Moment) {
    check(0, moment)
    check(-1.5, moment)
    check(true, moment)
    check("", moment)
    check(Optional<Int>.none, moment)
    check([1, 2, 3], moment)
    check(["a": 1], moment)
    check(Colour.red, moment)
    check(UInt8(255), moment)
  }

  @Test("2.3.4 an error that is a value, not thrown, is a value", arguments: Moment.allCases)
  func error(_ moment: Moment) { check(Oops.one, moment) }

  @Test("2.3.4 nothing at all is a value too", arguments: Moment.allCases)
  func void(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: (), in: executor) { promise, _ in promise.done { notes.add("void") }.cauterize() }
      #expect(notes.lines == ["void"])
    }
  }
}
