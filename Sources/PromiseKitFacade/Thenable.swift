// What promises and guarantees have in common: a result, and somebody to tell it to. Owns the two protocols, the
// state's readings and the one way in which every operator derives a promise from another.

import Dispatch
import PromiseCore
import PromiseTrace

/// A value to come, perhaps.
public protocol Thenable<T>: CancellableLink where LinkValue == T {
  /// What it is fulfilled with.
  associatedtype T

  /// Calls a closure with the result: now if it is there, else in the call that settles.
  func pipe(to: @escaping (Result<T>) -> Void)

  /// The result, or nil while pending.
  var result: Result<T>? { get }
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
  /// The core's promise behind this one, for somebody who is about to wait for it; for a `Thenable` from elsewhere, one
  /// that follows it.
  var node: Core<T> {
    if let promise = self as? Promise<T> {
      promise.countHandler()
      return promise.core
    }
    if let guarantee = self as? Guarantee<T> { return guarantee.core }
    let core = Core<T>(pending: "thenable", site: SourceSite())
    pipe { result in
      switch result {
      case .fulfilled(let value): core.fulfill(Box(value), cause: .resolver)
      case .rejected(let error): core.reject(error, cause: .resolver)
      }
    }
    return core
  }

  /// Makes the promise that a reaction to this one settles.
  ///
  /// A side without a handler passes through: a rejection by itself, a value by `reaction`, called inline. So does a
  /// cancellation that `policy` leaves out.
  func derive<Output>(
    _ operation: StaticString, handles sides: HandledSides, on executor: Executor,
    policy: CatchPolicy = .allErrors, _ site: SourceSite,
    _ reaction: @escaping (_ node: Core<Output>, _ parent: Core<T>) -> Void
  ) -> Core<Output> {
    // As in PromiseKit, nobody proves that a handler may cross threads; it runs once, on one of them.
    nonisolated(unsafe) let reaction = reaction
    return Core<Output>(
      from: node, operation, handles: sides, on: executor,
      sparesCancellations: policy == .allErrorsExceptCancellation, site: site
    ) { node, parent in
      reaction(unsafeDowncast(node, to: Core<Output>.self), unsafeDowncast(parent, to: Core<T>.self))
    }
  }
}
