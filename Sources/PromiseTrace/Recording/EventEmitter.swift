// What the promise core calls when something happens: one function per event, each a store into the calling thread's ring.
//
// A promise's traced id carries its tracer's number, so none of these needs more than the id. An id of 0 is never passed in:
// the core's branch on it is all that tracing costs while it is off. Never blocks, never calls user code.

import CPromiseTrace
import Synchronization

/// Where the promise core tells what happened.
///
/// Any thread may call it.
@usableFromInline
package enum EventEmitter {
  // MARK: Ids and context

  /// Whether a promise created by this thread now would be traced.
  @inlinable @inline(__always)
  package static var isOn: Bool { psIsTracing() }

  /// The prefix of the tracer that a new root promise belongs to; 0 where none is bound.
  ///
  /// A promise created in a traced body belongs to that body's tracer, whatever thread it runs on.
  static func currentPrefix(_ thread: UnsafeMutablePointer<PSThread>) -> UInt64 {
    if thread.pointee.boundTracer != 0 { return thread.pointee.boundTracer }
    let context = currentContext(thread) & ~Tracer.idMask
    if context != 0 { return context }
    let installed = TracerTable.installed.load(ordering: .relaxed)
    return installed == 0 && psIsRecordingRequested() ? Recording.startAsRequested() : installed
  }

  /// The same, but for tasks and for a recording that has not begun.
  @inline(__always)
  private static func threadPrefix(_ thread: UnsafeMutablePointer<PSThread>) -> UInt64 {
    if thread.pointee.boundTracer != 0 { return thread.pointee.boundTracer }
    return thread.pointee.context != 0 ? thread.pointee.context : TracerTable.installed.load(ordering: .relaxed)
  }

  /// The executing promise of this thread, or 0.
  @inlinable @inline(__always)
  package static var context: PromiseID { psCurrentThread().pointee.context }

  /// The promise in whose body the caller runs, on a thread or in a task; 0 where there is none.
  package static var owner: PromiseID { currentContext(psCurrentThread()) }

  /// The executing promise: this thread's, or else that of the task that runs here.
  private static func currentContext(_ thread: UnsafeMutablePointer<PSThread>) -> PromiseID {
    if thread.pointee.context != 0 || !TaskContext.isUsed.load(ordering: .relaxed) { return thread.pointee.context }
    return TaskContext.promise
  }

  /// Runs the body of a promise that is a task.
  ///
  /// A thread's context would not follow the task, so it is a task-local value.
  package static func inTask(of promise: PromiseID, _ body: () async -> Void) async {
    guard promise != 0 else { return await body() }
    TaskContext.isUsed.store(true, ordering: .relaxed)
    await TaskContext.$promise.withValue(promise) { await body() }
  }

  private enum TaskContext {
    /// Whether any task ever was a traced body; until then nobody looks for one.
    static let isUsed = Atomic<Bool>(false)
    @TaskLocal static var promise: PromiseID = 0
  }

  /// Sets the executing promise of this thread and returns the one before.
  @inlinable @inline(__always)
  package static func enter(_ promise: PromiseID) -> PromiseID {
    let thread = psCurrentThread()
    defer { thread.pointee.context = promise }
    return thread.pointee.context
  }

  // MARK: Life

  /// Records a new promise that derives from `parent` (0 for a root) and returns its id, or 0 where it is not traced.
  @usableFromInline @inline(never)
  package static func created(
    _ operation: StaticString, from parent: PromiseID, site: SourceSite
  ) -> PromiseID {
    let thread = psCurrentThread()
    let context = thread.pointee.context
    guard context != 0 || !TaskContext.isUsed.load(ordering: .relaxed),
      let writer = RingWriter.quick(thread, parent != 0 ? parent : threadPrefix(thread)), writer.pointee.hasID
    else { return createdSlowly(operation, from: parent, site) }
    return create(writer, operation, from: parent, site, context, ticks: psCycles())
  }

  /// Records a new promise that derives from `parent` and waits on it; returns its id, or 0 where it is not traced.
  ///
  /// As ``created(_:from:site:)`` and ``registered(_:by:handles:)`` one after the other, but in one slot.
  @usableFromInline @inline(never)
  package static func derived(
    _ operation: StaticString, from parent: PromiseID, handles sides: HandledSides, site: SourceSite
  ) -> PromiseID {
    let thread = psCurrentThread()
    let context = thread.pointee.context
    guard context != 0 || !TaskContext.isUsed.load(ordering: .relaxed), let writer = RingWriter.quick(thread, parent),
      writer.pointee.hasID
    else { return derivedSlowly(operation, from: parent, handles: sides, site) }
    return create(writer, operation, from: parent, site, context, ticks: psCycles(), handles: sides)
  }

  /// Takes a number and writes the event; with `sides`, the one of waiting on the parent, too.
  @inline(__always)
  private static func create(
    _ writer: UnsafeMutablePointer<RingWriter>, _ operation: StaticString, from parent: PromiseID, _ site: SourceSite,
    _ context: PromiseID, ticks: UInt64, handles sides: HandledSides? = nil
  ) -> PromiseID {
    let id = writer.pointee.takeID()
    writer.pointee.write(
      RawEvent(
        ticks: ticks, kind: .created, detail: sides?.rawValue ?? 0, flags: sides == nil ? 0 : RawEvent.isPair,
        promise: id,
        peer: parent, context: context, site: (site.file, site.function), text: SourceSite.address(operation)),
      isPair: sides != nil)
    return id
  }

  @inline(never)
  private static func createdSlowly(
    _ operation: StaticString, from parent: PromiseID, _ site: SourceSite
  ) -> PromiseID {
    let thread = psCurrentThread()
    let prefix = parent != 0 ? parent & ~Tracer.idMask : currentPrefix(thread)
    guard prefix != 0, let writer = RingWriter.current(thread, prefix) else { return 0 }
    if !writer.pointee.hasID { writer.pointee.reserveIDs() }
    // A promise whose first event is lost is a promise all the same.
    guard RingWriter.makeRoom(writer) else { return writer.pointee.takeID() }
    return create(writer, operation, from: parent, site, currentContext(thread), ticks: writer.pointee.now)
  }

  @inline(never)
  private static func derivedSlowly(
    _ operation: StaticString, from parent: PromiseID, handles sides: HandledSides, _ site: SourceSite
  ) -> PromiseID {
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

  package static func enqueued(_ promise: PromiseID, on executor: UInt32) {
    plain(.enqueued, promise, auxiliary: executor)
  }

  package static func started(_ promise: PromiseID, on executor: UInt32) {
    onThread(.started, promise, executor: executor, detail: 0)
  }

  package static func finished(_ promise: PromiseID, on executor: UInt32, _ outcome: BodyOutcome) {
    onThread(.finished, promise, executor: executor, detail: outcome.rawValue)
  }

  /// Records that a body returned, and that its promise is fulfilled by that, with a value that is not recorded.
  ///
  /// As ``finished(_:on:_:)`` and ``fulfilled(_:cause:via:)`` one after the other, but in one slot.
  @usableFromInline
  package static func returned(_ promise: PromiseID, on executor: UInt32, _ outcome: BodyOutcome) {
    let thread = psCurrentThread()
    guard let writer = RingWriter.quick(thread, promise) else {
      finished(promise, on: executor, outcome)
      return fulfilled(promise, cause: .returned, via: 0)
    }
    writer.pointee.write(
      RawEvent(
        ticks: psCycles(), kind: .finished, detail: outcome.rawValue | SettlementCause.returned.rawValue << 4,
        flags: RawEvent.isPair, auxiliary: executor, promise: promise, context: thread.pointee.context,
        site: (0, UInt64(writer.pointee.threadSymbol))), isPair: true)
  }

  package static func adopted(_ promise: PromiseID, source: PromiseID) {
    plain(.adopted, promise, peer: source)
  }

  package static func progressed(_ promise: PromiseID, fraction: Double?, stage: String?) {
    let bits = Float(fraction ?? -1).bitPattern
    withText(.progressed, promise, stage.map { Preview.line($0) }, auxiliary: bits)
  }

  /// Records a value that nobody is to see.
  @usableFromInline @inline(never)
  package static func fulfilled(_ promise: PromiseID, cause: SettlementCause, via: PromiseID) {
    plain(.fulfilled, promise, detail: cause.rawValue, peer: via)
  }

  @usableFromInline
  package static func fulfilled(
    _ promise: PromiseID, preview: String?, cause: SettlementCause, via: PromiseID
  ) {
    guard preview != nil else { return fulfilled(promise, cause: cause, via: via) }
    withText(.fulfilled, promise, preview, detail: cause.rawValue, peer: via)
  }

  package static func rejected(
    _ promise: PromiseID, preview: String?, type: String?, cause: SettlementCause, via: PromiseID, isCancelled: Bool
  ) {
    withText(
      .rejected, promise, preview, second: type, detail: cause.rawValue, flags: isCancelled ? 1 : 0, peer: via)
  }

  package static func ignored(_ promise: PromiseID, _ attempt: SettlementAttempt) {
    plain(.ignored, promise, detail: attempt.rawValue)
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

  /// Records a line about a promise that is no fact of its life: a misuse, say.
  package static func noted(_ promise: PromiseID, _ text: String) {
    note(text, tracer: promise & ~Tracer.idMask, promise: promise)
  }

  static func note(_ text: String, tracer prefix: UInt64, promise: PromiseID) {
    guard let writer = RingWriter.current(psCurrentThread(), prefix) else { return }
    write(writer, .noted, promise & Tracer.idMask == 0 ? 0 : promise, text: Preview.line(text))
  }

  /// Records a fixed line, by the address of its literal.
  @usableFromInline @inline(never)
  static func mark(_ address: UInt64, _ promise: PromiseID) {
    plain(.noted, promise, flags: RawEvent.isStatic, text: address)
  }

  /// How much of values the promise's tracer records; `.off` where the tracer is gone.
  @usableFromInline
  package static func values(of promise: PromiseID) -> ValuePolicy {
    let prefix = promise & ~Tracer.idMask
    return RingWriter.current(psCurrentThread(), prefix)?.pointee.policy ?? .off
  }
}
