// conf: PromiseKit's global settings, read when an operator is called. Owns them, under a lock, and lock-free copies of the ones
// that every operator reads. The core has no global settings.

import Dispatch
import PromiseCore
import PromiseTrace
import Synchronization

/// The settings of all PromiseKit code in the process.
public struct PMKConfiguration: @unchecked Sendable {
  // PromiseKit's name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The default queues of handlers: `map` in the middle of a chain, `return` at its end; nil means inline.
  ///
  /// Also nil if the corresponding dispatcher of ``D`` is not a dispatch queue.
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) {
    get { (map: map.queue, return: end.queue) }
    set { (map, end) = (Default(queue: newValue.map), Default(queue: newValue.return)) }
  }

  // PromiseKit's name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The default dispatchers of handlers; like ``Q``, but of any type.
  public var D: (map: any Dispatcher, return: any Dispatcher) {
    get { (map: map.dispatcher, return: end.dispatcher) }
    set { (map, end) = (Default(newValue.map), Default(newValue.return)) }
  }

  fileprivate var map = Default(queue: .main)
  fileprivate var end = Default(queue: .main)

  /// Which errors `catch` and `recover` handle by default.
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation

  /// Whether a chain with its own dispatcher logs ``LogEvent/failedToConfirmChainDispatcher`` if its first `done`, `catch`, or
  /// `finally` does not name a dispatcher.
  public var requireChainDispatcherConfirmation = true

  /// Receives the warnings; by default it records them as notes in the log and does not print.
  public var logHandler: (LogEvent) -> Void = { Tracer.installed?.note($0.asString()) }

  /// Creates the default settings.
  public init() {}
}

extension PMKConfiguration {
  /// Sets the default queues of handlers; see ``Q``.
  ///
  /// - Parameters:
  ///   - body: The queue for the middle of a chain; nil means inline. Unchanged if omitted.
  ///   - tail: The queue for the end of a chain; nil means inline. Unchanged if omitted.
  public mutating func setDefaultDispatchers(
    body: DispatchQueue? = .pmkUnchanged, tail: DispatchQueue? = .pmkUnchanged
  ) {
    if body !== DispatchQueue.pmkUnchanged { map = Default(queue: body) }
    if tail !== DispatchQueue.pmkUnchanged { end = Default(queue: tail) }
  }

  /// Sets the default dispatchers of handlers; see ``D``.
  ///
  /// - Parameters:
  ///   - body: The dispatcher for the middle of a chain. Unchanged if omitted.
  ///   - tail: The dispatcher for the end of a chain. Unchanged if omitted.
  @_disfavoredOverload
  public mutating func setDefaultDispatchers(
    body: any Dispatcher = DispatchQueue.pmkUnchanged, tail: any Dispatcher = DispatchQueue.pmkUnchanged
  ) {
    if body as? DispatchQueue !== DispatchQueue.pmkUnchanged { map = Default(body) }
    if tail as? DispatchQueue !== DispatchQueue.pmkUnchanged { end = Default(tail) }
  }
}

/// A default dispatcher and its executor: a queue, nil for inline, or a dispatcher of another type.
private struct Default {
  let queue: DispatchQueue?
  let executor: Executor

  init(queue: DispatchQueue?) {
    self.queue = queue
    executor = queue.map { .queue($0) } ?? .inline
  }

  init(_ dispatcher: any Dispatcher) {
    queue = dispatcher as? DispatchQueue
    executor = .running(on: dispatcher)
  }

  var dispatcher: any Dispatcher {
    if let executor = executor as? DispatcherExecutor { return executor.dispatcher }
    return queue ?? CurrentThreadDispatcher()
  }
}

extension DispatchQueue {
  @usableFromInline static let pmkUnchanged = DispatchQueue(label: "PromiseKit.unchanged")
}

/// Which errors a handler handles.
public enum CatchPolicy: Sendable {
  /// All errors.
  case allErrors
  /// All errors except cancellations.
  case allErrorsExceptCancellation

  func covers(_ error: any Error) -> Bool { self == .allErrors || !error.isCancelled }
}

/// The current settings; any thread may read and change them.
///
/// Each access copies all of them under a lock.
public var conf: PMKConfiguration {
  get { storedConfiguration.withLock { $0 } }
  set {
    let former = storedConfiguration.withLock { stored in
      defer { stored = newValue }
      InForce.body.set(newValue.map.executor)
      InForce.tail.set(newValue.end.executor)
      InForce.catchesAll.store(newValue.catchPolicy == .allErrors, ordering: .releasing)
      return stored
    }
    // Freed outside the lock: what its closures and dispatchers hold may read the settings when it is freed.
    withExtendedLifetime(former) {}
  }
}

private let storedConfiguration = Mutex(PMKConfiguration())

extension PMKConfiguration {
  /// The configured executor for an operator.
  @usableFromInline
  static func executor(_ role: Link.Role) -> Executor { (role == .body ? InForce.body : InForce.tail).executor }
}

extension CatchPolicy {
  /// The value of `conf.catchPolicy`, read without the lock.
  @usableFromInline static var configured: CatchPolicy {
    InForce.catchesAll.load(ordering: .acquiring) ? .allErrors : .allErrorsExceptCancellation
  }
}

/// Lock-free copies of the settings that every operator reads.
private enum InForce {
  static let body = StoredExecutor()
  static let tail = StoredExecutor()
  static let catchesAll = Atomic(false)
}

/// An executor that any thread reads with one atomic load; every executor that was set is retained forever.
private final class StoredExecutor: Sendable {
  private let address = Atomic<UInt>(0)

  /// The main queue's executor until another one is set.
  var executor: Executor {
    guard let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) else {
      return QueueExecutor.main
    }
    return Unmanaged<Executor>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Replaces the executor; called only under the configuration's lock.
  func set(_ executor: Executor) {
    guard executor !== self.executor else { return }
    address.store(UInt(bitPattern: Unmanaged.passRetained(executor).toOpaque()), ordering: .releasing)
  }
}
