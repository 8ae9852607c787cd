// Looking at a promise from outside: what tests ask for.

import PromiseCore
import PromiseTrace

extension Promise {
  /// The value, if the promise is fulfilled.
  @preconcurrency
  public var value: Value? { isFulfilled ? fulfilledValue : nil }

  /// The error, if the promise is rejected.
  ///
  /// Looking at it does not handle the rejection.
  @preconcurrency
  public var error: (any Error)? { isRejected ? rejection.error : nil }

  /// Keeps an object alive while this promise is pending.
  ///
  /// - Parameter object: Let go of once the promise has settled or is freed.
  @preconcurrency
  public func addPendingObject(_ object: AnyObject) {
    let box = UncheckedBox(object)
    observeSilently { _ in withExtendedLifetime(box) {} }
  }
}

/// Something that only one thread at a time gets to see.
struct UncheckedBox<Content>: @unchecked Sendable {
  let content: Content

  init(_ content: Content) { self.content = content }
}
