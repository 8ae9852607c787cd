// cauterize: ending a chain whose errors are only logged.

import Dispatch
import PromiseCore
import PromiseTrace

extension CatchMixin {
  /// Ends the chain; an error other than a cancellation goes to ``PMKConfiguration/logHandler``.
  ///
  /// - Returns: The finalizer of the chain, for `finally`.
  @discardableResult
  public func cauterize(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> PMKFinalizer {
    catching("cauterize", .handler(.pmkDefault, nil, .tail), SourceSite(file, line, function), .configured) {
      conf.logHandler(.cauterized($0))
    }
  }
}
