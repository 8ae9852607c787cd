// `conf`: PromiseKit's global settings, read where an operator is called. The core has none; this facade keeps them
// under a lock, and apart from it what every operator reads.

import Dispatch
import PromiseCore
import PromiseTrace
import Synchronization

/// The settings of all PromiseKit code in the process.
public struct PMKConfiguration: @unchecked Sendable {
  /// Where handlers run: `map` those in the middle of a chain, `return` those at its end; nil means inline.
  ///
  /// Nil too where ``D`` is no dispatch queue.
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) {
    get { (map: map.queue, return: end.queue) }
    set { (map, end) = (Default(queue: newValue.map), Default(queue: newValue.return)) }
  }

  /// Where handlers run, like ``Q``, on dispatchers of any kind.
  public var D: (map: any Dispatcher, return: any Dispatcher) {
    get { (map: map.dispatcher, return: end.dispatcher) }
    set { (map, end) = (Default(newValue.map), Default(newValue.return)) }
  }

  fileprivate var map = Default(queue: .main)
  fileprivate var end = Default(queue: .main)

  /// Which errors `catch` and `recover` handle by default.
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation

  /// Whether a chain with a dispatcher of its own logs ``LogEvent/failedToConfirmChainDispatcher`` where its first
  /// `done`, `catch` or `finally` does not name a dispatcher.
  public var requireChainDispatcherConfirmation = true

  /// Gets the warnings; by default they become notes in the log, because a library does not print.
  public var logHandler: (LogEvent) -> Void = { Tracer.installed?.note($0.asString()) }

  /// Creates the default settings.
  public init() {}
}

extension PMKConfiguration {
  /// Says where handlers run; see ``Q``.
  ///
  /// - Parameters:
  ///   - body: For those in the middle of a chain; nil means inline. Unchanged if left out.
  ///   - tail: For those at the end of a chain; nil means inline. Unchanged if left out.
  public mutating func setDefaultDispatchers(
    body: DispatchQueue? = .pmkUnchanged, tail: DispatchQueue? = .pmkUnchanged
  ) {
    if body !== DispatchQueue.pmkUnchanged { map = Default(queue: body) }
    if tail !== DispatchQueue.pmkUnchanged { end = Default(queue: tail) }
  }

  /// Says where handlers run; see ``D``.
  ///
  /// - Parameters:
  ///   - body: For those in the middle of a chain. Unchanged if left out.
  ///   - tail: For those at the end of a chain. Unchanged if left out.
  @_disfavoredOverload
  public mutating func setDefaultDispatchers(
    body: any Dispatcher = DispatchQueue.pmkUnchanged, tail: any Dispatcher = DispatchQueue.pmkUnchanged
  ) {
    if body as? DispatchQueue !== DispatchQueue.pmkUnchanged { map = Default(body) }
    if tail as? DispatchQueue !== DispatchQueue.pmkUnchanged { end = Default(tail) }
  }
}

/// A default dispatcher and its executor: a queue, nothing for inline, or a dispatcher of another kind.
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

/// Which errors a handler is for.
public enum CatchPolicy: Sendable {
  /// All of them.
  case allErrors
  /// All but cancellations.
  case allErrorsExceptCancellation

  func covers(_ error: any Error) -> Bool { self == .allErrors || !error.isCancelled }
}

/// The settings in force; any thread may read and change them, one at a time.
public var conf: PMKConfiguration {
  get { storedConfiguration.withLock { $0 } }
  set {
    storedConfiguration.withLock { stored in
      stored = newValue
      InForce.body.set(newValue.map.executor)
      InForce.tail.set(newValue.end.executor)
      InForce.catchesAll.store(newValue.catchPolicy == .allErrors, ordering: .releasing)
    }
  }
}

private let storedConfiguration = Mutex(PMKConfiguration())

extension PMKConfiguration {
  /// The configured executor for an operator.
  @usableFromInline
  static func executor(_ role: Link.Role) -> Executor { (role == .body ? InForce.body : InForce.tail).executor }
}

extension CatchPolicy {
  /// The configured policy; what `conf.catchPolicy` is, without its lock.
  @usableFromInline static var configured: CatchPolicy {
    InForce.catchesAll.load(ordering: .acquiring) ? .allErrors : .allErrorsExceptCancellation
  }
}

/// The settings that every operator reads, without a lock.
private enum InForce {
  static let body = StoredExecutor()
  static let tail = StoredExecutor()
  static let catchesAll = Atomic(false)
}

/// An executor that any thread reads with one load; each one that was set stays alive for good.
private final class StoredExecutor: Sendable {
  private let address = Atomic<UInt>(0)

  /// The main queue's until another is set.
  var executor: Executor {
    guard let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) else {
      return QueueExecutor.main
    }
    return Unmanaged<Executor>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Only under the configuration's lock.
  func set(_ executor: Executor) {
    guard executor !== self.executor else { return }
    address.store(UInt(bitPattern: Unmanaged.passRetained(executor).toOpaque()), ordering: .releasing)
  }
}
