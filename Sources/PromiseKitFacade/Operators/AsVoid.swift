// asVoid: the same outcome without the value.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Continues with the same outcome, without the value.
  ///
  /// - Returns: A new promise without a value.
  public func asVoid(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<Void> {
    Promise(droppingValue(SourceSite(file, line, function)))
  }

  fileprivate func droppingValue(_ site: SourceSite) -> Core<Void> {
    Core<Void>(
      from: core, "asVoid", handles: [], on: .inline, site: site,
      work: StoredWork(keeping: UncheckedAction {}) { node, parent, _ in
        unsafeDowncast(node, to: Core<Void>.self).pass(parent)
      }
    )
  }
}

extension Guarantee {
  /// Continues with the same outcome, without the value.
  ///
  /// - Returns: A guarantee without a value.
  public func asVoid(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Guarantee<Void> {
    Guarantee<Void>(droppingValue(SourceSite(file, line, function)))
  }
}
