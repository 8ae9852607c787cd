// then: what to wait for next.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Goes on with the promise that a body makes of the value; an error it throws rejects.
  public func then<U: Thenable>(
    on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> {
    following(.running(on: on, flags), SourceSite(file, line, function), body)
  }

  /// Derives the promise, wherever the body runs.
  func following<U: Thenable>(
    _ executor: Executor, _ site: SourceSite, _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> {
    Promise(
      derive("then", handles: .fulfilled, on: executor, site) { node, parent in
        node.follow { try body(parent.fulfilledValue.value) }
      })
  }
}

extension Guarantee {
  /// Goes on with the guarantee that a body makes of the value.
  @discardableResult
  public func then<U>(
    on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Guarantee<U>
  ) -> Guarantee<U> {
    following(.running(on: on, flags), SourceSite(file, line, function), body)
  }

  /// Derives the guarantee, wherever the body runs.
  func following<U>(
    _ executor: Executor, _ site: SourceSite, _ body: @escaping (T) -> Guarantee<U>
  ) -> Guarantee<U> {
    Guarantee<U>(
      derive("then", handles: .fulfilled, on: executor, site) { node, parent in
        node.follow { body(parent.fulfilledValue.value) }
      })
  }
}
