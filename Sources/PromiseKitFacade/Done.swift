// done: the end of a chain's values.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Passes the value to `body` and continues with nothing; an error that `body` throws rejects.
  @inlinable
  public func done(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> Void
  ) -> Promise<Void> {
    mapping("done", link(on, flags, .tail), SourceSite(file, line, function), body)
  }
}

extension Guarantee {
  /// Passes the value to `body` and continues with nothing.
  @inlinable
  @discardableResult
  public func done(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Void
  ) -> Guarantee<Void> {
    mapping("done", link(on, flags, .tail), SourceSite(file, line, function), body)
  }
}
