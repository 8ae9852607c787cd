// PromiseKit's end of a chain whose errors are nobody's business but the log's.

import PromiseCore
import PromiseTrace

extension Promise {
  /// Ends the chain: an error counts as handled, and is seen in the log alone.
  ///
  /// - Parameters:
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  /// - Returns: A new promise of nothing, fulfilled once this one has settled, however it did.
  @preconcurrency
  @discardableResult
  public func cauterize(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<Void> {
    Promise<Void>(
      from: self, "cauterize", handles: .rejected, on: .inline, site: SourceSite(file, line, function)
    ) { node, parent in
      let promise = unsafeDowncast(node, to: Promise<Void>.self)
      guard parent.isRejected else { return _ = promise.fulfill((), cause: .passthrough, via: parent) }
      parent.rejection.markHandled(at: parent, by: promise)
      promise.finished(.void)
      promise.fulfill((), cause: .returned, via: parent)
    }
  }
}
