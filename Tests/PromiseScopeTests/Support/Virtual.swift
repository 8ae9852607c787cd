// Owns the three moments at which a promise can settle, and shorthands for its outcome.

import PromiseScope

/// The moment when a promise settles, relative to the `then` that waits for it.
enum Moment: CaseIterable, Sendable {
  /// Before `then` is called.
  case already
  /// Right after `then` returned, before any handler could run.
  case immediately
  /// Once no other work is left.
  case later

  /// Calls `test` with a promise that is fulfilled at this moment, then runs everything.
  func fulfill<Value: Sendable>(with value: Value, in executor: ManualExecutor, _ test: (Promise<Value>) -> Void) {
    settle(in: executor, already: { Promise(value) }, test, by: { $0.fulfill(value) })
  }

  /// Calls `test` with a promise that is rejected at this moment, then runs everything.
  func reject<Value: Sendable>(
    _ type: Value.Type = Value.self, with error: any Error, in executor: ManualExecutor,
    _ test: (Promise<Value>) -> Void
  ) {
    settle(in: executor, already: { Promise<Value>(error) }, test, by: { $0.reject(error) })
  }

  private func settle<Value: Sendable>(
    in executor: ManualExecutor, already: () -> Promise<Value>, _ test: (Promise<Value>) -> Void,
    by settle: (Promise<Value>) -> Void
  ) {
    switch self {
    case .already:
      test(already())
    case .immediately:
      let promise = Promise<Value>.pending()
      test(promise)
      settle(promise)
    case .later:
      let promise = Promise<Value>.pending()
      test(promise)
      executor.runReady()
      settle(promise)
    }
    executor.run()
  }
}

extension Promise {
  /// The error, if it is rejected with an `Oops`.
  var oops: Oops? { error as? Oops }

  /// The value, if it is fulfilled.
  var currentValue: Value? {
    if case .success(let value)? = result { return value }
    return nil
  }
}
