// How many allocations an operation costs. Counts do not depend on the machine's mood, so they are exact, or the table says where
// an operation does not always cost the same.

import CAllocationCount
import PromiseScope

/// One operation, made often.
struct AllocationCase {
  let name: String
  /// Prepares `count` runs and returns what runs them; only that is counted.
  let prepare: (_ count: Int) -> () -> Void
}

/// What one operation costs.
struct AllocationResult {
  let name: String
  let allocations: Double
  let bytes: Double
}

enum Allocations {
  private static let runs = 10_000

  /// Counts every case, after one round that pays for what is paid once.
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
      AllocationCase(name: "settle, nobody waiting") { count in
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

/// Keeps promises alive in room made before.
private final class Kept {
  private var promises: [PromiseNode] = []

  init(_ count: Int) { promises.reserveCapacity(count) }

  func keep(_ promise: PromiseNode) { promises.append(promise) }
}
