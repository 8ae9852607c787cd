// The resolver of a promise, which settles the promise and can be passed on separately from it.

import PromiseTrace
import Synchronization

/// Settles one promise, once.
///
/// ```swift
/// let (answer, resolver) = Promise<Int>.withResolvers()
/// answer.then { print($0) }
/// resolver.progress(0.5, stage: "thinking")
/// resolver.fulfill(42)
/// resolver.fulfill(43)  // Returns false and has no effect.
/// ```
///
/// Copies of a resolver settle the same promise; the first settlement wins. Any thread may call any member. If the last resolver of a
/// pending promise is released, the promise can never settle, and the log says so.
public struct Resolver<Value>: @unchecked Sendable {
  /// The promise that this settles.
  @usableFromInline package let node: Promise<Value>
  /// Logs that the last copy was released while the promise was pending; nil if the promise is not traced.
  @usableFromInline let share: ResolverShare?

  @inlinable
  package init(_ promise: Promise<Value>) {
    node = promise
    share = promise.tracedID == 0 ? nil : ResolverShare(of: promise)
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @inlinable
  @discardableResult
  public func fulfill(
    _ value: Value, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Bool { node.fulfill(value, cause: .resolver, at: SourceSite(file, line, function)) }

  /// As a value, such as `load(completion: resolver.fulfill)`.
  @available(swift, obsoleted: 6)
  @_disfavoredOverload
  @inlinable
  @discardableResult
  public func fulfill(_ value: Value) -> Bool { node.fulfill(value, cause: .resolver, at: .onStack) }

  /// Fulfills the promise with a value that the caller hands over: nothing may use it afterwards.
  ///
  /// - Parameters:
  ///   - value: The value to fulfill with.
  ///   - _isSent: Unused. It tells this form from the one for `Sendable` values.
  /// - Returns: False if the promise was already settled or locked in; the attempt is logged as `ignored`.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func fulfill(
    _ value: sending Value, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _isSent: Void = ()
  ) -> Bool { node.fulfill(value, cause: .resolver, at: SourceSite(file, line, function)) }

  /// Rejects the promise.
  ///
  /// Handlers run in the same order as for ``fulfill(_:)``.
  ///
  /// - Parameter error: The error to reject with.
  /// - Returns: False if the promise was already settled or locked in; the attempt is logged as `ignored`.
  @inlinable
  @discardableResult
  public func reject(
    _ error: any Error, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Bool { node.reject(error, cause: .resolver, at: SourceSite(file, line, function)) }

  /// As a value, such as `load(failure: resolver.reject)`.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  public func reject(_ error: any Error) -> Bool { node.reject(error, cause: .resolver, at: .onStack) }

  /// Makes the promise adopt another one: it is locked in, and settles as the other one does.
  ///
  /// - Parameter source: The promise to adopt. If it is the promise itself, or one that waits for it, the promise is rejected with
  ///   ``PromiseResolutionError``.
  /// - Returns: False if the promise was already settled or locked in; the attempt is logged as `ignored`.
  @inlinable
  @discardableResult
  public func resolve(
    _ source: sending Promise<Value>, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Bool { node.adopt(source, at: SourceSite(file, line, function)) }

  /// As a value.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  public func resolve(_ source: sending Promise<Value>) -> Bool { node.adopt(source) }

  /// Makes the promise adopt a promise of another library.
  ///
  /// The first call of one of the two closures decides; later calls, and an error that `then` throws afterwards, are ignored.
  /// Promises/A+ §2.3.3.
  ///
  /// - Parameter source: The promise to adopt.
  /// - Returns: False if the promise was already settled or locked in.
  @discardableResult
  public func resolve<Source: Thenable>(_ source: Source) -> Bool where Source.Value == Value {
    let inner = Promise<Value>(pending: "thenable", site: SourceSite())
    let resolver = Resolver(inner)
    guard node.adopt(inner) else { return false }
    let waiters = node.tracedID == 0 ? [] : node.descendants(limit: 1000)
    do {
      try PromiseBody.runForeign(for: inner) { () throws in
        try source.then(
          fulfill: { resolver.node.fulfill($0, cause: .resolver) },
          reject: { resolver.node.reject($0, cause: .resolver) })
      }
    } catch {
      inner.reject(error, cause: .threw)
    }
    if node.tracedID != 0, inner.isPending { node.noteForeignWaiting(since: waiters) }
    return true
  }
}

extension Resolver where Value: Sendable {
  /// Fulfills the promise.
  ///
  /// By the time this returns, the promise is settled, its inline handlers have run, and its other handlers are enqueued. The exception
  /// is a call inside an inline handler: then the promise is settled, too, but its handlers are run or enqueued after that inline
  /// handler returns. So on a serial queue, they run after the blocks that the program enqueues in the same handler; see
  /// ``InlineExecutor``.
  ///
  /// - Parameter value: The value to fulfill with.
  /// - Returns: False if the promise was already settled or locked in; the attempt is logged as `ignored`.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func fulfill(
    _ value: Value, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Bool { node.fulfill(value, cause: .resolver, at: SourceSite(file, line, function)) }

  /// As a value, such as `load(completion: resolver.fulfill)`.
  @available(swift, introduced: 6)
  @_disfavoredOverload
  @inlinable
  @discardableResult
  public func fulfill(_ value: Value) -> Bool { node.fulfill(value, cause: .resolver, at: .onStack) }

  /// The promise that this settles.
  @available(swift, introduced: 6)
  @inlinable
  public var promise: Promise<Value> { node }
}

extension Resolver {
  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @inlinable
  public var promise: Promise<Value> { node }
}

extension Resolver {
  /// Reports the progress of the work.
  ///
  /// Any thread may call it. Has no effect once the promise has settled.
  ///
  /// - Complexity: Linear in the number of handlers that wait on the promise.
  ///
  /// - Parameters:
  ///   - fraction: The completed fraction, from 0 to 1; nil if unknown.
  ///   - stage: A description of the current step, for display.
  public func progress(_ fraction: Double?, stage: String? = nil) {
    node.report(PromiseProgress(fraction: fraction, stage: stage))
  }
}

/// What all copies of a traced promise's resolver share, to notice that the last one is released.
///
/// Nothing can settle the promise anymore then, although the program or a task that awaits it may hold it. A promise that only its resolvers
/// hold is freed with them.
@usableFromInline
final class ResolverShare: @unchecked Sendable {
  private let promise: PromiseNode

  @usableFromInline
  init(of promise: PromiseNode) { self.promise = promise }

  deinit { promise.noteReleasedResolver() }
}

extension PromiseNode {
  /// Logs that the last resolver was released, if that is what was to settle this promise.
  package final func noteReleasedResolver() {
    if state.now.isOpen { note(LibraryNote.resolverReleased.text) }
  }
}

/// A promise of another library that a ``Promise`` can adopt.
///
/// Promises/A+ §1.2, §2.3.3.
public protocol Thenable<Value>: Sendable {
  /// The type of the value that it is fulfilled with.
  associatedtype Value

  /// Waits for the outcome.
  ///
  /// - Parameters:
  ///   - fulfill: The closure to call with the value, on any thread.
  ///   - reject: The closure to call with the error, on any thread. Only the first call of either closure counts.
  /// - Throws: An error if it cannot wait; ignored if one of the closures was called before.
  func then(
    fulfill: @escaping @Sendable (Value) -> Void, reject: @escaping @Sendable (any Error) -> Void
  ) throws
}

extension PromiseNode {
  /// Notes a cycle if the `then` of a foreign promise that this promise adopts has just begun to wait for this promise.
  ///
  /// What the foreign promise does in its handlers is unknown, so nothing rejects.
  ///
  /// - Parameter former: The promises that waited for this one before the call of `then`.
  fileprivate func noteForeignWaiting(since former: [PromiseNode]) {
    let known = Set(former.map(ObjectIdentifier.init))
    let handler = descendants(limit: 1000 + former.count).first { !known.contains(ObjectIdentifier($0)) }
    guard let handler, let source = PromiseNode.upstreamLock.withLock({ _ in handler.livingUpstream() }) else { return }
    note(
      source === self
        ? "adopted foreign code that waits for this promise"
        : "adopted foreign code that waits for \(source.reference), which waits for this promise")
  }
}
