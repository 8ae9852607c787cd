// Tests foreign promises as Promises/A+ §2.3.3 has them: a thenable is called with two functions; the first call wins, and what it throws afterwards is ignored.

/// A thenable that runs a closure of the test.
private struct Foreign<Value: Sendable>: Thenable {
  typealias Fulfill = @Sendable (Value) -> Void
  typealias Reject = @Sendable (any Error) -> Void

  let act: @Sendable (_ fulfill: @escaping Fulfill, _ reject: @escaping Reject) throws -> Void

  func then(fulfill: @escaping Fulfill, reject: @escaping Reject) throws { try act(fulfill, reject) }
}

@Suite struct ThenableTests {
  private func resolve(
    _ act:
      @escaping @Sendable (
        _ fulfill: @escaping @Sendable (Int) -> Void, _ reject: @escaping @Sendable (any Error) -> Void
      ) throws -> Void
  ) -> Promise<Int> {
    let (promise, resolver) = Promise<Int>.withResolvers()
    #expect(resolver.resolve(Foreign { fulfill, reject in try act(fulfill, reject) }))
    return promise
  }

  @Test("2.3.3.3.1 resolvePromise fulfills")
  func fulfils() { expectEqual(resolve { fulfill, _ in fulfill(1) }.currentValue, 1) }

  @Test("2.3.3.3.2 rejectPromise rejects")
  func rejects() { expectEqual(resolve { _, reject in reject(Oops.one) }.oops, .one) }

  @Test("2.3.3.3.3 the first call wins, whichever function it calls")
  func firstCallWins() {
    expectEqual(
      resolve { fulfill, reject in
        fulfill(1)
        fulfill(2)
        reject(Oops.one)
      }.currentValue, 1)
    expectEqual(
      resolve { fulfill, reject in
        reject(Oops.one)
        reject(Oops.two)
        fulfill(1)
      }.oops, .one)
  }

  @Test("2.3.3.3.4.1 an error thrown after a call is ignored")
  func throwAfterCall() {
    expectEqual(
      resolve { fulfill, _ in
        fulfill(1)
        throw Oops.one
      }.currentValue, 1)
    expectEqual(
      resolve { _, reject in
        reject(Oops.two)
        throw Oops.one
      }.oops, .two)
  }

  @Test("2.3.3.3.4.2 an error thrown before any call rejects")
  func throwBeforeCall() {
    expectEqual(resolve { _, _ in throw Oops.one }.oops, .one)
    expectEqual(
      resolve { fulfill, _ in
        defer { fulfill(1) }
        throw Oops.one
      }.currentValue, 1)
  }

  @Test("2.3.3.3 a thenable may call later")
  func callsLater() {
    let calls = Calls<Int>()
    let (promise, resolver) = Promise<Int>.withResolvers()
    #expect(resolver.resolve(Foreign { fulfill, reject in calls.keep(fulfill, reject) }))
    #expect(promise.isPending)
    #expect(!resolver.fulfill(9) && !promise.reject(Oops.three))
    calls.fulfill?(1)
    calls.reject?(Oops.one)
    calls.fulfill?(2)
    expectEqual(promise.currentValue, 1)
  }

  @Test("2.3.3.3 a thenable that never calls leaves the promise pending")
  func neverCalls() { #expect(resolve { _, _ in }.isPending) }

  @Test("2.3.3.3 a settled or locked-in promise doesn't call the thenable")
  func notAsked() {
    let notes = Notes()
    let asked = Foreign<Int> { fulfill, _ in
      notes.add("asked")
      fulfill(9)
    }
    let (settled, first) = Promise<Int>.withResolvers()
    first.fulfill(1)
    #expect(!first.resolve(asked))
    let source = Promise<Int>.pending()
    let (locked, second) = Promise<Int>.withResolvers()
    second.resolve(source)
    #expect(!second.resolve(asked))
    source.fulfill(2)
    #expect(settled.currentValue == 1 && locked.currentValue == 2 && notes.lines.isEmpty)
  }

  @Test("2.3.3.3.1 the first call wins even if it locks the promise in")
  func lockedInByThenable() {
    let inner = Promise<Int>.pending()
    let calls = Calls<Int>()
    let outer = resolve { fulfill, reject in
      inner.then(on: .inline) { fulfill($0) }
      calls.keep(fulfill, reject)
    }
    inner.fulfill(1)
    calls.reject?(Oops.one)
    expectEqual(outer.currentValue, 1)
  }

  @Test("2.3.3 its handlers run on a clean stack")
  func cleanStack() {
    virtually { executor in
      let notes = Notes()
      let (promise, resolver) = Promise<Int>.withResolvers()
      promise.then { notes.add("\($0)") }
      resolver.resolve(
        Foreign { fulfill, _ in
          fulfill(1)
          notes.add("called")
        })
      executor.run()
      expectEqual(notes.lines, ["called", "1"])
    }
  }
}

/// The two functions that a thenable received, to call later.
private final class Calls<Value: Sendable>: @unchecked Sendable {
  private(set) var fulfill: ((Value) -> Void)?
  private(set) var reject: ((any Error) -> Void)?

  func keep(_ fulfill: @escaping (Value) -> Void, _ reject: @escaping (any Error) -> Void) {
    self.fulfill = fulfill
    self.reject = reject
  }
}
