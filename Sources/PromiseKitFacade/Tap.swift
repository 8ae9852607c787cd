// tap: a look at the result, whatever it is, which goes on.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Does something with the result and goes on with the same result; this handles no error.
  public func tap(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (Result<T>) -> Void
  ) -> Promise<T> {
    Promise(
      derive("tap", handles: [.fulfilled, .rejected], on: on, flags, SourceSite(file, line, function)) { node, parent in
        node.settle(like: parent) { body(parent.settled()) }
      })
  }
}
