// Tests a resolver that resolves with a promise: what locks in, in which order it settles, and which cycles reject.

@Suite struct ResolvingTests {
  @Test func resolvingWithItselfRejects() {
    let (promise, resolver) = Promise<Int>.withResolvers()
    #expect(resolver.resolve(promise))
    #expect(promise.error as? PromiseResolutionError == .selfResolution)
  }

  @Test("resolving with a derived promise rejects, over any number of handlers", arguments: [1, 2, 100])
  func derived(_ length: Int) {
    virtually { executor in
      let (promise, resolver) = Promise<Int>.withResolvers()
      let end = (0..<length).reduce(promise) { chain, _ in chain.then { $0 } }
      #expect(resolver.resolve(end))
      executor.run()
      #expect(promise.error as? PromiseResolutionError == .cycle)
      #expect(end.error as? PromiseResolutionError == .cycle)
    }
  }

  @Test func aCycleOfDerivationAndAdoptionRejects() {
    virtually { executor in
      let (first, resolveFirst) = Promise<Int>.withResolvers()
      let (second, resolveSecond) = Promise<Int>.withResolvers()
      resolveSecond.resolve(first.then { $0 })
      resolveFirst.resolve(second.catch { _ in }.then { $0 })
      executor.run()
      #expect(first.error as? PromiseResolutionError == .cycle)
      #expect(second.error as? PromiseResolutionError == .cycle)
    }
  }

  @Test func nothingElseSettlesALockedInPromiseAndAttemptsReturnFalse() {
    let source = Promise<Int>.pending()
    let (promise, resolver) = Promise<Int>.withResolvers()
    #expect(resolver.resolve(source))
    #expect(!resolver.fulfill(9))
    #expect(!resolver.reject(Oops.one))
    #expect(!resolver.resolve(Promise(8)))
    #expect(promise.fulfill(9) == false)
    #expect(promise.reject(Oops.one) == false)
    #expect(promise.isPending)
    source.fulfill(1)
    expectEqual(promise.currentValue, 1)
  }

  @Test func theAdoptingPromiseSettlesInOrderWithTheHandlersOfItsSource() {
    let notes = Notes()
    let source = Promise<Int>.pending()
    let (promise, resolver) = Promise<Int>.withResolvers()
    promise.then(on: .inline) { _ in notes.add("adopted") }
    source.then(on: .inline) { _ in notes.add("before") }
    resolver.resolve(source)
    source.then(on: .inline) { _ in notes.add("after") }
    source.fulfill(1)
    #expect(notes.lines.firstIndex(of: "before") == 0 && notes.count == 3)
  }

  @Test("adoption works through a thousand promises", arguments: [true, false])
  func longChain(_ outsideIn: Bool) {
    let pairs = (0..<1000).map { _ in Promise<Int>.withResolvers() }
    let order = outsideIn ? Array(1..<1000) : Array((1..<1000).reversed())
    for index in order { #expect(pairs[index].resolver.resolve(pairs[index - 1].promise)) }
    #expect(pairs.allSatisfy { $0.promise.isPending })
    pairs[0].resolver.fulfill(5)
    #expect(pairs.allSatisfy { $0.promise.currentValue == 5 })
  }
}
