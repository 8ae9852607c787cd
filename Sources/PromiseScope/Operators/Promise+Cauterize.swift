// Owns PromiseKit's `cauterize`, which ends a chain whose errors need no handler.

import PromiseCore
import PromiseTrace

extension Promise {
  /// Ends the chain and marks any error as handled, so that it appears in the log only.
  ///
  /// - Returns: A new promise without a value, fulfilled once this one is fulfilled or rejected.
  @preconcurrency
  @discardableResult
  public func cauterize(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<Void> {
    Promise<Void>(
      from: self, "cauterize", handles: .rejected, on: .inline, site: SourceSite(file, line, function)
    ) { node, parent in
      let promise = unsafeDowncast(node, to: Promise<Void>.self)
      guard parent.isRejected else {
        promise.fulfill((), cause: .passthrough, via: parent)
        return
      }
      parent.rejection.markHandled(at: parent, by: promise)
      promise.finished(.void)
      promise.fulfill((), cause: .returned, via: parent)
    }
  }
}
