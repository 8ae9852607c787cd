// Tests `all`: every value, or the first error.

import PromiseScope
import TestSupport
import Testing

@Suite("all")
struct AllTests {
  @Test("collects the values in the order of the inputs, not of their settlement")
  func order() {
    virtually { executor in
      let inputs = (0..<4).map { _ in Promise<Int>.pending() }
      let end = all(inputs)
      for index in [2, 0, 3, 1] {
        #expect(end.isPending)
        inputs[index].fulfill(index * 10)
      }
      expectEqual(end.currentValue, [0, 10, 20, 30])
    }
  }

  @Test("is fulfilled immediately without inputs") func empty() { expectEqual(all([Promise<Int>]()).currentValue, []) }

  @Test("accepts one input, and the same input several times")
  func repeated() {
    let promise = Promise<Int>.pending()
    let end = all([promise, promise, promise])
    let one = all(promise)
    promise.fulfill(1)
    #expect(end.currentValue == [1, 1, 1] && one.currentValue == [1])
  }

  @Test("is rejected by the first error without waiting for the other inputs")
  func failsFast() {
    let inputs = (0..<3).map { _ in Promise<Int>.pending() }
    let end = all(inputs)
    inputs[2].reject(Oops.two)
    expectEqual(end.oops, .two)
    inputs[0].reject(Oops.one)
    inputs[1].fulfill(1)
    expectEqual(end.oops, .two)
  }

  @Test("accepts settled inputs")
  func settledInputs() {
    let both: Promise<[Int]> = all(Promise(1), Promise(2))
    expectEqual(both.currentValue, [1, 2])
    expectEqual(all(Promise(1), Promise<Int>(Oops.one), Promise<Int>(Oops.two)).oops, .one)
  }

  @Test("combines inputs of two and three types")
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

  @Test("accepts optional values, including nil")
  func optionals() {
    expectEqual(all([Promise<Int?>(nil), Promise<Int?>(1)]).currentValue, [nil, 1])
    let pair = all(Promise<Int?>(nil), Promise<String>("a"))
    let hasPair = pair.currentValue.map { $0 == (nil, "a") } ?? false
    #expect(hasPair)
  }

  @Test("keeps an outcome set from outside, and logs no late inputs")
  func settledFromOutside() {
    let inputs = (0..<2).map { _ in Promise<Int>.pending() }
    let end = all(inputs)
    #expect(end.fulfill([7]))
    inputs[0].fulfill(1)
    inputs[1].fulfill(2)
    expectEqual(end.currentValue, [7])
  }

  @Test("waits for ten thousand inputs")
  func many() {
    let inputs = (0..<10_000).map { _ in Promise<Int>.pending() }
    let end = all(inputs)
    for (index, input) in inputs.enumerated() { input.fulfill(index) }
    expectEqual(end.currentValue, Array(0..<10_000))
  }
}
