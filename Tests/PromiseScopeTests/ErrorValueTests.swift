// Tests the rule of Google Promises that a value that is an error rejects, except for a String that conforms to Error.

@Suite struct ErrorValueTests {
  private struct Failure: Error, Equatable { var code: Int }
  private class Plain: @unchecked Sendable {}
  private final class Broken: Plain, Error, @unchecked Sendable {}
  private protocol Shape: Sendable {}
  private struct Circle: Shape {}
  private struct BadShape: Shape, Error {}

  @Test func anErrorAsAValueRejectsWhateverOperatorItComesFrom() {
    virtually { executor in
      let created = Promise<Failure>(Failure(code: 1) as Failure)
      let settled = Promise<Failure>.pending()
      #expect(settled.fulfill(Failure(code: 2)))
      let returned = Promise(1).then { Failure(code: $0) }
      let recovered = Promise<Failure>(Oops.one).recover { _ in Failure(code: 4) }
      let body = Promise<Failure> { Failure(code: 5) }
      let async = Promise<Failure> { fulfill, _ in fulfill(Failure(code: 6)) }
      executor.run()
      #expect(created.error as? Failure == Failure(code: 1))
      #expect(settled.error as? Failure == Failure(code: 2))
      #expect(returned.error as? Failure == Failure(code: 1))
      #expect(recovered.error as? Failure == Failure(code: 4))
      #expect(body.error as? Failure == Failure(code: 5))
      #expect(async.error as? Failure == Failure(code: 6))
    }
  }

  @Test func aStringIsAValueEvenIfItConformsToError() {
    #expect(
      ("a" as Any) is any Error,
      "PromiseCoreTests make it conform: where it does, `Promise(\"a\")` means too many things")
    virtually { executor in
      let end = Promise("a").then { $0 + "b" }
      executor.run()
      expectEqual(end.currentValue, "ab")
      #expect(Promise<String?>("a").isFulfilled)
    }
  }

  @Test func aTypeThatMayContainAnErrorIsCheckedForEveryValue() {
    for _ in 0..<2 {
      #expect(Promise<Plain>(Plain()).isFulfilled)
      #expect(Promise<Plain>(Broken() as Plain).isRejected)
      #expect(Promise<Failure?>(nil).isFulfilled)
      #expect(Promise<Failure?>(.some(Failure(code: 1))).isRejected)
      #expect(Promise<any Shape>(Circle()).isFulfilled)
      #expect(Promise<any Shape>(BadShape() as any Shape).isRejected)
      #expect(Promise<any Sendable>(1).isFulfilled)
      #expect(Promise<any Sendable>(Failure(code: 1) as any Sendable).isRejected)
      #expect(Promise<any Sendable>("text").isFulfilled)
      #expect(Promise<[Failure]>([Failure(code: 1)]).isFulfilled)
      #expect(Promise<Int>(1).isFulfilled && Promise<Void>(()).isFulfilled)
    }
  }

  @Test func aResolverFulfillsWithAnErrorAsAPlainValueAsInECMAScript() {
    let (promise, resolver) = Promise<Failure>.withResolvers()
    #expect(resolver.fulfill(Failure(code: 1)) && promise.isFulfilled)
  }
}
