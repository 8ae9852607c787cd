// The three moments a promise can settle at, and short ways to ask for its outcome. Owns no assertion.

import PromiseScope

/// When a promise settles, seen from the `then` that waits for it.
enum Moment: CaseIterable, Sendable {
  /// Before anybody looks at it.
  case already
  /// Right after `then` returned, before any handler could run.
  case immediately
  /// Once everything else has come to rest.
  case later

  /// Hands `test` a promise that is fulfilled at this moment, then runs everything.
  func fulfill<Value: Sendable>(with value: Value, in executor: ManualExecutor, _ test: (Promise<Value>) -> Void) {
    settle(in: executor, already: { Promise(value) }, test) { $0.fulfill(value) }
  }

  /// Hands `test` a promise that is rejected at this moment, then runs everything.
  func reject<Value: Sendable>(
    _ type: Value.Type = Value.self, with error: any Error, in executor: ManualExecutor,
    _ test: (Promise<Value>) -> Void
  ) {
    settle(in: executor, already: { Promise<Value>(error) }, test) { $0.reject(error) }
  }

  private func settle<Value: Sendable>(
    in executor: ManualExecutor, already: () -> Promise<Value>, _ test: (Promise<Value>) -> Void,
    _ settle: (Promise<Value>) -> Void
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
