// What a promise that lives on keeps of combined promises that ended before it: nothing that grows with their number.

import PromiseCore

@Suite struct RetentionTests {
  enum Way: CaseIterable, Sendable { case race, raceFulfilled, when, whenTwo, whenConcurrently }

  private func use(_ input: PromiseKitFacade.Promise<Int>, _ way: Way) -> PromiseNode {
    let (other, resolver) = PromiseKitFacade.Promise<Int>.pending()
    switch way {
    case .race:
      let first = race(other, input)
      resolver.fulfill(1)
      return first._node
    case .raceFulfilled:
      let first = race(fulfilled: [other, input])
      resolver.fulfill(1)
      return first._node
    case .when:
      let both = when(fulfilled: [input, other])
      resolver.reject(Oops.one)
      return both._node
    case .whenTwo:
      let both = when(fulfilled: input, other)
      resolver.reject(Oops.one)
      return both._node
    case .whenConcurrently:
      let both = when(fulfilled: [input, other].makeIterator(), concurrently: 2)
      resolver.reject(Oops.one)
      return both._node
    }
  }

  @Test("stays the same for any number of promises that ended without it", arguments: Way.allCases)
  func retention(_ way: Way) {
    virtually { executor in
      let (input, resolver) = PromiseKitFacade.Promise<Int>.pending()
      for round in 0..<100 {
        weak var last: PromiseNode?
        do {
          let result = use(input, way)
          #expect(!result.isPending)
          last = result
        }
        executor.run()
        #expect(last == nil && input._node.entryCount <= 1, "round \(round)")
      }
      #expect(input.isPending)
      resolver.fulfill(1)
    }
  }
}
