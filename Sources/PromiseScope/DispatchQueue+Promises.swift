// The default queue, by Google's name.

import Dispatch
import PromiseCore

extension DispatchQueue {
  /// Where handlers run whose operator was not told where; the main queue unless replaced.
  ///
  /// To be replaced at the start of a program: promises made before keep the one they were made with.
  public static var promises: DispatchQueue {
    get { (Executor.standard as? QueueExecutor)?.queue ?? .main }
    set { Executor.setDefault(QueueExecutor.on(newValue)) }
  }
}
