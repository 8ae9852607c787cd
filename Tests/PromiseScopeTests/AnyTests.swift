// Tests `any`: the outcome of each input.

@Suite struct AnyTests {
  private func words(_ end: Promise<[Maybe<Int>]>) -> [String]? {
    end.currentValue?.map { maybe in maybe.value.map { "\($0)" } ?? maybe.error.map { "\($0)" } ?? "neither" }
  }

  @Test func waitsForAllInputsAndCollectsTheOutcomesInTheirOrder() {
    let inputs = (0..<3).map { _ in Promise<Int>.pending() }
    let end = PromiseScope.any(inputs)
    inputs[2].reject(Oops.two)
    inputs[0].fulfill(1)
    #expect(end.isPending)
    inputs[1].fulfill(2)
    expectEqual(words(end), ["1", "2", "two"])
  }

  @Test("is fulfilled immediately without inputs") func empty() { expectEqual(words(PromiseScope.any([])), []) }

  @Test func acceptsSettledInputsPassedOneByOne() {
    expectEqual(words(PromiseScope.any(Promise(1), Promise<Int>(Oops.one))), ["1", "one"])
    expectEqual(PromiseScope.any(Promise<Int>(Oops.one), Promise<Int>(Oops.two)).oops, .two)
  }

  @Test func acceptsOptionalValues() {
    let end = PromiseScope.any([Promise<Int?>(nil), Promise<Int?>(Oops.one)])
    expectEqual(end.currentValue?.map { $0.error == nil }, [true, false])
  }
}
