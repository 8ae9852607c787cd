// The promise: a value to come, or the reason why it won't. This file is the type; a vocabulary is other modules' business.

import CPromiseTrace
import PromiseTrace

/// A value that may not be there yet: pending first, then fulfilled with a value or rejected with an error, once and for good.
///
/// Any thread may create, observe and settle a promise. Reactions run in the order they were registered, each on its executor,
/// never inside the call that registers or settles unless the inline executor was asked for. A promise that is derived
/// from another lives, with everything that waits on it, until that one settles.
///
/// A promise takes one allocation of 96 bytes; values of more than 16 bytes are boxed in a second.
public final class Promise<Value>: PromiseNode, @unchecked Sendable {
  // MARK: Creating

  /// Creates a pending promise.
  ///
  /// The caller keeps the right to settle it.
  ///
  /// - Parameters:
  ///   - operation: The name in the log of what creates it.
  ///   - site: Where.
  @inlinable
  package init(pending operation: StaticString, site: SourceSite) {
    super.init(
      state: .root, executor: nil, reaction: nil,
      tracedID: psIsTracing() ? EventEmitter.created(operation, from: 0, site: site) : 0)
    psWorkBegins()
  }

  /// Creates a fulfilled promise.
  @inlinable
  package init(fulfilled value: Value, _ operation: StaticString, site: SourceSite) {
    super.init(
      state: .fulfilledRoot(.fulfilled(owning: false)), executor: nil, reaction: nil,
      tracedID: psIsTracing() ? EventEmitter.created(operation, from: 0, site: site) : 0)
    if tracedID != 0 { traceFulfilled(value, cause: .resolver, via: nil) }
    state.begin(as: .fulfilledRoot(store(value)))
  }

  /// Creates a rejected promise.
  @inlinable
  package convenience init(rejected error: any Error, _ operation: StaticString, site: SourceSite) {
    self.init(pending: operation, site: site)
    reject(error, cause: .resolver)
  }

  /// Creates a promise that settles by its own body, which runs on `executor` (nil: at once, inline).
  @inlinable
  package convenience init(
    _ operation: StaticString, on executor: Executor?, site: SourceSite, body: @escaping Reaction
  ) {
    self.init(operation, executor: executor?.stored, site: site, body: body)
    begin()
  }

  @inlinable
  init(_ operation: StaticString, executor: Executor?, site: SourceSite, body: @escaping Reaction) {
    super.init(
      state: .rootWithBody, executor: executor, reaction: body,
      tracedID: psIsTracing() ? EventEmitter.created(operation, from: 0, site: site) : 0)
    psWorkBegins()
  }

  /// Creates a promise whose body does not begin before somebody waits for the promise, or ``PromiseNode/start()`` is called.
  package init(lazy operation: StaticString, on executor: Executor, site: SourceSite, body: @escaping Reaction) {
    super.init(
      state: .lazyRoot, executor: executor.stored, reaction: body,
      tracedID: psIsTracing() ? EventEmitter.created(operation, from: 0, site: site) : 0)
  }

  /// Creates the promise that a reaction to `parent` settles, and registers it there.
  ///
  /// - Parameters:
  ///   - parent: The promise to wait for.
  ///   - operation: The operator's name in the log.
  ///   - sides: The sides with a handler of the user's. The other side passes through: a rejection without calling `reaction`, a
  ///     value by calling it inline to copy the value.
  ///   - executor: Where the handler runs.
  ///   - sparesCancellations: Whether a cancellation passes through although rejections have a handler.
  ///   - site: Where.
  ///   - work: Settles the node, in any case.
  @inlinable
  package init(
    from parent: PromiseNode, _ operation: StaticString, handles sides: HandledSides, on executor: Executor,
    sparesCancellations: Bool = false, site: SourceSite, work: __owned StoredWork
  ) {
    super.init(
      state: .derived(handling: sides.rawValue, sparesCancellations: sparesCancellations),
      executor: executor.stored, reaction: work.work, code: work.code,
      tracedID: parent.tracedID != 0
        ? EventEmitter.derived(operation, from: parent.tracedID, handles: sides, site: site) : 0)
    enlist(with: parent)
  }

  /// Creates the promise that a reaction to `parent` settles, and registers it there.
  ///
  /// - Parameters:
  ///   - parent: The promise to wait for.
  ///   - operation: The operator's name in the log.
  ///   - sides: The sides with a handler of the user's.
  ///   - executor: Where the handler runs.
  ///   - sparesCancellations: Whether a cancellation passes through although rejections have a handler.
  ///   - site: Where.
  ///   - reaction: Settles the node, in any case.
  @inlinable
  package convenience init(
    from parent: PromiseNode, _ operation: StaticString, handles sides: HandledSides, on executor: Executor,
    sparesCancellations: Bool = false, site: SourceSite, reaction: @escaping Reaction
  ) {
    self.init(
      from: parent, operation, handles: sides, on: executor, sparesCancellations: sparesCancellations, site: site,
      work: StoredWork(reaction))
  }

  deinit {
    if state.now.ownsValue {
      let thread = psCurrentThread()
      guard PromiseNode.mayFreeContents(thread) else { return putOffFreeingValue() }
      thread.pointee.freeingDepth += 1
      destroyStored()
      PromiseNode.hasFreedContents(thread)
    }
  }

  /// Moves the value into a promise of its own, which is freed when this thread's release loop comes to it.
  @inline(never)
  private func putOffFreeingValue() {
    // The list's reference has to be the only one: the loop may begin in that call.
    let carrier = Unmanaged.passRetained(Promise<Value>(taking: valueAddress.load(as: (UInt, UInt).self)))
    PromiseNode.release(list: UInt(bitPattern: carrier.toOpaque()))
  }

  /// Creates an untraced carrier of a value that another promise gives up, from its two words of storage.
  init(taking words: (UInt, UInt)) {
    super.init(state: .fulfilledRoot(.fulfilled(owning: true)), executor: nil, reaction: nil, tracedID: 0)
    valueAddress.storeBytes(of: words, as: (UInt, UInt).self)
  }

  // MARK: The value

  /// Whether a value lies in the node itself.
  @inlinable @inline(__always)
  static var isInline: Bool {
    MemoryLayout<Value>.size <= MemoryLayout<(UInt, UInt)>.size
      && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
  }

  /// Stores the value.
  ///
  /// Only between claim and publish.
  @inlinable @inline(__always)
  func store(_ value: Value) -> Lifecycle.Outcome {
    if Promise.isInline {
      valueAddress.initializeMemory(as: Value.self, to: value)
      return .fulfilled(owning: !_isPOD(Value.self))
    }
    valueAddress.storeBytes(
      of: Unmanaged.passRetained(ValueBox(value)).toOpaque(), as: UnsafeMutableRawPointer.self)
    return .fulfilled(owning: true)
  }

  /// Stores the value of a promise that this thread has claimed; see ``Lifecycle/isAside``.
  @inlinable @inline(__always)
  func storeClaimed(_ value: Value) -> Lifecycle.Outcome {
    guard state.now.isAside else { return store(value) }
    keep(.passRetained(ValueBox(value)))
    return .fulfilled(owning: false)
  }

  /// Destroys what ``store(_:)`` has stored.
  @inlinable
  func destroyStored() {
    if Promise.isInline {
      valueAddress.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    } else {
      Unmanaged<ValueBox<Value>>.fromOpaque(valueAddress.load(as: UnsafeRawPointer.self)).release()
    }
  }

  /// The value that something stored while the body may have been running.
  @usableFromInline @inline(never)
  var asideValue: Value {
    guard let next else { preconditionFailure("a value was stored aside") }
    return Unmanaged<ValueBox<Value>>.fromOpaque(next.toOpaque())._withUnsafeGuaranteedRef { $0.value }
  }

  /// The value of a promise known to be fulfilled.
  @inlinable @inline(__always)
  package var fulfilledValue: Value {
    if state.now.isAside { return asideValue }
    if Promise.isInline { return valueAddress.assumingMemoryBound(to: Value.self).pointee }
    return Unmanaged<ValueBox<Value>>.fromOpaque(valueAddress.load(as: UnsafeRawPointer.self))
      ._withUnsafeGuaranteedRef { $0.value }
  }

  /// The value or the error, or nil while pending.
  public var result: Result<Value, any Error>? {
    let now = state.now
    return now.isPending ? nil : now.isFulfilled ? .success(fulfilledValue) : .failure(rejection.error)
  }

  // MARK: Settling

  /// Fulfils.
  ///
  /// - Parameters:
  ///   - value: What with.
  ///   - cause: What brought it about, for the log.
  ///   - source: The promise that the value came from, where it came from one.
  /// - Returns: False where the promise was settled or locked in before; the log then tells of the attempt.
  @inlinable
  @discardableResult
  package func fulfill(_ value: Value, cause: SettlementCause, via source: PromiseNode? = nil) -> Bool {
    if tracedID != 0, EventEmitter.values(of: tracedID) != .off {
      return fulfillPreviewed(value, cause: cause, via: source)
    }
    if tracedID == 0, cause == .returned || cause == .passthrough, state.now.settlesInOneStep {
      if settle(store(value)) { return true }
      destroyStored()
      return false
    }
    return fulfillByClaiming(value, cause: cause, via: source)
  }

  @inlinable
  func fulfillByClaiming(_ value: Value, cause: SettlementCause, via source: PromiseNode?) -> Bool {
    guard claim(for: cause) else {
      if tracedID != 0, source == nil { ignored(.fulfill, cause) }
      return false
    }
    if tracedID != 0 { EventEmitter.fulfilled(tracedID, cause: cause, via: source?.tracedID ?? 0) }
    publish(storeClaimed(value), byBody: cause == .returned || cause == .passthrough)
    return true
  }

  /// Fulfills with what the promise's own body returned, and logs that the body ended.
  ///
  /// - Parameter value: What the body returned.
  @inlinable @inline(__always)
  package func bodyReturned(_ value: Value) {
    if tracedID != 0 { bodyReturnedTraced(value) } else { fulfill(value, cause: .returned) }
  }

  @usableFromInline @inline(never)
  func bodyReturnedTraced(_ value: Value) {
    let outcome: BodyOutcome = Value.self == Void.self ? .void : .value
    // A preview is user code, which takes its time.
    guard EventEmitter.values(of: tracedID) == .off, claim(for: .returned) else {
      finished(outcome)
      fulfill(value, cause: .returned)
      return
    }
    EventEmitter.returned(tracedID, on: executorSymbol, outcome)
    publish(store(value), byBody: true)
  }

  @usableFromInline @inline(never)
  func fulfillPreviewed(_ value: Value, cause: SettlementCause, via source: PromiseNode?) -> Bool {
    // The preview may call a description of the user's: before anything is decided.
    let preview = Preview.text(of: value, policy: EventEmitter.values(of: tracedID))
    guard claim(for: cause) else {
      if source == nil { ignored(.fulfill, cause) }
      return false
    }
    EventEmitter.fulfilled(tracedID, preview: preview, cause: cause, via: source?.tracedID ?? 0)
    publish(storeClaimed(value))
    return true
  }

  @usableFromInline @inline(never)
  func traceFulfilled(_ value: Value, cause: SettlementCause, via source: PromiseNode?) {
    let preview = Preview.text(of: value, policy: EventEmitter.values(of: tracedID))
    EventEmitter.fulfilled(tracedID, preview: preview, cause: cause, via: source?.tracedID ?? 0)
  }

  /// Settles with a parent's outcome, whatever it is.
  ///
  /// - Parameters:
  ///   - parent: A settled promise.
  ///   - cause: What the log reports: `passthrough` where this promise has no handler for the outcome, so that none ran;
  ///     `returned` where its handler ran and handed the outcome on.
  @inlinable
  package func settle(like parent: Promise<Value>, cause: SettlementCause = .passthrough) {
    if parent.isFulfilled {
      fulfill(parent.fulfilledValue, cause: cause, via: parent)
    } else {
      reject(passing: parent.rejection, from: parent, cause: cause)
    }
  }

  // MARK: Naming

  /// Gives the promise a name that the tree shows instead of its operator's.
  ///
  /// - Parameter label: One line; it is cut at ``ValuePolicy/previewLimit``.
  /// - Returns: The promise itself.
  @discardableResult
  public func named(_ label: @autoclosure () -> String) -> Self {
    if tracedID != 0 { EventEmitter.named(tracedID, label()) }
    return self
  }
}

/// A value too large for its promise.
@usableFromInline
final class ValueBox<Value> {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}
