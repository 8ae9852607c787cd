// Promises/A+ §2.3.2: a promise resolved with a promise adopts its state.

import PromiseKitFacade
import TestSupport
import Testing

@Suite("A+ 2.3.2 adoption")
struct A232AdoptionTests {
  @Test("2.3.2.1 a promise stays pending until the adopted one settles")
  func staysPending() {
    virtually { executor in
      let (source, resolver) = Promise<Int>.pending()
      let promise = Promise().then { source }
      executor.run()
      #expect(promise.isPending)
      resolver.fulfill(3)
      executor.run()
      expectEqual(promise.value, 3)
    }
  }

  @Test("2.3.2.2 a promise is fulfilled with the adopted value", arguments: Moment.allCases)
  func fulfilled(_ moment: Moment) {
    virtually { executor in
      var ends: [Promise<String>] = []
      moment.fulfill(with: "v", in: executor) { source, _ in
        ends.append(Promise().then { source })
        ends.append(Promise(error: Oops.one).recover { _ in source })
        ends.append(Promise(source))
        ends.append(firstly { source })
      }
      expectEqual(ends.map(\.value), ["v", "v", "v", "v"])
    }
  }

  @Test("2.3.2.3 a promise is rejected with the adopted reason", arguments: Moment.allCases)
  func rejected(_ moment: Moment) {
    virtually { executor in
      var ends: [Promise<String>] = []
      moment.reject(String.self, with: Oops.two, in: executor) { source, _ in
        ends.append(Promise().then { source })
        ends.append(Promise(error: Oops.one).recover { _ in source })
        ends.append(Promise(source))
        ends.append(firstly { source })
      }
      expectEqual(ends.map(\.oops), [.two, .two, .two, .two])
    }
  }

  @Test("2.3.2 a chain of a thousand adoptions settles")
  func longChain() {
    let (source, resolver) = Promise<Int>.pending()
    var end = source
    for _ in 0..<1000 { end = Promise(end) }
    #expect(end.isPending)
    resolver.fulfill(5)
    expectEqual(end.value, 5)
  }
}
