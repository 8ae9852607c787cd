// Callbacks as rows of the tree, so that nested callbacks can be compared with a chain. Each row is a promise that nothing waits for: it
// is pending until its callback is called, and what the callback starts is created inside it.

import PromiseScope
import PromiseTrace

extension Scene {
  /// Wraps nested callbacks in a promise that the innermost one settles.
  func nested<Value: Sendable>(
    _ label: String, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ call: (@escaping Completion<Value>) -> Void
  ) -> Promise<Value> {
    let promise = Promise<Value>(pending: "wrap", site: SourceSite(file, line, function)).named(label, in: self)
    inside(promise) { call { promise.settle(with: $0) } }
    return promise
  }

  /// Starts a call and passes its result on to a callback.
  func callback<Value: Sendable>(
    _ label: String, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ call: (@escaping Completion<Value>) -> Void, _ callback: @escaping Completion<Value>
  ) {
    let row = Promise<Value>(pending: "callback", site: SourceSite(file, line, function)).named(label, in: self)
    // Registered, because the callback receives the value or takes the error.
    row.observe { [self] _ in
      if row.isRejected { row.rejection.markHandled(at: row, by: nil) }
      inside(row) { callback(row.isRejected ? .failure(row.rejection.error) : .success(row.fulfilledValue)) }
    }
    call { row.settle(with: $0) }
  }

  /// Runs a closure so that the promises it creates hang below a promise.
  private func inside(_ promise: PromiseNode, _ body: () -> Void) {
    let outer = EventEmitter.enter(promise.tracedID)
    body()
    _ = EventEmitter.enter(outer)
  }
}

extension Promise {
  fileprivate func settle(with result: Result<Value, any Error>) {
    switch result {
    case .success(let value): fulfill(value)
    case .failure(let error): reject(error)
    }
  }
}
