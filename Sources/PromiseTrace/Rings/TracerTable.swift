// The tracers of the process, found by the number in a promise's ID. Owns the numbers, which are never reused, and the installed tracer.

import CPromiseRuntime
import Synchronization

/// The process's tracers by number, and the installed one.
enum TracerTable {
  private struct Entry {
    weak var tracer: Tracer?
  }

  private static let entries = Lock<[UInt64: Entry]>([:], rank: psTableLock)
  private static let lastNumber = Atomic<UInt64>(0)
  /// The prefix of the tracer for threads that have none bound, or 0.
  static let installed = Atomic<UInt64>(0)
  static let installedTracer = Lock<Tracer?>(nil, rank: psInstalledLock)

  static func install(_ tracer: Tracer) {
    installedTracer.withLock { $0 = tracer }
    installed.store(tracer.prefix, ordering: .releasing)
  }

  static func uninstall(_ tracer: Tracer) {
    installedTracer.withLock { current in
      guard current === tracer else { return }
      installed.store(0, ordering: .releasing)
      current = nil
    }
  }

  /// Reserves a number from 1 to 65,535 that is never reused; 0, which is never traced, once all are used.
  static func reserve() -> UInt64 {
    let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    return number <= 0xFFFF ? number : 0
  }

  static func register(_ tracer: Tracer) {
    entries.withLock { $0[tracer.prefix >> 48] = Entry(tracer: tracer) }
  }

  static func forget(_ number: UInt64) {
    entries.withLock { _ = $0.removeValue(forKey: number) }
  }

  static func tracer(prefix: UInt64) -> Tracer? {
    if let tracer = entries.withLock({ $0[prefix >> 48]?.tracer }) { return tracer }
    return Recording.inheritor(of: prefix)
  }

  /// Removes the parent's tracer in a forked child.
  static func abandon(_ tracer: Tracer) {
    forget(tracer.prefix >> 48)
    // Never freed, because `fork` may have interrupted a change to its state.
    _ = Unmanaged.passRetained(tracer)
    uninstall(tracer)
  }

  static func threadEnded(_ serial: UInt64) {
    for tracer in entries.withLock({ $0.values.compactMap(\.tracer) }) { tracer.threadEnded(serial) }
  }
}
