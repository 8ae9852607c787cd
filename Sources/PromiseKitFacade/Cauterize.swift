// cauterize: the end of a chain whose errors are nobody's business but the log's.

import Dispatch
import PromiseCore
import PromiseTrace

extension CatchMixin {
  /// Ends the chain: an error that is no cancellation goes to ``PMKConfiguration/logHandler``.
  @discardableResult
  public func cauterize(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> PMKFinalizer {
    let conf = conf
    return PMKFinalizer(
      derive(
        "cauterize", handles: .rejected, on: .running(on: .pmkReturn, nil), policy: conf.catchPolicy,
        SourceSite(file, line, function)
      ) { node, parent in
        node.settle(catching: parent, conf.catchPolicy) { PromiseKitFacade.conf.logHandler(.cauterized($0)) }
      })
  }
}
