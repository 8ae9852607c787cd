// What any thread may write and a test reads: numbers, lists, lines, who is alive; and errors that a test recognises. Owns no
// assertion and no vocabulary.

import PromiseCore
import Synchronization

/// A number that any thread may count with.
package final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  package init() {}

  package var value: Int { number.load(ordering: .sequentiallyConsistent) }
  @discardableResult
  package func add(_ count: Int) -> Int { number.add(count, ordering: .sequentiallyConsistent).newValue }
}

/// A list that any thread may append to.
package final class List<Element: Sendable>: Sendable {
  private let storage = Mutex<[Element]>([])

  package init() {}

  package func add(_ element: Element) { storage.withLock { $0.append(element) } }
  package var elements: [Element] { storage.withLock { $0 } }
}

/// Lines that handlers write on any thread.
package final class Notes: Sendable {
  private let storage = Mutex<[String]>([])

  package init() {}

  package func add(_ line: String) { storage.withLock { $0.append(line) } }

  package var lines: [String] { storage.withLock { $0 } }
  package var text: String { lines.joined(separator: " ") }
  package var count: Int { storage.withLock { $0.count } }
}

/// Counts its living instances.
package final class Probe: Sendable {
  private let living: Counter

  package init(_ living: Counter) {
    self.living = living
    living.add(1)
  }

  deinit { living.add(-1) }
}

/// An error that a test can recognise.
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

/// Runs `body` with a manual executor standing in for every queue.
///
/// Nothing in it takes real time, and everything happens on this thread.
package func virtually<Result>(_ body: (ManualExecutor) throws -> Result) rethrows -> Result {
  let executor = ManualExecutor()
  return try executor.bind { try body(executor) }
}
