// Kernels for chains of Bolts tasks, with tracing off.

import BoltsFacade

var boltsKernels: [Kernel] {
  [
    Kernel("bolts-success") { count in
      let source = TaskCompletionSource<Int>()
      return {
        var end = source.task
        for index in 0..<count { end = end.continueOnSuccessWith(.immediate) { $0 &+ index } }
        source.set(result: 0)
        precondition(end.result == count * (count - 1) / 2)
      }
    }
  ]
}
