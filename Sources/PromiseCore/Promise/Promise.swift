// The promise type: creating promises, and storing their values. `Promise+Settling` settles them; the operators are defined by other modules.
//
// `Value` is not constrained: the operators require `Sendable`. Otherwise `then { _ in load() }` would nest promises of a class.

import CPromiseRuntime
import PromiseTrace
import Synchronization

/// A value that may not be available yet.
///
/// A promise starts out pending. It settles once: it is fulfilled with a value, or rejected with an error.
///
/// ```swift
/// struct Offline: Error {}
///
/// let user = Promise(on: .global()) { "ada" }
/// let greeting = user.then { "Hello, \($0)!" }
/// let avatar = user.then { _ -> Int in throw Offline() }
/// greeting.then { print($0) }  // Prints "Hello, ada!".
/// avatar.catch { print("no avatar:", $0) }
/// ```
///
/// Any thread may create, observe and settle a promise. A promise is `Sendable` if its value is. Handlers run in the order of registration,
/// each on its executor, and never inside the call that registers them or settles the promise, unless that executor is
/// `Executor.inline`. A derived promise, and everything that waits on it, lives until its upstream settles.
///
/// A promise takes one allocation of 96 bytes; a value of more than 16 bytes is boxed in a second allocation.
public final class Promise<Value>: PromiseNode {
  // MARK: Creating

  /// Creates a pending promise, which the caller settles.
  ///
  /// - Parameters:
  ///   - operation: The name of the operation that creates it, recorded in the log.
  ///   - site: The call site, recorded in the log.
  @inlinable
  package init(pending operation: StaticString, site: SourceSite) {
    super.init(
      state: .root, executor: nil, work: StoredWork(),
      tracedID: psIsTracing() ? EventEmitter.created(operation, from: 0, site: site) : 0)
    psWorkBegins()
  }

  /// Creates a pending promise that a timer may settle.
  ///
  /// - Parameters:
  ///   - operation: The name of the operation that creates it, recorded in the log.
  ///   - seconds: The duration of the timer in seconds, which is recorded, too; this does not start it.
  ///   - site: The call site, recorded in the log.
  package init(pending operation: StaticString, timer seconds: Double, site: SourceSite) {
    super.init(
      state: .root, executor: nil, work: StoredWork(),
      tracedID: psIsTracing() ? EventEmitter.timed(operation, from: 0, seconds: seconds, site: site) : 0)
    psWorkBegins()
  }

  @inlinable
  package init(fulfilled value: Value, _ operation: StaticString, site: SourceSite) {
    // Stored first: after `super.init`, this initializer would retain and release the promise around it, atomically.
    let memory = _Cell<(UInt, UInt)>((0, 0))
    let outcome = Promise.store(value, at: UnsafeMutableRawPointer(memory._address))
    super.init(
      state: .fulfilledRoot(outcome), executor: nil, work: StoredWork(),
      tracedID: psIsTracing() ? EventEmitter.created(operation, from: 0, site: site) : 0,
      storing: memory._address.pointee)
    if tracedID != 0 { traceFulfilled(value, cause: .resolver, via: nil) }
  }

  @inlinable
  package convenience init(rejected error: any Error, _ operation: StaticString, site: SourceSite) {
    self.init(pending: operation, site: site)
    reject(error, cause: .resolver)
  }

  /// Creates a promise that its own body settles, which runs on `executor`, or immediately if that is nil.
  @inlinable
  package convenience init(
    _ operation: StaticString, on executor: Executor?, site: SourceSite, body: @escaping Reaction
  ) {
    self.init(operation, executor: executor?.stored, site: site, body: body)
    enqueueBody()
  }

  /// Creates a promise whose body runs once ``PromiseNode/enqueueBody()`` is called.
  @inlinable
  package init(_ operation: StaticString, executor: Executor?, site: SourceSite, body: @escaping Reaction) {
    super.init(
      state: .rootWithBody, executor: executor.map { Unmanaged.passRetained($0).toOpaque() }, work: StoredWork(body),
      tracedID: psIsTracing() ? EventEmitter.created(operation, from: 0, site: site) : 0)
    psWorkBegins()
  }

  /// Creates a promise whose body starts when the first waiter registers or ``PromiseNode/start()`` is called.
  package init(lazy operation: StaticString, on executor: Executor, site: SourceSite, body: @escaping Reaction) {
    super.init(
      state: .lazyRoot, executor: Executor.held(executor), work: StoredWork(body),
      tracedID: psIsTracing() ? EventEmitter.created(operation, from: 0, site: site) : 0)
  }

  /// Creates a promise that a reaction to `parent` settles, and registers it with `parent`.
  ///
  /// - Parameters:
  ///   - operation: The name of the operator, recorded in the log.
  ///   - sides: The outcomes that have a handler. Any other outcome passes through: a rejection without calling `work`, a value
  ///     by calling `work` inline to copy the value.
  ///   - executor: The executor that runs the handler.
  ///   - cancellationsBypass: Whether cancellations pass through even if rejections have a handler.
  ///   - checksFirst: Whether the reaction decides if the handler runs, and calls ``PromiseNode/started()`` if so.
  ///   - site: The call site, recorded in the log.
  ///   - work: The reaction; it settles the node in every case.
  @inlinable
  package init(
    from parent: PromiseNode, _ operation: StaticString, handles sides: HandledSides, on executor: __owned Executor,
    cancellationsBypass: Bool = false, checksFirst: Bool = false, site: SourceSite, work: consuming StoredWork
  ) {
    super.init(
      state: .derived(
        handling: sides.rawValue, cancellationsBypass: cancellationsBypass, checksFirst: checksFirst),
      executor: Executor.held(consume executor), work: work,
      tracedID: parent.tracedID != 0
        ? EventEmitter.derived(operation, from: parent.tracedID, handles: sides, site: site) : 0,
      reactingTo: parent)
  }

  /// Creates a promise that a reaction to `parent` settles, and registers it with `parent`.
  ///
  /// - Parameters:
  ///   - operation: The name of the operator, recorded in the log.
  ///   - sides: The outcomes that have a handler.
  ///   - executor: The executor that runs the handler.
  ///   - cancellationsBypass: Whether cancellations pass through even if rejections have a handler.
  ///   - checksFirst: Whether the reaction decides if the handler runs, and calls ``PromiseNode/started()`` if so.
  ///   - site: The call site, recorded in the log.
  ///   - reaction: The reaction; it settles the node in every case.
  @inlinable
  package convenience init(
    from parent: PromiseNode, _ operation: StaticString, handles sides: HandledSides, on executor: Executor,
    cancellationsBypass: Bool = false, checksFirst: Bool = false, site: SourceSite, reaction: @escaping Reaction
  ) {
    self.init(
      from: parent, operation, handles: sides, on: executor, cancellationsBypass: cancellationsBypass,
      checksFirst: checksFirst, site: site, work: StoredWork(reaction))
  }

  /// Creates a promise with a timer that a reaction to `parent` settles, and registers it with `parent`.
  ///
  /// The log has the timer's duration, in seconds; this does not start it.
  @usableFromInline
  package init(
    from parent: PromiseNode, _ operation: StaticString, timer seconds: Double, on executor: Executor,
    site: SourceSite, reaction: @escaping Reaction
  ) {
    super.init(
      state: .derived(handling: 0, cancellationsBypass: false), executor: Executor.held(executor),
      work: StoredWork(reaction),
      tracedID: parent.tracedID != 0
        ? EventEmitter.timed(operation, from: parent.tracedID, seconds: seconds, site: site) : 0,
      reactingTo: parent)
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

  /// Moves the value into a carrier promise, which this thread's release loop frees later.
  @inline(never)
  private func putOffFreeingValue() {
    // The list must hold the only reference, because the loop may start in this call.
    let carrier = Unmanaged.passRetained(Promise<Value>(taking: valueAddress.load(as: (UInt, UInt).self)))
    PromiseNode.release(list: UInt(bitPattern: carrier.toOpaque()))
  }

  /// Creates an untraced carrier that takes over another promise's value, given its two words of storage.
  init(taking words: (UInt, UInt)) {
    super.init(state: .fulfilledRoot(.fulfilled(owning: true)), executor: nil, work: StoredWork(), tracedID: 0)
    valueAddress.storeBytes(of: words, as: (UInt, UInt).self)
  }

  // MARK: The value

  /// Whether a value is stored in the node itself rather than in a box.
  @inlinable @inline(__always)
  static var isInline: Bool {
    MemoryLayout<Value>.size <= MemoryLayout<(UInt, UInt)>.size
      && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
  }

  /// Stores the value.
  ///
  /// Call it only between claim and publish.
  @inlinable @inline(__always)
  func store(_ value: Value) -> Lifecycle.Outcome { Promise.store(value, at: valueAddress) }

  /// Stores a value in the two words of a promise.
  @inlinable @inline(__always)
  static func store(_ value: Value, at address: UnsafeMutableRawPointer) -> Lifecycle.Outcome {
    if Promise.isInline {
      address.initializeMemory(as: Value.self, to: value)
      return .fulfilled(owning: !_isPOD(Value.self))
    }
    address.storeBytes(of: Unmanaged.passRetained(ValueBox(value)).toOpaque(), as: UnsafeMutableRawPointer.self)
    return .fulfilled(owning: true)
  }

  /// Stores the value of a promise that this thread has claimed; see ``Lifecycle/isAside``.
  @inlinable @inline(__always)
  func storeClaimed(_ value: Value) -> Lifecycle.Outcome {
    guard state.now.isAside else { return store(value) }
    keep(.passRetained(ValueBox(value)))
    return .fulfilled(owning: false)
  }

  /// Destroys the value that ``store(_:)`` has stored.
  @inlinable
  func destroyStored() {
    if Promise.isInline {
      valueAddress.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    } else {
      Unmanaged<ValueBox<Value>>.fromOpaque(valueAddress.load(as: UnsafeRawPointer.self)).release()
    }
  }

  /// The value that was stored aside, because the body may still have been using the storage.
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

  // MARK: Naming

  /// Names the promise; the tree shows the name instead of the operator.
  ///
  /// Any thread may call it. If the promise is not traced, `label` is not evaluated.
  ///
  /// - Parameter label: The name, one line; it is truncated to ``ValuePolicy/previewLimit``.
  /// - Returns: The promise itself.
  @discardableResult
  public func named(_ label: @autoclosure () -> String) -> Self {
    if tracedID != 0 { EventEmitter.named(tracedID, label()) }
    return self
  }

  /// Declares that the promise may stay pending as long as the program runs, so that `pscope check` does not report it.
  ///
  /// The log has it as a note. A test that ends while the promise is pending still fails. Any thread may call it. If the promise is not traced,
  /// `reason` is not evaluated.
  ///
  /// - Parameter reason: Why, in a few words for people.
  /// - Returns: The promise itself.
  @discardableResult
  public func expectPending(_ reason: @autoclosure () -> String) -> Self {
    if tracedID != 0 { EventEmitter.noted(tracedID, LibraryNote.expectedPending(reason: reason()).text) }
    return self
  }
}

extension PromiseNode {
  /// Moves a rejection or a value's box into a carrier promise, which this thread's release loop frees later.
  @inline(never)
  static func putOffFreeing(_ contents: Unmanaged<AnyObject>) {
    let carrier = Unmanaged.passRetained(Promise<AnyObject>(taking: (UInt(bitPattern: contents.toOpaque()), 0)))
    release(list: UInt(bitPattern: carrier.toOpaque()))
  }
}

extension Promise: @unchecked Sendable where Value: Sendable {}

/// The name of this type in modules that have a `Promise` of their own.
@usableFromInline package typealias Core<Value> = Promise<Value>

/// A box for a value that does not fit into its promise.
@usableFromInline
final class ValueBox<Value> {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}
