// Kernels for recording into a ring that is overwritten, as in a program without a reader.

import PromiseScope
import PromiseTrace

var traceKernels: [Kernel] {
  [
    Kernel("traced-g") { count in
      let (sum, tracer) = (Sum(), Tracer())
      return {
        tracer.run { observe(count, sum) }
        sum.check(count)
      }
    },
    Kernel("traced-g3") { count in
      let (sum, tracer) = (Sum(), Tracer())
      return {
        tracer.run { observeThird(count, sum) }
        sum.check(count)
      }
    },
    // A settlement without handlers is one event.
    Kernel("event") { count in
      let tracer = Tracer()
      let promises = tracer.run { (0..<count).map { _ in Promise<Int>.pending() } }
      return {
        for promise in promises { promise.fulfill(1) }
        precondition(promises.last?.value == 1)
      }
    },
  ]
}
