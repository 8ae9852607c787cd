// Promises/A+ §2.3.4: a value that is neither a promise nor a thenable fulfills.

import PromiseKitFacade
import TestSupport
import Testing

@Suite("A+ 2.3.4 plain values")
struct A234ValueTests {
  private enum Color { case red }

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
      expectEqual(ends.map(\.value), [value, value, value])
    }
  }

  @Test("2.3.4 a plain value fulfills the promise", arguments: Moment.allCases)
  func plainValues(_ moment: Moment) {
    check(0, moment)
    check(-1.5, moment)
    check(true, moment)
    check("", moment)
    check(Optional<Int>.none, moment)
    check([1, 2, 3], moment)
    check(["a": 1], moment)
    check(Color.red, moment)
    check(UInt8(255), moment)
  }

  @Test("2.3.4 an error that is returned, not thrown, is a value", arguments: Moment.allCases)
  func error(_ moment: Moment) { check(Oops.one, moment) }

  @Test("2.3.4 Void is a value", arguments: Moment.allCases)
  func void(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: (), in: executor) { promise, _ in promise.done { notes.add("void") }.cauterize() }
      expectEqual(notes.lines, ["void"])
    }
  }
}
