// Owns the default queue under the name that Google Promises gives it.

import Dispatch
import PromiseCore

extension DispatchQueue {
  /// The queue of handlers whose operator names none; the main queue by default.
  ///
  /// Set it when the program starts: a promise keeps the default queue that it was created with.
  public static var promises: DispatchQueue {
    get { (Executor.standard as? QueueExecutor)?.queue ?? .main }
    set { Executor.setDefault(QueueExecutor.on(newValue)) }
  }
}
