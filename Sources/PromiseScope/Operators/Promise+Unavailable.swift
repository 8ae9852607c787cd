// Calls that are close to an operator and mean nothing. Owns the sentence with which the compiler says what to write instead.
//
// The compiler looks at an unavailable function only after nothing else fits, so these cost a correct program nothing.

import Dispatch

extension Promise {
  /// Unavailable: a `Duration` has a label.
  @available(
    *, unavailable, message: "a Duration takes a label: timeout(after: .seconds(3)), or give the seconds: timeout(3)"
  )
  public func timeout(
    on queue: DispatchQueue? = .none, _ duration: Duration, cancelsSource: Bool = false
  ) -> Promise<Value> { self }

  /// Unavailable: a `Duration` has a label.
  @available(
    *, unavailable, message: "a Duration takes a label: delay(for: .seconds(3)), or give the seconds: delay(3)"
  )
  public func delay(on queue: DispatchQueue? = .none, _ duration: Duration) -> Promise<Value> { self }

  /// Unavailable: `recover` has to continue with something.
  @available(
    *, unavailable,
    message:
      "recover continues with the value or the promise that its closure returns; to only look at the error, use catch"
  )
  public func recover(
    on queue: DispatchQueue? = .none, _ work: @escaping @Sendable (any Error) throws -> Void
  ) -> Promise<Value> { self }
}
