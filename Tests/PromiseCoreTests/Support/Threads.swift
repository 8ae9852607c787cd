// Threads that begin at the same moment, for tests of contention; and small tools that any thread may use.

import Dispatch
import PromiseCore
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs `body` on several threads at once, as close together as can be, and waits for all.
func together(_ threads: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
  let waiting = Counter()
  let done = DispatchGroup()
  for thread in 0..<threads {
    done.enter()
    detachThread {
      waiting.add(1)
      while waiting.value < threads { sched_yield() }
      body(thread)
      done.leave()
    }
  }
  done.wait()
}

/// A number that any thread may count with.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  var value: Int { number.load(ordering: .sequentiallyConsistent) }
  @discardableResult
  func add(_ count: Int) -> Int { number.add(count, ordering: .sequentiallyConsistent).newValue }
}

/// A list that any thread may append to.
final class List<Element: Sendable>: Sendable {
  private let storage = Mutex<[Element]>([])

  func add(_ element: Element) { storage.withLock { $0.append(element) } }
  var elements: [Element] { storage.withLock { $0 } }
}

/// Counts its living instances.
final class Probe: Sendable {
  private let living: Counter

  init(_ living: Counter) {
    self.living = living
    living.add(1)
  }

  deinit { living.add(-1) }
}

/// An error that a test can recognise.
enum Oops: Error, Equatable { case one, two }

/// The core has no vocabulary; this is what its tests need of one.
extension Promise {
  static func made() -> Promise { Promise(pending: "test", site: SourceSite()) }

  @discardableResult
  func settle(_ value: Value) -> Bool { fulfill(value, cause: .resolver) }

  @discardableResult
  func fail(_ error: any Error = Oops.one) -> Bool { reject(error, cause: .resolver) }

  /// A derived promise of the same outcome whose handler runs either way.
  @discardableResult
  func after(on executor: Executor, _ body: @escaping @Sendable () -> Void) -> Promise {
    Promise(from: self, "after", handles: [.fulfilled, .rejected], on: executor, site: SourceSite()) { node, parent in
      body()
      unsafeDowncast(node, to: Promise<Value>.self).settle(like: unsafeDowncast(parent, to: Promise<Value>.self))
    }
  }

  var outcome: String {
    switch result {
    case .success(let value): "\(value)"
    case .failure(let error): "\(error)"
    case nil: "pending"
    }
  }
}
