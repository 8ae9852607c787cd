// The first events of a recording, which the threads that emit them write themselves. The recording's thread takes some milliseconds to
// notice an event, and a program that ends by `_exit`, `abort`, or a trap may live no longer.
//
// Owns how long that lasts, and who writes if several threads emit at once.

import CPromiseRuntime
import Synchronization

/// Whether emitting threads still write the log, and how.
///
/// Any thread may call it.
final class FirstEvents: Sendable {
  /// How long it lasts after the first event has been written, in nanoseconds.
  ///
  /// The time before that does not count, because writing the first event reads the program's debug information.
  private static let duration: UInt64 = 10_000_000
  /// How many events it lasts at most, because the clock may stand still.
  private static let limit: UInt64 = 16_384

  /// A closure that writes, in a class because each access to a closure in a generic container would wrap it in one more function.
  private final class Body: Sendable {
    let write: @Sendable (_ isDone: () -> Bool) -> Bool

    init(_ write: @escaping @Sendable (_ isDone: () -> Bool) -> Bool) { self.write = write }
  }

  /// The clock's reading when the first event had been written; 0 before.
  private let start = Atomic<UInt64>(0)
  private let isOver = Atomic<Bool>(false)
  /// The number of events to write, so that the thread that writes notices those that are emitted meanwhile.
  private let emitted = Atomic<UInt64>(0)
  /// Writes what has been emitted; false if another thread does.
  private let body = Lock<Body?>(nil)

  /// Sets how to write, before the first event.
  ///
  /// - Parameter body: Writes what has been emitted while its argument returns false; returns false, at once, if another thread writes.
  func write(with body: @escaping @Sendable (_ isDone: () -> Bool) -> Bool) { self.body.withLock { $0 = Body(body) } }

  /// Writes an event that the calling thread has just emitted.
  ///
  /// Waits for no other thread: if one writes already, it also writes this event.
  ///
  /// - Returns: Whether the events are still among the first.
  func write() -> Bool {
    guard isInTime, let body = body.withLock({ $0 }) else { return false }
    emitted.wrappingAdd(1, ordering: .sequentiallyConsistent)
    // A child would inherit the locks of a thread that works while the process is forked.
    guard psThreadMayWork() else { return true }
    defer { psThreadRests() }
    withSignalsHeld {
      var seen: UInt64?
      var hasWritten = true
      // Another event may arrive after the last look, while its thread finds this one writing.
      while hasWritten, isInTime, seen != emitted.load(ordering: .sequentiallyConsistent) {
        hasWritten = body.write {
          // The time counts from here on; otherwise, threads that emit all the time would keep this one writing.
          if seen != nil { noteFirstWritten() }
          let now = emitted.load(ordering: .sequentiallyConsistent)
          defer { seen = now }
          return seen == now || !isInTime
        }
      }
      if hasWritten { noteFirstWritten() }
    }
    return true
  }

  /// Starts the time, unless it has started; called by the thread that writes the first event.
  private func noteFirstWritten() {
    guard start.load(ordering: .relaxed) == 0 else { return }
    start.store(max(1, psMonotonicNanoseconds()), ordering: .relaxed)
  }

  /// Ends it, because the recording ends.
  func end() {
    isOver.store(true, ordering: .relaxed)
    // The closure retains the recording.
    body.withLock { $0 = nil }
  }

  /// Whether emitting threads write the log, so that the recording's thread leaves it to them; true before the first event, too.
  var isInTime: Bool {
    guard !isOver.load(ordering: .relaxed) else { return false }
    guard emitted.load(ordering: .relaxed) < Self.limit else {
      isOver.store(true, ordering: .relaxed)
      return false
    }
    let first = start.load(ordering: .relaxed)
    // Without a sign, so that it is also over if the clock has stepped back.
    if first == 0 || psMonotonicNanoseconds() &- first < Self.duration { return true }
    isOver.store(true, ordering: .relaxed)
    return false
  }
}
