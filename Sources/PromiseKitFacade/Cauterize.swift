// cauterize: the end of a chain whose errors only the log gets.

import Dispatch
import PromiseCore
import PromiseTrace

extension CatchMixin {
  /// Ends the chain: an error that is no cancellation goes to ``PMKConfiguration/logHandler``.
  @discardableResult
  public func cauterize(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> PMKFinalizer {
    catching("cauterize", link(.pmkDefault, nil, .tail), SourceSite(file, line, function), .configured) {
      conf.logHandler(.cauterized($0))
    }
  }
}
