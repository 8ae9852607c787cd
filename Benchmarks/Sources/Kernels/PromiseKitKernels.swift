// Kernels for chains of PromiseKit promises, with tracing off.

import PromiseKitFacade

var promiseKitKernels: [Kernel] {
  [
    Kernel("kit-map") { count in
      let (root, resolver) = Promise<Int>.pending()
      return {
        var end = root
        for index in 0..<count { end = end.map(on: nil) { $0 &+ index } }
        resolver.fulfill(0)
        precondition(end.value == count * (count - 1) / 2)
      }
    },
    Kernel("kit-then") { count in
      let (root, resolver) = Promise<Int>.pending()
      let next = Promise.value(1)
      return {
        var end = root
        for _ in 0..<count { end = end.then(on: nil) { _ in next } }
        resolver.fulfill(0)
        precondition(end.value == 1)
      }
    },
    Kernel("kit-done-catch") { count in
      let sum = Sum()
      return {
        for index in 0..<count {
          let (promise, resolver) = Promise<Int>.pending()
          promise.done(on: nil) { sum.value &+= $0 &+ index }.catch(on: nil) { _ in }
          resolver.fulfill(1)
        }
        sum.check(count)
      }
    },
  ]
}
