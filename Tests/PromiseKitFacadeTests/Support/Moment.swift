// The three moments a promise can settle at, for the tests of Promises/A+. Owns no assertion.

import PromiseKitFacade

/// When a promise settles, seen from the handler that waits for it.
enum Moment: CaseIterable, Sendable {
  /// Before anybody looks at it.
  case already
  /// Right after the handler was added, before any could run.
  case immediately
  /// Once everything else has come to rest.
  case later

  /// Hands `test` a promise that is fulfilled at this moment and what tries to settle it again, then runs everything.
  func fulfill<T>(with value: T, in executor: ManualExecutor, _ test: (Promise<T>, Resolver<T>) -> Void) {
    settle(in: executor, test) { $0.fulfill(value) }
  }

  /// Hands `test` a promise that is rejected at this moment and what tries to settle it again, then runs everything.
  func reject<T>(
    _ type: T.Type = T.self, with error: any Error, in executor: ManualExecutor,
    _ test: (Promise<T>, Resolver<T>) -> Void
  ) {
    settle(in: executor, test) { $0.reject(error) }
  }

  private func settle<T>(
    in executor: ManualExecutor, _ test: (Promise<T>, Resolver<T>) -> Void, _ settle: (Resolver<T>) -> Void
  ) {
    let (promise, resolver) = Promise<T>.pending()
    if self == .already { settle(resolver) }
    test(promise, resolver)
    if self == .later { executor.runReady() }
    if self != .already { settle(resolver) }
    executor.run()
  }
}

extension Thenable {
  /// The error, if this is rejected with an `Oops`.
  var oops: Oops? { error as? Oops }

  /// The text of the `PMKError` that this is rejected with.
  var pmkError: String? { (error as? PMKError)?.debugDescription }
}
