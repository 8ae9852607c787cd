// then: what to wait for next.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Goes on with the promise that a body makes of the value; an error it throws rejects.
  public func then<U: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> {
    Promise(
      derive("then", handles: .fulfilled, on: on, flags, SourceSite(file, line, function)) { node, parent in
        node.follow { try body(parent.fulfilledValue.value) }
      })
  }
}

extension Guarantee {
  /// Goes on with the guarantee that a body makes of the value.
  @discardableResult
  public func then<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Guarantee<U>
  ) -> Guarantee<U> {
    Guarantee<U>(
      derive("then", handles: .fulfilled, on: on, flags, SourceSite(file, line, function)) { node, parent in
        node.follow { body(parent.fulfilledValue.value) }
      })
  }
}
