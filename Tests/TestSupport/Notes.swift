// Thread-safe helpers that handlers write and tests read: counters, lists, lines, live instances; and errors for tests.

import PromiseCore
import Synchronization
import Testing

package final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  package init() {}

  package var value: Int { number.load(ordering: .sequentiallyConsistent) }
  @discardableResult
  package func add(_ count: Int) -> Int { number.add(count, ordering: .sequentiallyConsistent).newValue }
}

/// A thread-safe list, also of promises of any value.
package final class List<Element>: Sendable {
  private struct Storage: @unchecked Sendable {
    var elements: [Element] = []
  }

  private let storage = Mutex(Storage())

  package init() {}

  package func add(_ element: Element) {
    nonisolated(unsafe) let element = element
    storage.withLock { $0.elements.append(element) }
  }

  package var elements: [Element] { storage.withLock { $0 }.elements }
}

/// A thread-safe list of lines.
package final class Notes: Sendable {
  private let storage = Mutex<[String]>([])

  package init() {}

  package func add(_ line: String) { storage.withLock { $0.append(line) } }

  package var lines: [String] { storage.withLock { $0 } }
  package var text: String { lines.joined(separator: " ") }
  package var count: Int { storage.withLock { $0.count } }
}

package final class Probe: Sendable {
  private let living: Counter

  package init(_ living: Counter) {
    self.living = living
    living.add(1)
  }

  deinit { living.add(-1) }
}

/// Expects that nothing retains the probe once `body` has returned.
package func expectFreed(_ body: (Probe) -> Void, sourceLocation: SourceLocation = #_sourceLocation) {
  let living = Counter()
  body(Probe(living))
  expectEqual(living.value, 0, sourceLocation: sourceLocation)
}

package enum Oops: Error, Equatable, CustomStringConvertible {
  case one, two, three

  package var description: String {
    switch self {
    case .one: "one"
    case .two: "two"
    case .three: "three"
    }
  }
}

/// Runs `body` with a manual executor in place of every queue.
///
/// Everything runs on the calling thread and in virtual time.
package func virtually<Result>(_ body: (ManualExecutor) throws -> Result) rethrows -> Result {
  let executor = ManualExecutor()
  return try executor.bind { try body(executor) }
}
