// Resolver: every overload, and that only the first call counts.

@Suite struct ResolverTests {
  @Test func eachOverloadOfResolveSettlesThePromise() {
    expectEqual(Promise<Int> { $0.resolve(1, nil) }.value, 1)
    expectEqual(Promise<Int> { $0.resolve(Optional(1), nil) }.value, 1)
    expectEqual(Promise<Int> { $0.resolve(nil, Oops.one) }.oops, .one)
    expectEqual(Promise<Int> { $0.resolve(1, Oops.one) }.oops, .one)
    expectEqual(Promise<Int> { $0.resolve(Oops.two, nil) }.oops, .two)
    expectEqual(Promise<Int> { $0.resolve(nil as (any Error)?, 3) }.value, 3)
    expectEqual(Promise<Int> { $0.resolve(nil, nil) }.pmkError, PMKError.invalidCallingConvention.debugDescription)
    expectEqual(Promise<Int> { $0.resolve(.fulfilled(4)) }.value, 4)
    expectEqual(Promise<Int> { $0.resolve(.rejected(Oops.one)) }.oops, .one)
    expectEqual(Promise<Int> { $0.resolve(Swift.Result<Int, Oops>.success(5)) }.value, 5)
    expectEqual(Promise<Int> { $0.resolve(Swift.Result<Int, Oops>.failure(.two)) }.oops, .two)
    #expect(Promise<Void> { $0.resolve(nil) }.isFulfilled)
    expectEqual(Promise<Void> { $0.resolve(Oops.one) }.oops, .one)
    #expect(Promise<Void> { $0.fulfill_() }.isFulfilled)
  }

  @Test func resolveFitsCallbacksWithAnyOfTheCommonParameters() {
    func either(_ done: @escaping (Int?, (any Error)?) -> Void) { done(1, nil) }
    func errorFirst(_ done: @escaping ((any Error)?, Int?) -> Void) { done(nil, 2) }
    func value(_ done: @escaping (Int, (any Error)?) -> Void) { done(3, nil) }
    func result(_ done: @escaping (Swift.Result<Int, any Error>) -> Void) { done(.success(4)) }
    func plain(_ done: @escaping (Int) -> Void) { done(5) }
    func error(_ done: @escaping ((any Error)?) -> Void) { done(nil) }
    let promises: [Promise<Int>] = [
      Promise { either($0.resolve) }, Promise { errorFirst($0.resolve) }, Promise { value($0.resolve) },
      Promise { result($0.resolve) }, Promise { plain($0.fulfill) },
    ]
    expectEqual(promises.map(\.value), [1, 2, 3, 4, 5])
    #expect(Promise<Void> { error($0.resolve) }.isFulfilled)
    expectEqual(Guarantee(resolver: plain).value, 5)
  }

  @Test func theLogSaysThatTheBodyReturned() {
    let log = record { _ in
      _ = Promise { $0.fulfill(1) }
      _ = Guarantee { $0(1) }
    }.events
    expectEqual(log.filter { $0.kind == .finished }.map(\.outcome), [.void, .void])
  }

  @Test func pictureTheBodyRunsImmediatelyAndTheSecondAttemptIsIgnored() {
    expectEqual(
      picture { _ in
        let promise = Promise<Int> { seal in
          seal.fulfill(1)
          seal.reject(Oops.one)
        }
        promise.done(on: nil) { _ in }.cauterize()
      },
      """
      created #1 Promise
      started #1 on inline in #1
      fulfilled #1 1 by resolver in #1
      ignored #1 reject in #1
      created #2 done from #1
      registered #1 by #2 [fulfilled]
      started #2 on inline in #2
      fulfilled #2 by returned in #2
      created #3 cauterize from #2
      registered #2 by #3 [rejected]
      fulfilled #3 via #2 by passthrough
      """)
  }
}
