// get: a look at the value, which goes on.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Does something with the value and goes on with the same value; an error that `body` throws rejects.
  public func get(
    on: DispatchQueue? = .pmkReturn, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> Void
  ) -> Promise<T> {
    getting(.running(on: on, flags), SourceSite(file, line, function), body)
  }

  /// Derives the promise, wherever the body runs.
  func getting(_ executor: Executor, _ site: SourceSite, _ body: @escaping (T) throws -> Void) -> Promise<T> {
    Promise(
      derive("get", handles: .fulfilled, on: executor, site) { node, parent in
        node.settle(like: parent) { try body(parent.fulfilledValue.value) }
      })
  }
}

extension Guarantee {
  /// Does something with the value and goes on with the same value.
  public func get(
    on: DispatchQueue? = .pmkReturn, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Void
  ) -> Guarantee<T> {
    getting(.running(on: on, flags), SourceSite(file, line, function), body)
  }

  /// Derives the guarantee, wherever the body runs.
  func getting(_ executor: Executor, _ site: SourceSite, _ body: @escaping (T) -> Void) -> Guarantee<T> {
    Guarantee(
      derive("get", handles: .fulfilled, on: executor, site) { node, parent in
        node.settle(like: parent) { body(parent.fulfilledValue.value) }
      })
  }
}
