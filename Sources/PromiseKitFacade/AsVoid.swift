// asVoid: the value forgotten.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// The same outcome without the value.
  public func asVoid(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<Void> {
    Promise<Void>(
      derive("asVoid", handles: [], on: .inline, SourceSite(file, line, function)) { node, parent in
        node.fulfill(Box(()), cause: .passthrough, via: parent)
      })
  }
}

extension Guarantee {
  /// The same outcome without the value.
  @discardableResult
  public func asVoid(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Guarantee<Void> {
    Guarantee<Void>(
      derive("asVoid", handles: [], on: .inline, SourceSite(file, line, function)) { node, parent in
        node.fulfill(Box(()), cause: .passthrough, via: parent)
      })
  }
}
