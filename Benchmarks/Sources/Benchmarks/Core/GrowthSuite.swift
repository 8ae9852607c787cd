// The section on the growth of the core: whether any workload takes more than linear time, from a thousand to a million items.

import CAllocationCount
import Measuring
import PromiseScope

enum GrowthSuite {
  static func section() -> Section {
    pauseAllocationCount(1)
    defer { pauseAllocationCount(0) }
    let growths = workloads.map { workload in
      tell("  \(workload.name)")
      return Growth(workload.name, sizes: sizes, prepare: workload.prepare)
    }
    return Section("Growth of the core", text, tables: [Table(growths: growths, limit: 1.15)])
  }

  private static let sizes = [1_000, 10_000, 100_000, 1_000_000]

  private static let text = """
    Processor time of all threads. The exponent is the slope of a line fitted through the logarithms of size and time: 1 is linear,
    2 would be quadratic. A thousand promises fit in the caches of the processor and in memory used before; a million do not. If
    that alone doubles the time per item, the exponent is 1.10. The first row shows this effect for a workload that is linear by
    construction.
    """

  private static var workloads: [(name: String, prepare: (Int) -> () -> Void)] {
    [
      ("for comparison: an array of objects, each with a closure", objects),
      ("chain, built", built),
      ("chain, fulfilled", fulfilled),
      ("chain, dropped while pending", dropped),
      ("handlers on one promise", observed),
      ("`all`", gathered),
      ("pending promises with a `then`, fulfilled, on a concurrent queue", drained),
      ("promises that each adopt the next, outermost first", { followed($0, outermostFirst: true) }),
      ("promises that each adopt the next, innermost first", { followed($0, outermostFirst: false) }),
      ("nested handlers, each returning a promise with a handler", nested),
    ]
  }

  private static func objects(_ count: Int) -> () -> Void {
    {
      let sum = Sum()
      let slots = (0..<count).map { index in Slot { sum.value &+= $0 &+ index } }
      for slot in slots { slot.settle(1) }
      sum.check(count)
    }
  }

  private static func built(_ count: Int) -> () -> Void {
    let root = Promise<Int>.pending()
    var end = root
    return {
      end = CoreSuite.links(count, behind: root)
      precondition(end.isPending)
    }
  }

  private static func fulfilled(_ count: Int) -> () -> Void {
    let root = Promise<Int>.pending()
    let end = CoreSuite.links(count, behind: root)
    return {
      root.fulfill(0)
      precondition(end.value == count)
    }
  }

  private static func dropped(_ count: Int) -> () -> Void {
    var root: Promise<Int>? = .pending()
    weak let end = root.map { CoreSuite.links(count, behind: $0) }
    return {
      precondition(end != nil)
      root = nil
      precondition(end == nil)
    }
  }

  private static func observed(_ count: Int) -> () -> Void {
    {
      let (sum, root) = (Sum(), Promise<Int>.pending())
      for index in 0..<count { root.then(on: .inline) { sum.value &+= $0 &+ index } }
      root.fulfill(1)
      sum.check(count)
    }
  }

  private static func gathered(_ count: Int) -> () -> Void {
    let inputs = (0..<count).map { _ in Promise<Int>.pending() }
    return {
      let end = all(inputs)
      for input in inputs { input.fulfill(1) }
      precondition(end.value?.count == count)
    }
  }

  private static func drained(_ count: Int) -> () -> Void {
    let tally = Tally(until: count)
    let promises = (0..<count).map { _ in Promise<Int>.pending() }
    for promise in promises { promise.then(on: Stage.concurrent) { tally.add($0) } }
    return {
      for promise in promises { promise.fulfill(1) }
      tally.wait()
    }
  }

  private static func followed(_ count: Int, outermostFirst: Bool) -> () -> Void {
    {
      let pairs = (0..<count).map { _ in Promise<Int>.withResolvers() }
      let steps = outermostFirst ? Array(0..<count - 1) : (0..<count - 1).reversed()
      for index in steps { pairs[index].resolver.resolve(pairs[index + 1].promise) }
      pairs[count - 1].resolver.fulfill(1)
      precondition(pairs[0].promise.value == 1)
    }
  }

  private static func nested(_ count: Int) -> () -> Void {
    { precondition(nest(count - 1, of: count).value == count) }
  }

  /// One level: a handler that returns the promise of the next level.
  private static func nest(_ left: Int, of count: Int) -> Promise<Int> {
    left == 0 ? Promise<Int>(count) : Promise<Int>(left - 1).then(on: .inline) { nest($0, of: count) }
  }
}
