// done: the end of a chain's values.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Does something with the value and goes on with nothing; an error that `body` throws rejects.
  public func done(
    on: DispatchQueue? = .pmkReturn, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> Void
  ) -> Promise<Void> {
    mapping("done", .running(on: on, flags), SourceSite(file, line, function)) { try body($0) }
  }
}

extension Guarantee {
  /// Does something with the value and goes on with nothing.
  @discardableResult
  public func done(
    on: DispatchQueue? = .pmkReturn, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Void
  ) -> Guarantee<Void> {
    mapping("done", .running(on: on, flags), SourceSite(file, line, function)) { body($0) }
  }
}
