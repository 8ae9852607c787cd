// tap: reading the result, which then passes.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Passes the result to `body` and continues with the same result; does not handle an error.
  ///
  /// - Parameters:
  ///   - on: The queue on which the closure runs; nil runs it inline.
  ///   - flags: The flags of the work item, if the closure runs on a dispatch queue.
  ///   - body: Receives the result.
  /// - Returns: A new promise with the same outcome.
  public func tap(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: __owned @escaping (Result<T>) -> Void
  ) -> Promise<T> {
    let work = StoredWork(keeping: UncheckedHandler(consume body)) { node, parent, work in
      let body = work.reveal(as: UncheckedHandler<Result<T>, Void>.self)
      let parent = unsafeDowncast(parent, to: Core<T>.self)
      unsafeDowncast(node, to: Core<T>.self).settle(like: parent) { try body.call(parent.settled()) }
    }
    return Promise(
      Core<T>(
        from: core, "tap", handles: [.fulfilled, .rejected], on: .handler(on, flags, .body),
        site: SourceSite(file, line, function), work: work))
  }
}
