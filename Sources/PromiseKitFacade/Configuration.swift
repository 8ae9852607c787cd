// `conf`: PromiseKit's global settings, read where an operator is called. The core has none; this facade keeps them
// under a lock.

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
    set { (map, end) = (Place(queue: newValue.map), Place(queue: newValue.return)) }
  }

  /// Where handlers run, as ``Q``, on dispatchers of any kind.
  public var D: (map: any Dispatcher, return: any Dispatcher) {
    get { (map: map.dispatcher, return: end.dispatcher) }
    set { (map, end) = (Place(newValue.map), Place(newValue.return)) }
  }

  fileprivate var map = Place(queue: .main)
  fileprivate var end = Place(queue: .main)

  /// Which errors `catch` and `recover` are about, unless told otherwise.
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation

  /// What gets the warnings; by default they are notes in the log, for a library does not print.
  public var logHandler: (LogEvent) -> Void = { Tracer.installed?.note($0.asString()) }

  /// Creates the default settings.
  public init() {}
}

extension PMKConfiguration {
  /// Says where handlers run; see ``Q``.
  ///
  /// - Parameters:
  ///   - body: For those in the middle of a chain; nil means inline. As it is, where left out.
  ///   - tail: For those at the end of a chain; nil means inline. As it is, where left out.
  public mutating func setDefaultDispatchers(
    body: DispatchQueue? = .pmkUnchanged, tail: DispatchQueue? = .pmkUnchanged
  ) {
    if body !== DispatchQueue.pmkUnchanged { map = Place(queue: body) }
    if tail !== DispatchQueue.pmkUnchanged { end = Place(queue: tail) }
  }

  /// Says where handlers run; see ``D``.
  ///
  /// - Parameters:
  ///   - body: For those in the middle of a chain. As it is, where left out.
  ///   - tail: For those at the end of a chain. As it is, where left out.
  @_disfavoredOverload
  public mutating func setDefaultDispatchers(
    body: any Dispatcher = DispatchQueue.pmkUnchanged, tail: any Dispatcher = DispatchQueue.pmkUnchanged
  ) {
    if body as? DispatchQueue !== DispatchQueue.pmkUnchanged { map = Place(body) }
    if tail as? DispatchQueue !== DispatchQueue.pmkUnchanged { end = Place(tail) }
  }
}

/// Where handlers run that are not told where: a queue, or a dispatcher that is none and so has an executor of its own.
private struct Place {
  var queue: DispatchQueue?
  var executor: DispatcherExecutor?

  init(queue: DispatchQueue?) { self.queue = queue }

  init(_ dispatcher: any Dispatcher) {
    switch dispatcher {
    case let queue as DispatchQueue: self.queue = queue
    case is CurrentThreadDispatcher: break
    default: executor = DispatcherExecutor(dispatcher)
    }
  }

  var dispatcher: any Dispatcher {
    if let executor { return executor.dispatcher }
    if let queue { return queue }
    return CurrentThreadDispatcher()
  }
}

/// What `on:` is where nobody says: a queue, or one of those that stand for the dispatchers in ``PMKConfiguration/D``.
extension DispatchQueue {
  /// For handlers in the middle of a chain.
  @usableFromInline static var pmkMap: DispatchQueue? {
    storedConfiguration.withLock { $0.map.executor == nil ? $0.map.queue : defaultMap }
  }

  /// For handlers at the end of a chain.
  @usableFromInline static var pmkReturn: DispatchQueue? {
    storedConfiguration.withLock { $0.end.executor == nil ? $0.end.queue : defaultReturn }
  }

  @usableFromInline static let pmkUnchanged = DispatchQueue(label: "unchanged")
  private static let defaultMap = DispatchQueue(label: "conf.D.map")
  private static let defaultReturn = DispatchQueue(label: "conf.D.return")

  /// The executor of the dispatcher that this queue stands for, if it does.
  var standsFor: DispatcherExecutor? {
    if self === DispatchQueue.defaultMap { return storedConfiguration.withLock { $0.map.executor } }
    if self === DispatchQueue.defaultReturn { return storedConfiguration.withLock { $0.end.executor } }
    return nil
  }
}

/// Which errors a handler is about.
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
  set { storedConfiguration.withLock { $0 = newValue } }
}

private let storedConfiguration = Mutex(PMKConfiguration())
