// Promises that belong to no test: created outside of any task, thread, and body to which a tracer is bound.
//
// Owns their number and the latest call sites. Counts only while a test watches, and only where the emitter looks for an installed tracer.

import CPromiseRuntime
import Synchronization

/// Counts the root promises that could not be attributed to a tracer by their thread, task, or running body.
package enum UnattributedPromises {
  /// A root promise that was created while a test watched.
  package struct Origin: Sendable {
    /// The operation that created it.
    package let operation: String
    /// The file of the call site, in the form of `#fileID`; empty if unknown.
    package let file: String
    /// The line, 1-based; 0 if unknown.
    package let line: Int

    package init(operation: String, file: String, line: Int) {
      (self.operation, self.file, self.line) = (operation, file, line)
    }
  }

  private struct State {
    var count = 0
    var latest: [(operation: StaticString, site: SourceSite)] = []
    var isElsewhere: (@Sendable () -> Bool)?
  }

  private static let limit = 64
  private static let watchers = Atomic<Int>(0)
  private static let state = Lock(State(), rank: psUnattributedLock)

  /// Starts to count.
  ///
  /// - Parameter isElsewhere: Whether the calling thread runs a test that doesn't watch, whose promises are not counted.
  /// - Returns: The number of promises counted so far, for ``endWatching(since:)``.
  package static func watch(except isElsewhere: @escaping @Sendable () -> Bool = { false }) -> Int {
    watchers.wrappingAdd(1, ordering: .relaxed)
    return state.withLock { state in
      state.isElsewhere = isElsewhere
      return state.count
    }
  }

  /// Stops counting.
  ///
  /// - Parameter start: The result of ``watch(except:)``.
  /// - Returns: The number of promises counted since, and the origins of the latest ones, in order.
  package static func endWatching(since start: Int) -> (count: Int, latest: [Origin]) {
    watchers.wrappingSubtract(1, ordering: .relaxed)
    let (count, latest) = state.withLock { ($0.count &- start, $0.latest) }
    var origins: [Origin] = []
    for entry in latest.suffix(max(0, count)) { origins.append(Origin(entry.operation, entry.site)) }
    return (count, origins)
  }

  /// Counts a root promise without a tracer of its own.
  static func note(_ operation: StaticString, _ site: SourceSite) {
    guard watchers.load(ordering: .relaxed) > 0 else { return }
    // Called without the lock, because it is a test's code.
    if let isElsewhere = state.withLock({ $0.isElsewhere }), isElsewhere() { return }
    state.withLock { state in
      state.count &+= 1
      if state.latest.count == limit { state.latest.removeFirst() }
      state.latest.append((operation, site))
    }
  }
}

extension UnattributedPromises.Origin {
  init(_ operation: StaticString, _ site: SourceSite) {
    let file = UnsafePointer<UInt8>(bitPattern: UInt(truncatingIfNeeded: site.file & 0xFFFF_FFFF_FFFF))
    self.init(
      operation: operation.hasPointerRepresentation ? "\(operation)" : "", file: file.map { String(cString: $0) } ?? "",
      line: Int(truncatingIfNeeded: site.file >> 48 | (site.function >> 48) << 16))
  }
}
