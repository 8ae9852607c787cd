// conf: PromiseKit's global settings, read when an operator is called. The core has no global settings.

import Dispatch
import PromiseCore
import PromiseTrace
import Synchronization

/// The settings of all PromiseKit code in the process.
public struct PMKConfiguration: @unchecked Sendable {
  // PromiseKit's name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The default queues of handlers: `map` in the middle of a chain, `return` at its end; nil means inline.
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) = (map: .main, return: .main)

  /// Which errors `catch` and `recover` handle by default.
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation

  /// Receives the warnings; by default it records them as notes in the log and does not print.
  public var logHandler: (LogEvent) -> Void = { Tracer.installed?.note($0.text) }
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
      InForce.body.set(newValue.Q.map)
      InForce.tail.set(newValue.Q.return)
      InForce.catchesAll.store(newValue.catchPolicy == .allErrors, ordering: .releasing)
      return stored
    }
    // Freed outside the lock: what its closures hold may read the settings when it is freed.
    withExtendedLifetime(former) {}
  }
}

private let storedConfiguration = Mutex(PMKConfiguration())

/// The position of an operator in a chain, which selects the default queue of its handler.
@usableFromInline
enum HandlerRole {
  /// Its handler produces a value or a promise: `conf.Q.map`.
  case body
  /// Its handler produces nothing: `conf.Q.return`.
  case tail
}

extension PMKConfiguration {
  /// The configured executor for an operator.
  @usableFromInline
  static func executor(_ role: HandlerRole) -> Executor { (role == .body ? InForce.body : InForce.tail).executor }
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
  func set(_ queue: DispatchQueue?) {
    let executor = queue.map { .queue($0) } ?? Executor.inline
    guard executor !== self.executor else { return }
    address.store(UInt(bitPattern: Unmanaged.passRetained(executor).toOpaque()), ordering: .releasing)
  }
}
