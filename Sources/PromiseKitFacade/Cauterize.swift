// cauterize: the end of a chain whose errors are nobody's business but the log's.

import Dispatch
import PromiseCore
import PromiseTrace

extension CatchMixin {
  /// Ends the chain: an error that is no cancellation goes to ``PMKConfiguration/logHandler``.
  @discardableResult
  public func cauterize(
    file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> PMKFinalizer {
    PMKFinalizer(
      derive("cauterize", handles: .rejected, on: conf.Q.return, nil, SourceSite(file, line, function)) {
        node, parent in
        guard parent.isRejected else {
          node.fulfill(Box(()), cause: .passthrough, via: parent)
          return
        }
        node.settle {
          let error = parent.rejection.error
          guard conf.catchPolicy.covers(error) else { return }
          parent.rejection.markHandled(at: parent)
          conf.logHandler(.cauterized(error))
        }
      })
  }
}
