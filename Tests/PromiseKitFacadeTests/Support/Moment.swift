// Moment: the three moments at which a promise can settle, relative to adding a handler. Contains no assertions.

import PromiseKitFacade

/// When a promise settles, relative to adding a handler.
enum Moment: CaseIterable, Sendable {
  /// Before the handler is added.
  case already
  /// Immediately after the handler is added, before it can run.
  case immediately
  /// After all other scheduled work has run.
  case later

  /// Passes a promise that is fulfilled at this moment, and its resolver, to `test`; then runs all scheduled work.
  func fulfill<T>(with value: T, in executor: ManualExecutor, _ test: (Promise<T>, Resolver<T>) -> Void) {
    settle(in: executor, test) { $0.fulfill(value) }
  }

  /// Passes a promise that is rejected at this moment, and its resolver, to `test`; then runs all scheduled work.
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
  /// The error if it is an `Oops`.
  var oops: Oops? { error as? Oops }

  /// The description of the error if it is a `PMKError`.
  var pmkError: String? { (error as? PMKError)?.debugDescription }
}
