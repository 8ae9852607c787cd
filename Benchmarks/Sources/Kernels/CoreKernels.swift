// Kernels for the promise core, with tracing off.

import PromiseScope

var coreKernels: [Kernel] {
  [
    Kernel("create") { count in
      let kept = Kept(count)
      return { kept.fill(count) { _ in Promise<Int>.pending() } }
    },
    Kernel("then") { count in
      let (kept, sum) = (Kept(count), Sum())
      let roots = (0..<count).map { _ in Promise<Int>.pending() }
      return { kept.fill(count) { index in roots[index].then(on: .inline) { sum.value &+= $0 &+ index } } }
    },
    Kernel("chain-build") { count in
      let root = Promise<Int>.pending()
      let kept = Kept(1)
      return { kept.fill(1) { _ in links(count, behind: root) } }
    },
    Kernel("chain-settle") { count in
      let root = Promise<Int>.pending()
      let end = links(count, behind: root)
      return {
        root.fulfill(0)
        precondition(end.value == count)
      }
    },
    Kernel("chain-drop") { count in
      var root: Promise<Int>? = .pending()
      weak let end = root.map { links(count, behind: $0) }
      return {
        root = nil
        precondition(end == nil)
      }
    },
    Kernel("observers") { count in
      let (sum, root) = (Sum(), Promise<Int>.pending())
      return {
        for index in 0..<count { root.then(on: .inline) { sum.value &+= $0 &+ index } }
        root.fulfill(1)
        sum.check(count)
      }
    },
    Kernel("all") { count in
      let inputs = (0..<count).map { _ in Promise<Int>.pending() }
      return {
        let end = all(inputs)
        for input in inputs { input.fulfill(1) }
        precondition(end.value?.count == count)
      }
    },
    Kernel("adopt") { count in
      let (kept, root, inner) = (Kept(count), Promise<Int>.pending(), Promise<Int>.pending())
      kept.fill(count) { _ in root.then(on: .inline) { _ in inner } }
      return {
        root.fulfill(0)
        inner.fulfill(0)
      }
    },
    Kernel("g") { count in
      let sum = Sum()
      return {
        observe(count, sum)
        sum.check(count)
      }
    },
    Kernel("g3") { count in
      let sum = Sum()
      return {
        observeThird(count, sum)
        sum.check(count)
      }
    },
    Kernel("reject") { count in
      let sum = Sum()
      return {
        for index in 0..<count {
          let promise = Promise<Int>.pending()
          promise.catch(on: .inline) { _ in sum.value &+= 1 &+ index }
          promise.reject(Oops())
        }
        sum.check(count)
      }
    },
    Kernel("hop") { count in
      let (sum, executor) = (Sum(), ManualExecutor())
      return {
        for index in 0..<count {
          let promise = Promise<Int>.pending()
          promise.then(on: executor) { sum.value &+= $0 &+ index }
          promise.fulfill(1)
        }
        executor.runReady()
        sum.check(count)
      }
    },
  ]
}

/// Creates, observes and fulfills `count` promises.
func observe(_ count: Int, _ sum: Sum) {
  for index in 0..<count {
    let promise = Promise<Int>.pending()
    promise.then(on: .inline) { sum.value &+= $0 &+ index }
    promise.fulfill(1)
  }
}

/// Like ``observe(_:_:)``, with two more handlers in between.
func observeThird(_ count: Int, _ sum: Sum) {
  for index in 0..<count {
    let promise = Promise<Int>.pending()
    promise.then(on: .inline) { $0 + 1 }.then(on: .inline) { $0 - 1 }.then(on: .inline) { sum.value &+= $0 &+ index }
    promise.fulfill(1)
  }
}

/// Builds a chain of `count` links and returns the last one.
private func links(_ count: Int, behind root: Promise<Int>) -> Promise<Int> {
  var end = root
  for _ in 0..<count { end = end.then(on: .inline) { $0 + 1 } }
  return end
}

private struct Oops: Error {}

/// Keeps promises alive in storage that was reserved before.
final class Kept {
  private var promises: [PromiseNode] = []

  init(_ count: Int) { promises.reserveCapacity(count) }

  /// Creates and keeps `count` promises; keeping a promise costs only one store.
  @inline(__always)
  func fill(_ count: Int, _ make: (Int) -> PromiseNode) {
    var list: [PromiseNode] = []
    swap(&list, &promises)
    for index in 0..<count { list.append(make(index)) }
    swap(&list, &promises)
  }
}

extension Sum {
  /// Traps unless each of `count` handlers has added 1 and its index.
  func check(_ count: Int) { precondition(value == count + count * (count - 1) / 2) }
}
