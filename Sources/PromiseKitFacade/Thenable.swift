// Thenable, CatchMixin: the protocols that promises and guarantees share, and the properties that read their state.

import Dispatch
import PromiseCore
import PromiseTrace

/// A promise or guarantee, or a program's own type that behaves like one.
public protocol Thenable<T>: AnyObject {
  /// The type of the value.
  associatedtype T

  /// Calls a closure with the result: immediately if it is available, otherwise within the call that settles.
  func pipe(to: @escaping (Result<T>) -> Void)

  /// The result; nil while pending.
  var result: Result<T>? { get }

  /// The core's promise that handlers wait for. An implementation detail with a default implementation.
  var _node: PromiseNode { get }
}

/// A ``Thenable`` that may be rejected.
public protocol CatchMixin<T>: Thenable {}

extension Thenable {
  /// The error; nil if the promise is pending or fulfilled.
  public var error: (any Error)? {
    if case .rejected(let error)? = result { return error }
    return nil
  }

  /// Whether there is no result yet.
  public var isPending: Bool { result == nil }

  /// Whether there is a result.
  public var isResolved: Bool { !isPending }

  /// Whether the result is a value.
  public var isFulfilled: Bool { value != nil }

  /// Whether the result is an error.
  public var isRejected: Bool { error != nil }

  /// The value; nil if the promise is pending or rejected.
  public var value: T? {
    if case .fulfilled(let value)? = result { return value }
    return nil
  }
}

extension Thenable {
  /// A new promise that follows a program's own `Thenable`.
  public var _node: PromiseNode {
    let core = Core<T>(pending: "thenable", site: SourceSite())
    PromiseBody.runForeign(for: core) {
      pipe { result in
        switch result {
        case .fulfilled(let value): core.fulfill(value, cause: .resolver)
        case .rejected(let error): core.reject(error, cause: .resolver)
        }
      }
    }
    return core
  }

  @inlinable @inline(__always)
  var core: Core<T> { unsafeDowncast(_node, to: Core<T>.self) }
}
