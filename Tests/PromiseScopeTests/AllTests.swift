// all: every value, or the first error.

import PromiseScope
import Testing

@Suite("all")
struct AllTests {
  @Test("values in the order of the inputs, whatever order they come in")
  func order() {
    virtually { executor in
      let inputs = (0..<4).map { _ in Promise<Int>.pending() }
      let end = all(inputs)
      for index in [2, 0, 3, 1] {
        #expect(end.isPending)
        inputs[index].fulfill(index * 10)
      }
      #expect(end.currentValue == [0, 10, 20, 30])
    }
  }

  @Test("of nothing: fulfilled at once") func empty() { #expect(all([Promise<Int>]()).currentValue == []) }

  @Test("of one, and of the same one several times")
  func repeated() {
    let promise = Promise<Int>.pending()
    let end = all([promise, promise, promise])
    let one = all(promise)
    promise.fulfill(1)
    #expect(end.currentValue == [1, 1, 1] && one.currentValue == [1])
  }

  @Test("the first error in time rejects, and the others are not waited for")
  func failsFast() {
    let inputs = (0..<3).map { _ in Promise<Int>.pending() }
    let end = all(inputs)
    inputs[2].reject(Oops.two)
    #expect(end.oops == .two)
    inputs[0].reject(Oops.one)
    inputs[1].fulfill(1)
    #expect(end.oops == .two)
  }

  @Test("inputs that have settled already")
  func settledInputs() {
    #expect(all(Promise(1), Promise(2)).currentValue == [1, 2])
    #expect(all(Promise(1), Promise<Int>(Oops.one), Promise<Int>(Oops.two)).oops == .one)
  }

  @Test("of two and of three types")
  func types() {
    let number = Promise<Int>.pending()
    let two = all(number, Promise("a"))
    let three = all(Promise(true), Promise("a"), number)
    let failed = all(number, Promise<String>(Oops.one))
    #expect(failed.oops == .one && two.isPending)
    number.fulfill(1)
    let hasTwo = two.currentValue.map { $0 == (1, "a") } ?? false
    let hasThree = three.currentValue.map { $0 == (true, "a", 1) } ?? false
    #expect(hasTwo && hasThree)
  }

  @Test("of optional values, nil among them")
  func optionals() {
    #expect(all([Promise<Int?>(nil), Promise<Int?>(1)]).currentValue == [nil, 1])
    let pair = all(Promise<Int?>(nil), Promise<String>("a"))
    let hasPair = pair.currentValue.map { $0 == (nil, "a") } ?? false
    #expect(hasPair)
  }

  @Test("settling it from outside wins, without noise from the inputs")
  func settledFromOutside() {
    let inputs = (0..<2).map { _ in Promise<Int>.pending() }
    let end = all(inputs)
    #expect(end.fulfill([7]))
    inputs[0].fulfill(1)
    inputs[1].fulfill(2)
    #expect(end.currentValue == [7])
  }

  @Test("of ten thousand")
  func many() {
    let inputs = (0..<10_000).map { _ in Promise<Int>.pending() }
    let end = all(inputs)
    for (index, input) in inputs.enumerated() { input.fulfill(index) }
    #expect(end.currentValue == Array(0..<10_000))
  }
}
