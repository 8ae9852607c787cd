// Tests `value`, `error`, `Maybe`, and the tuple and sequence forms.

@Suite struct OutcomeTests {
  @Test("value and error show the outcome, and reading them doesn't handle a rejection")
  func looking() {
    let pending = Promise<Int?>.pending()
    #expect(pending.value == nil && pending.error == nil)
    pending.fulfill(nil)
    #expect(pending.value == nil && pending.result.map { "\($0)" } == "success(nil)")
    expectEqual(
      picture(without: [.created, .released, .rejected]) { _ in _ = Promise<Int>(Oops.one).error }, "unhandled #1")
  }

  @Test func twoMaybeAreEqualIfTheirValuesOrErrorsAre() {
    struct Plain: Error {}
    let maybes: [Maybe<Int>] = [Maybe(1), Maybe(Oops.one), Maybe(Plain())]
    expectEqual(maybes, [.value(1), .error(Oops.one), .error(Plain())])
    #expect(Maybe<Int>.error(Oops.one) != .error(Oops.two) && Maybe(1) != Maybe(2) && Maybe(1) != .error(Plain()))
    #expect(Maybe<Int>.error(Oops.one) != .error(Plain()))
  }

  @Test func anyAndAllReturnTuples() {
    let mixed = PromiseScope.any(Promise(1), Promise<String>(Oops.one)).value
    #expect(mixed?.0 == .value(1) && mixed?.1 == .error(Oops.one))
    expectEqual(PromiseScope.any(Promise<Int>(Oops.one), Promise<String>(Oops.two)).oops, .two)
    let three = PromiseScope.any(Promise<Int>(Oops.one), Promise<String>(Oops.two), Promise(true)).value
    #expect(three?.0.error != nil && three?.1.error != nil && three?.2.value == true)
    let four = all(Promise(1), Promise("a"), Promise(2.5), Promise(true)).value
    #expect(four?.0 == 1 && four?.1 == "a" && four?.2 == 2.5 && four?.3 == true)
    expectEqual(all(Promise(1), Promise("a"), Promise(2.5), Promise<Bool>(Oops.one)).oops, .one)
  }

  @Test func combinatorsAcceptAnySequenceOfPromises() {
    virtually { executor in
      let numbers = (1...3).lazy.map { Promise($0) }
      expectEqual(all(numbers).value, [1, 2, 3])
      expectEqual(PromiseScope.any(numbers).value, [.value(1), .value(2), .value(3)])
      expectEqual(race(numbers).value, 1)
      let text = Promise("0").reduce(1...3) { Promise($0 + ", \($1)") }
      let arguments = Promise("0").reduce(1, 2) { Promise($0 + ", \($1)") }
      executor.run()
      #expect(text.value == "0, 1, 2, 3" && arguments.value == "0, 1, 2")
    }
  }

  @Test func fulfillAndRejectCanBePassedAsCallbacks() {
    func load(_ completion: (Int) -> Void, failure: (any Error) -> Void) { completion(1) }
    let promise = Promise<Int>.pending()
    load(promise.fulfill, failure: promise.reject)
    expectEqual(promise.value, 1)
  }
}
