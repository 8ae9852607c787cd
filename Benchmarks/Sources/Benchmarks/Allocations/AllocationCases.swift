// The number of allocations of each operation. Counts do not depend on the load of the machine; a fraction means that the cost
// of an operation varies.

import CAllocationCount
import PromiseScope

/// One operation, repeated many times.
struct AllocationCase {
  let name: String
  /// Prepares `count` repetitions and returns the closure that runs them; only that closure is counted.
  let prepare: (_ count: Int) -> () -> Void
}

/// The allocations of one operation.
struct AllocationResult {
  let name: String
  let allocations: Double
  let bytes: Double
}

enum Allocations {
  private static let runs = 10_000

  /// Counts each case after one uncounted round, which covers one-time costs.
  static func measure() -> [AllocationResult] {
    cases.map { measured in
      measured.prepare(runs)()
      let run = measured.prepare(runs)
      let (count, bytes) = (allocationCount(), allocatedBytes())
      run()
      return AllocationResult(
        name: measured.name, allocations: Double(allocationCount() - count) / Double(runs),
        bytes: Double(allocatedBytes() - bytes) / Double(runs))
    }
  }

  static var cases: [AllocationCase] {
    [
      AllocationCase(name: "create pending") { count in
        let kept = Kept(count)
        return { for _ in 0..<count { kept.keep(Promise<Int>.pending()) } }
      },
      AllocationCase(name: "create fulfilled") { count in
        let kept = Kept(count)
        return { for index in 0..<count { kept.keep(Promise(index)) } }
      },
      AllocationCase(name: "create fulfilled, 24-byte value") { count in
        let kept = Kept(count)
        return { for index in 0..<count { kept.keep(Promise(Wide(a: index, b: 0, c: 0))) } }
      },
      AllocationCase(name: "create rejected") { count in
        let kept = Kept(count)
        return { for _ in 0..<count { kept.keep(Promise<Int>(Oops())) } }
      },
      AllocationCase(name: "then, a closure that captures nothing") { count in
        let kept = Kept(count)
        let root = Promise<Int>.pending()
        return { for _ in 0..<count { kept.keep(root.then(on: .inline) { $0 + 1 }) } }
      },
      AllocationCase(name: "then, a closure that captures") { count in
        let kept = Kept(count)
        let root = Promise<Int>.pending()
        return { for index in 0..<count { kept.keep(root.then(on: .inline) { $0 + index }) } }
      },
      AllocationCase(name: "settle, no handlers") { count in
        let promises = (0..<count).map { _ in Promise<Int>.pending() }
        return { for promise in promises { promise.fulfill(1) } }
      },
      AllocationCase(name: "settle a chain, per link") { count in
        let root = Promise<Int>.pending()
        let end = (0..<count).reduce(root) { link, _ in link.then(on: .inline) { $0 + 1 } }
        return { withExtendedLifetime(end) { root.fulfill(0) } }
      },
      AllocationCase(name: "settle one promise, per handler") { count in
        let root = Promise<Int>.pending()
        for _ in 0..<count { root.then(on: .inline) { $0 + 1 } }
        return { root.fulfill(0) }
      },
      AllocationCase(name: "adopt: a handler returns a promise") { count in
        let (kept, root, inner) = (Kept(count), Promise<Int>.pending(), Promise<Int>.pending())
        for _ in 0..<count { kept.keep(root.then(on: .inline) { _ in inner }) }
        return { root.fulfill(0) }
      },
      AllocationCase(name: "all, per input") { count in
        let inputs = (0..<count).map { _ in Promise<Int>.pending() }
        return {
          let end = all(inputs)
          for input in inputs { input.fulfill(1) }
          precondition(end.isFulfilled)
        }
      },
    ]
  }
}

private struct Oops: Error {}
/// A value that does not fit into its promise.
private struct Wide: Sendable { var a, b, c: Int }

/// Keeps promises alive in storage that was reserved before.
private final class Kept {
  private var promises: [PromiseNode] = []

  init(_ count: Int) { promises.reserveCapacity(count) }

  func keep(_ promise: PromiseNode) { promises.append(promise) }
}
