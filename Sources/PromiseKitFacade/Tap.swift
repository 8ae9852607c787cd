// tap: a look at the result, whatever it is, which goes on.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Does something with the result and goes on with the same result; this handles no error.
  public func tap(
    on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (Result<T>) -> Void
  ) -> Promise<T> {
    tapping(.running(on: on, flags), SourceSite(file, line, function), body)
  }

  /// Derives the promise, wherever the body runs.
  func tapping(_ executor: Executor, _ site: SourceSite, _ body: @escaping (Result<T>) throws -> Void) -> Promise<T> {
    Promise(
      derive("tap", handles: [.fulfilled, .rejected], on: executor, site) { node, parent in
        node.settle(like: parent) { try body(parent.settled()) }
      })
  }
}
