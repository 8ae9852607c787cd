// any: what came of each.

import PromiseScope
import Testing

@Suite("any")
struct AnyTests {
  private func words(_ end: Promise<[Maybe<Int>]>) -> [String]? {
    end.currentValue?.map { maybe in maybe.value.map { "\($0)" } ?? maybe.error.map { "\($0)" } ?? "neither" }
  }

  @Test("waits for all, and says what came of each in the order of the inputs")
  func mixed() {
    let inputs = (0..<3).map { _ in Promise<Int>.pending() }
    let end = PromiseScope.any(inputs)
    inputs[2].reject(Oops.two)
    inputs[0].fulfill(1)
    #expect(end.isPending)
    inputs[1].fulfill(2)
    #expect(words(end) == ["1", "2", "two"])
  }

  @Test("rejects only if all do, with the error that came last")
  func allRejected() {
    let inputs = (0..<3).map { _ in Promise<Int>.pending() }
    let end = PromiseScope.any(inputs)
    inputs[1].reject(Oops.one)
    inputs[2].reject(Oops.two)
    #expect(end.isPending)
    inputs[0].reject(Oops.three)
    #expect(end.oops == .three)
  }

  @Test("of nothing: fulfilled at once") func empty() { #expect(words(PromiseScope.any([])) == []) }

  @Test("of inputs that have settled already, one by one")
  func settledInputs() {
    #expect(words(PromiseScope.any(Promise(1), Promise<Int>(Oops.one))) == ["1", "one"])
    #expect(PromiseScope.any(Promise<Int>(Oops.one), Promise<Int>(Oops.two)).oops == .two)
  }

  @Test("of values that may be nil")
  func optionals() {
    let end = PromiseScope.any([Promise<Int?>(nil), Promise<Int?>(Oops.one)])
    #expect(end.currentValue?.map { $0.error == nil } == [true, false])
  }
}
