// Tests `all`: every value, or the first error.

@Suite struct AllTests {
  @Test func collectsTheValuesInTheOrderOfTheInputsNotOfTheirSettlement() {
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

  @Test func acceptsOneInputAndTheSameInputSeveralTimes() {
    let promise = Promise<Int>.pending()
    let end = all([promise, promise, promise])
    let one = all(promise)
    promise.fulfill(1)
    #expect(end.currentValue == [1, 1, 1] && one.currentValue == [1])
  }

  @Test func combinesInputsOfTwoAndThreeTypes() {
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

  @Test func acceptsOptionalValuesIncludingNil() {
    expectEqual(all([Promise<Int?>(nil), Promise<Int?>(1)]).currentValue, [nil, 1])
    let pair = all(Promise<Int?>(nil), Promise<String>("a"))
    let hasPair = pair.currentValue.map { $0 == (nil, "a") } ?? false
    #expect(hasPair)
  }

  @Test func keepsAnOutcomeSetFromOutsideAndLogsNoLateInputs() {
    let inputs = (0..<2).map { _ in Promise<Int>.pending() }
    let end = all(inputs)
    #expect(end.fulfill([7]))
    inputs[0].fulfill(1)
    inputs[1].fulfill(2)
    expectEqual(end.currentValue, [7])
  }
}
