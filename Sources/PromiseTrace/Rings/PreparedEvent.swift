// An event that is written before its effect and published right after it, so that deciding and showing an outcome take one atomic step.
//
// Example: a body returns a value while another thread cancels its promise. The thread of the body writes the event into its ring, and
// attempts to settle the promise. If that succeeds, it publishes the event; if the canceler was faster, the slot is used for the next event.
// In between, others may see that the promise is fulfilled, but not the event. A reader that finds the ring in this state waits, so it never
// sees an effect without its cause.

import CPromiseRuntime
import Synchronization

extension EventEmitter {
  /// An event in a ring that no reader sees yet.
  ///
  /// The thread that prepared it must publish or withdraw it, and must not record anything or run user code before.
  @frozen @usableFromInline
  package struct PreparedEvent: ~Copyable {
    /// The address of the ring, whose type is not public.
    private let address: UnsafeMutableRawPointer
    private var ring: UnsafeMutablePointer<Ring> { address.assumingMemoryBound(to: Ring.self) }

    fileprivate init(in ring: UnsafeMutablePointer<Ring>) { address = UnsafeMutableRawPointer(ring) }

    /// Makes the event visible to readers.
    @usableFromInline
    package consuming func publish() {
      ring.pointee.publish(isPair: true)
      ring.pointee.isSettling.store(false, ordering: .releasing)
    }

    @usableFromInline
    package consuming func withdraw() { ring.pointee.isSettling.store(false, ordering: .releasing) }
  }

  /// Prepares the event that a body returned and thereby fulfilled its promise, with a value that is not recorded.
  ///
  /// Equivalent to ``finished(_:on:_:)`` followed by ``fulfilled(_:cause:via:)``, but in one slot.
  ///
  /// - Returns: The event; nil if values are recorded, or if the event can't be written on the fast path.
  @usableFromInline
  package static func returning(
    _ promise: PromiseID, on executor: UInt32, _ outcome: BodyOutcome, via: PromiseID
  ) -> PreparedEvent? {
    let thread = psCurrentThread()
    guard let writer = RingWriter.quick(thread, promise), writer.pointee.policy == .off else { return nil }
    let ring = writer.pointee.ring
    ring.pointee.isSettling.store(true, ordering: .relaxed)
    ring.pointee.fill(
      returned(writer, promise, on: executor, outcome, via: via, thread.pointee.context), isShort: false)
    return PreparedEvent(in: ring)
  }

  /// Records that a body returned and thereby fulfilled its promise, with a value that is not recorded.
  ///
  /// Equivalent to ``finished(_:on:_:)`` followed by ``fulfilled(_:cause:via:)``, but in one slot.
  @usableFromInline
  package static func returned(_ promise: PromiseID, on executor: UInt32, _ outcome: BodyOutcome, via: PromiseID = 0) {
    let thread = psCurrentThread()
    guard let writer = RingWriter.quick(thread, promise) else {
      finished(promise, on: executor, outcome)
      return fulfilled(promise, cause: .returned, via: via)
    }
    writer.pointee.write(
      returned(writer, promise, on: executor, outcome, via: via, thread.pointee.context), isPair: true)
  }

  @inline(__always)
  private static func returned(
    _ writer: UnsafeMutablePointer<RingWriter>, _ promise: PromiseID, on executor: UInt32, _ outcome: BodyOutcome,
    via: PromiseID, _ context: PromiseID
  ) -> RawEvent {
    RawEvent(
      ticks: psCycles(), kind: .finished, detail: outcome.rawValue | SettlementCause.returned.rawValue << 4,
      flags: RawEvent.isPair, auxiliary: executor, promise: promise, peer: via, context: context,
      site: (0, UInt64(writer.pointee.threadSymbol)))
  }
}
