// The functions that the promise core calls to record events, one per kind.
//
// Owns the mapping from a call to an event. `EventEmitter+Writing` writes it into the calling thread's ring, and
// `EventEmitter+Context` knows the promise that a thread is executing. An ID carries its tracer's number, so no function needs more than
// the ID. The core does not call them for ID 0, an untraced promise, so tracing that is off costs one branch. Never calls user code.

import CPromiseRuntime
import Synchronization

/// Records events on behalf of the promise core: where events enter the trace.
///
/// It has no state of its own. A ``Tracer`` decides what is traced, and a ``RingWriter`` stores the event. Any thread may call it.
@usableFromInline
package enum EventEmitter {
  /// Whether any tracer exists; a promise created while this is false is not traced.
  @inlinable @inline(__always)
  package static var isOn: Bool { psIsTracing() }

  // MARK: Life

  /// Records a new promise that derives from `parent` (0 for a root) and returns its ID, or 0 if it is not traced.
  @usableFromInline @inline(never)
  package static func created(
    _ operation: StaticString, from parent: PromiseID, site: SourceSite
  ) -> PromiseID {
    let thread = psCurrentThread()
    let context = thread.pointee.context
    guard context != 0 || !TaskContext.isUsed.load(ordering: .relaxed),
      let writer = RingWriter.quick(thread, parent != 0 ? parent : threadPrefix(thread))
    else { return createdSlowly(operation, from: parent, site) }
    return create(
      writer, operation, from: parent, site, context, stack: stackNumber(parent, context), ticks: psCycles())
  }

  /// Records a new promise that derives from `parent` and waits for it; returns its ID, or 0 if it is not traced.
  ///
  /// Equivalent to ``created(_:from:site:)`` followed by ``registered(_:by:handles:)``, but in one slot.
  @usableFromInline @inline(never)
  package static func derived(
    _ operation: StaticString, from parent: PromiseID, handles sides: HandledSides, site: SourceSite
  ) -> PromiseID {
    let thread = psCurrentThread()
    let context = thread.pointee.context
    guard context != 0 || !TaskContext.isUsed.load(ordering: .relaxed), let writer = RingWriter.quick(thread, parent)
    else { return derivedSlowly(operation, from: parent, handles: sides, site) }
    return create(
      writer, operation, from: parent, site, context, stack: stackNumber(parent, context), ticks: psCycles(),
      handles: sides)
  }

  /// Takes an ID and writes `created`; with `sides`, also the parent's `registered`.
  ///
  /// The stack is found before the time is taken: finding a thread's first stack takes long, and an event must be written soon after its time.
  @inline(__always)
  private static func create(
    _ writer: UnsafeMutablePointer<RingWriter>, _ operation: StaticString, from parent: PromiseID, _ site: SourceSite,
    _ context: PromiseID, stack: UInt64, ticks: UInt64, handles sides: HandledSides? = nil, timer: UInt32 = 0
  ) -> PromiseID {
    let id = writer.pointee.takeID()
    writer.pointee.write(
      RawEvent(
        ticks: ticks, kind: .created, detail: sides?.rawValue ?? 0, flags: sides == nil ? 0 : RawEvent.isPair,
        auxiliary: timer, promise: id, peer: parent, context: context, site: (site.file, site.function),
        text: SourceSite.address(operation) | stack),
      isPair: sides != nil)
    if psCallers() != 0 { noteCallers(of: id, site) }
    return id
  }

  /// Records a new promise with a timer; returns its ID, or 0 if it is not traced.
  ///
  /// - Parameters:
  ///   - operation: The operator's name.
  ///   - parent: The promise that it derives from and waits for; 0 for a root.
  ///   - seconds: The duration of the timer.
  ///   - sides: The outcomes of the parent that have a handler.
  ///   - site: The call site.
  /// - Returns: The ID.
  @usableFromInline
  package static func timed(
    _ operation: StaticString, from parent: PromiseID, seconds: Double, handles sides: HandledSides = [],
    site: SourceSite
  ) -> PromiseID {
    let id = createdSlowly(operation, from: parent, site, timer: RawEvent.encodedTimer(seconds: seconds))
    if id != 0, parent != 0 { registered(parent, by: id, handles: sides) }
    return id
  }

  @inline(never)
  private static func createdSlowly(
    _ operation: StaticString, from parent: PromiseID, _ site: SourceSite, timer: UInt32 = 0
  ) -> PromiseID {
    let thread = psCurrentThread()
    var prefix = parent != 0 ? parent & ~TracedID.mask : ownPrefix(thread)
    if prefix == 0 {
      UnattributedPromises.note(operation, site)
      prefix = installedPrefix()
    }
    guard prefix != 0, let writer = RingWriter.current(thread, prefix) else { return 0 }
    // A promise whose first event is dropped still needs its ID.
    guard RingWriter.makeRoom(writer) else { return writer.pointee.takeID() }
    // A body of another tracer's promise has no number in this log.
    let context = currentContext(thread, tracer: prefix)
    defer { RingWriter.hasWritten(writer) }
    return create(
      writer, operation, from: parent, site, context, stack: stackNumber(parent, context), ticks: writer.pointee.now,
      timer: timer)
  }

  @inline(never)
  private static func derivedSlowly(
    _ operation: StaticString, from parent: PromiseID, handles sides: HandledSides, _ site: SourceSite
  ) -> PromiseID {
    // A task's local value may hold the context: that alone is no reason for a second slot.
    let thread = psCurrentThread()
    let context = currentContext(thread)
    if let writer = RingWriter.quick(thread, parent) {
      return create(
        writer, operation, from: parent, site, context, stack: stackNumber(parent, context), ticks: psCycles(),
        handles: sides)
    }
    let id = createdSlowly(operation, from: parent, site)
    if id != 0 { registered(parent, by: id, handles: sides) }
    return id
  }

  package static func named(_ promise: PromiseID, _ label: String) {
    withText(.named, promise, Preview.line(label))
  }

  @usableFromInline
  package static func registered(_ promise: PromiseID, by child: PromiseID, handles: HandledSides) {
    plain(.registered, promise, detail: handles.rawValue, peer: child)
  }

  /// Records that code outside of any recorded body, perhaps a task, waits for a promise.
  package static func observed(_ promise: PromiseID, site: SourceSite) {
    sited(
      .registered, promise, detail: HandledSides([.fulfilled, .rejected]).rawValue, flags: RawEvent.isSited,
      auxiliary: UInt32(truncatingIfNeeded: psCurrentTask()), site)
  }

  package static func enqueued(_ promise: PromiseID, on executor: UInt32) {
    plain(.enqueued, promise, auxiliary: executor)
  }

  package static func started(_ promise: PromiseID, on executor: UInt32) {
    onThread(.started, promise, executor: executor, detail: 0)
  }

  package static func finished(_ promise: PromiseID, on executor: UInt32, _ outcome: BodyOutcome) {
    onThread(.finished, promise, executor: executor, detail: outcome.rawValue)
  }

  /// Records that the body of a promise stopped, because it waits for another promise.
  ///
  /// - Returns: Whether that was recorded; the number of a promise of another tracer would mean nothing.
  package static func awaiting(_ promise: PromiseID, source: PromiseID, site: SourceSite) -> Bool {
    guard promise & TracedID.mask != 0, (promise ^ source) & ~TracedID.mask == 0 else { return false }
    sited(.awaiting, promise, peer: source, site)
    return true
  }

  /// Records that the body of a promise runs again.
  package static func continued(_ promise: PromiseID) { plain(.continued, promise) }

  package static func adopted(_ promise: PromiseID, source: PromiseID, at call: SourceSite = SourceSite()) {
    guard call.isKnown else { return plain(.adopted, promise, peer: source) }
    sited(.adopted, promise, detail: RawEvent.isCalled, peer: source, call)
  }

  package static func progressed(_ promise: PromiseID, fraction: Double?, stage: String?) {
    let bits = Float(fraction ?? -1).bitPattern
    withText(.progressed, promise, stage.map { Preview.line($0) }, auxiliary: bits)
  }

  /// Records a fulfillment without its value.
  @usableFromInline @inline(never)
  package static func fulfilled(
    _ promise: PromiseID, cause: SettlementCause, via: PromiseID, at call: SourceSite = SourceSite()
  ) {
    let call = call.found
    guard call.isKnown else { return plain(.fulfilled, promise, detail: cause.rawValue, peer: via) }
    sited(.fulfilled, promise, detail: cause.rawValue | RawEvent.isCalled, peer: via, call)
  }

  @usableFromInline
  package static func fulfilled(
    _ promise: PromiseID, preview: String?, cause: SettlementCause, via: PromiseID, at call: SourceSite = SourceSite()
  ) {
    guard preview != nil else { return fulfilled(promise, cause: cause, via: via, at: call) }
    let call = call.found
    withText(
      .fulfilled, promise, preview, detail: cause.rawValue | (call.isKnown ? RawEvent.isCalled : 0), peer: via, at: call
    )
  }

  package static func rejected(
    _ promise: PromiseID, preview: String?, type: String?, cause: SettlementCause, via: PromiseID, isCancelled: Bool,
    at call: SourceSite = SourceSite()
  ) {
    let call = call.found
    withText(
      .rejected, promise, preview, second: type, detail: cause.rawValue | (call.isKnown ? RawEvent.isCalled : 0),
      flags: isCancelled ? 1 : 0, peer: via, at: call)
  }

  package static func ignored(
    _ promise: PromiseID, _ attempt: SettlementAttempt, at call: SourceSite = SourceSite()
  ) {
    let call = call.found
    sited(.ignored, promise, detail: attempt.rawValue | (call.isKnown ? RawEvent.isCalled : 0), call)
  }

  package static func cancelRequested(_ promise: PromiseID, by: PromiseID) {
    plain(.cancelRequested, promise, peer: by)
  }

  package static func handled(_ promise: PromiseID, by handler: PromiseID) {
    plain(.handled, promise, peer: handler)
  }

  package static func unhandled(_ promise: PromiseID) { plain(.unhandled, promise) }

  package static func released(_ promise: PromiseID, _ state: PromiseState) {
    plain(.released, promise, detail: state.rawValue)
  }

  package static func paused(_ promise: PromiseID) { plain(.paused, promise) }

  package static func resumed(_ promise: PromiseID) { plain(.resumed, promise) }

  /// Records a note about a promise, for example about a misuse.
  package static func noted(_ promise: PromiseID, _ text: String) {
    note(text, tracer: promise & ~TracedID.mask, promise: promise)
  }

  static func note(_ text: String, tracer prefix: UInt64, promise: PromiseID) {
    guard let writer = RingWriter.current(psCurrentThread(), prefix) else { return }
    write(writer, .noted, promise & TracedID.mask == 0 ? 0 : promise, text: Preview.line(text))
  }

  /// Records a note with a fixed text, by the address of its literal.
  @usableFromInline @inline(never)
  static func mark(_ address: UInt64, _ promise: PromiseID) {
    plain(.noted, promise, flags: RawEvent.isStatic, text: address)
  }

  /// How much of values the promise's tracer records; `.off` if the tracer no longer exists.
  @usableFromInline
  package static func values(of promise: PromiseID) -> ValuePolicy {
    let prefix = promise & ~TracedID.mask
    return RingWriter.current(psCurrentThread(), prefix)?.pointee.policy ?? .off
  }
}
