// What promises and guarantees have in common: a result, and handlers that wait for it. Owns the two protocols and the
// readings of the state.

import Dispatch
import PromiseCore
import PromiseTrace

/// A value to come, perhaps.
public protocol Thenable<T>: CancellableLink where LinkValue == T {
  /// What it is fulfilled with.
  associatedtype T

  /// Calls a closure with the result: now if it is there, otherwise in the call that settles.
  func pipe(to: @escaping (Result<T>) -> Void)

  /// The result, or nil while pending.
  var result: Result<T>? { get }

  /// The core's promise that handlers wait for; part of the implementation, which types of a program's own inherit.
  var _node: PromiseNode { get }

  /// The dispatcher of the chain; part of the implementation, which types of a program's own inherit.
  var _chain: AnyObject? { get }
}

/// A ``Thenable`` that may be rejected.
public protocol CatchMixin<T>: Thenable {}

extension Thenable {
  /// The error, if it is rejected.
  public var error: (any Error)? {
    if case .rejected(let error)? = result { return error }
    return nil
  }

  /// Whether it has no result yet.
  public var isPending: Bool { result == nil }

  /// Whether it has a result.
  public var isResolved: Bool { !isPending }

  /// Whether it has a value.
  public var isFulfilled: Bool { value != nil }

  /// Whether it has an error.
  public var isRejected: Bool { error != nil }

  /// The value, if it is fulfilled.
  public var value: T? {
    if case .fulfilled(let value)? = result { return value }
    return nil
  }
}

extension Thenable {
  /// A promise that follows this `Thenable` of a program's own.
  public var _node: PromiseNode {
    let core = Core<T>(pending: "thenable", site: SourceSite())
    pipe { result in
      switch result {
      case .fulfilled(let value): core.fulfill(value, cause: .resolver)
      case .rejected(let error): core.reject(error, cause: .resolver)
      }
    }
    return core
  }

  /// A `Thenable` of a program's own has no dispatcher.
  public var _chain: AnyObject? { nil }

  /// The core's promise behind this one, to wait for.
  @inlinable @inline(__always)
  var core: Core<T> { unsafeDowncast(_node, to: Core<T>.self) }
}
