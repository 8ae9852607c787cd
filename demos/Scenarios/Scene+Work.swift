// The scene in the words of `PromiseScope`: work that takes a while, and callbacks wrapped into promises.

import PromiseScope

extension Scene {
  /// Something that takes a while and then has a value.
  func work<Value: Sendable>(
    _ label: String, seconds: Double, giving value: Value, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<Value> {
    wrap(label, file: file, line: line, function: function) { done in
      after(seconds) { ended in done(ended.map { value }) }
    }
  }

  /// Something that takes a while and then fails.
  func work<Value: Sendable>(
    _ label: String, seconds: Double, failingWith error: any Error, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<Value> {
    wrap(label, file: file, line: line, function: function) { done in
      after(seconds) { ended in done(ended.flatMap { .failure(error) }) }
    }
  }

  /// A call with a callback, as a promise that the callback settles.
  ///
  /// `call` begins the work and hands its argument on as the callback.
  func wrap<Value: Sendable>(
    _ label: String, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ call: (@escaping Completion<Value>) -> Void
  ) -> Promise<Value> {
    let promise = Promise<Value>(pending: "wrap", site: SourceSite(file, line, function)).named(label, in: self)
    call { result in
      switch result {
      case .success(let value): promise.fulfill(value)
      case .failure(let error): promise.reject(error)
      }
    }
    return promise
  }
}
