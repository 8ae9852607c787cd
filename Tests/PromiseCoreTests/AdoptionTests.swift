// Adoption: promises that adopt promises, in cycles and from several threads. Promises/A+ §2.3.1, §2.3.2.

@Suite("adoption", .serialized)
struct AdoptionTests {
  private func isCycle(_ promise: Promise<Int>) -> Bool {
    promise.outcome == "a promise cannot be resolved with one that waits for it"
  }

  @Test("adopting the last promise of a cycle of any length rejects all promises in it", arguments: [2, 3, 10, 1000])
  func cycle(_ length: Int) {
    let promises = (0..<length).map { _ in Promise<Int>.made() }
    for index in 0..<length - 1 { #expect(promises[index].adopt(promises[index + 1])) }
    #expect(promises.allSatisfy { $0.isPending })
    #expect(promises[length - 1].adopt(promises[0]))
    #expect(promises.allSatisfy { isCycle($0) })
  }

  @Test("a cycle that is built backwards rejects as well", arguments: [2, 3, 1000])
  func cycleBackwards(_ length: Int) {
    let promises = (0..<length).map { _ in Promise<Int>.made() }
    for index in (1..<length).reversed() { #expect(promises[index].adopt(promises[(index + 1) % length])) }
    #expect(promises.allSatisfy { $0.isPending })
    #expect(promises[0].adopt(promises[1]))
    #expect(promises.allSatisfy { isCycle($0) })
  }

  @Test func aPromiseThatAdoptsOneOfACycleRejectsWithTheCycle() {
    let (tail, first, second) = (Promise<Int>.made(), Promise<Int>.made(), Promise<Int>.made())
    #expect(tail.adopt(first) && first.adopt(second))
    #expect(tail.isPending)
    #expect(second.adopt(first))
    #expect(isCycle(tail) && isCycle(first) && isCycle(second))
  }

  @Test func aTreeOfAdoptedPromisesIsNoCycle() {
    let root = Promise<Int>.made()
    let middle = (0..<10).map { _ in Promise<Int>.made() }
    let leaves = (0..<100).map { _ in Promise<Int>.made() }
    for (index, leaf) in leaves.enumerated() { #expect(leaf.adopt(middle[index % 10])) }
    for promise in middle { #expect(promise.adopt(root)) }
    root.settle(3)
    #expect((middle + leaves).allSatisfy { $0.outcome == "3" })
  }

  @Test func aRejectedCycleFreesAllItsPromises() {
    weak var first: Promise<Int>?
    weak var second: Promise<Int>?
    do {
      let promises = [Promise<Int>.made(), Promise<Int>.made()]
      (first, second) = (promises[0], promises[1])
      promises[0].adopt(promises[1])
      promises[1].adopt(promises[0])
    }
    #expect(first == nil && second == nil)
  }

  @Test func whatIsLockedInToAPromiseThatIsGoneStaysPendingAndCanBeCancelled() {
    let promise = Promise<Int>.made()
    let end = promise.after(on: .inline) {}
    do {
      let source = Promise<Int>.made()
      promise.adopt(source)
    }
    #expect(!promise.settle(1) && promise.isPending)
    #expect(end.cancel() && !promise.isPending && !end.isPending)
    #expect(!promise.cancel())
  }

  @Test func settlingFollowingAndRejectingTheSamePromiseAtOnceOneWins() {
    for _ in 0..<SettlementTests.rounds {
      let promise = Promise<Int>.made()
      let source = Promise<Int>.made()
      let winners = List<String>()
      together(3) { thread in
        switch thread {
        case 0: if promise.adopt(source) { winners.add("5") }
        case 1: if promise.settle(1) { winners.add("1") }
        default: source.settle(5)
        }
      }
      expectEqual(winners.elements, [promise.outcome])
    }
  }

  @Test func aLineOfFollowersJoinedTogetherByTwoThreadsWhileTheSourceSettles() {
    for _ in 0..<SettlementTests.rounds {
      let line = (0..<40).map { _ in Promise<Int>.made() }
      together(3) { thread in
        guard thread < 2 else {
          line[0].settle(1)
          return
        }
        for index in stride(from: 1 + thread, to: 40, by: 2) { line[index].adopt(line[index - 1]) }
      }
      #expect(line.allSatisfy { $0.outcome == "1" })
    }
  }

  @Test func aCycleClosedByTwoThreadsAtTheSameTimeRejectsAndIsFreed() {
    let living = Counter()
    for _ in 0..<SettlementTests.rounds * 10 {
      let promises = [Promise<Int>.made(), Promise<Int>.made()]
      let probe = Probe(living)
      for promise in promises { promise.after(on: .inline) { _ = probe } }
      together(2) { thread in promises[thread].adopt(promises[1 - thread]) }
      #expect(promises.allSatisfy { isCycle($0) })
    }
    expectEqual(living.value, 0)
  }
}
