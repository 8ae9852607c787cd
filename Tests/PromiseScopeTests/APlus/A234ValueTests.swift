// Promises/A+ §2.3.4: a value that is neither a promise nor a thenable fulfills. As in Google Promises, an error rejects.

import PromiseScope
import TestSupport
import Testing

@Suite("A+ 2.3.4 plain values")
struct A234ValueTests {
  private enum Colour: Sendable { case red }

  private func check<Value: Sendable & Equatable>(_ value: Value, _ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: value, in: executor) { promise in
        promise.then { $0 }.then { notes.add($0 == value ? "same" : "other") }
      }
      moment.reject(Value.self, with: Oops.one, in: executor) { promise in
        promise.recover { _ in value }.then { notes.add($0 == value ? "same" : "other") }
      }
      expectEqual(notes.lines, ["same", "same"])
    }
  }

  @Test("2.3.4 a plain value fulfills", arguments: Moment.allCases)
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

  @Test("2.3.4 nil and Void are values, too", arguments: Moment.allCases)
  func void(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: (), in: executor) { $0.then { notes.add("void") } }
      expectEqual(notes.lines, ["void"])
    }
  }
}
