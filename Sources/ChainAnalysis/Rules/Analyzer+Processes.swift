// The processes and threads of a run whose logs are one history. Owns which of them a promise belongs to, and when and why that one ended.

import ChainModel
import PromiseLog
import PromiseTrace

extension Analyzer {
  /// The process of a promise: 0, unless the history joins several.
  func process(of id: PromiseID) -> Int {
    guard eventLoops.count > 1 else { return 0 }
    let process = MergedPromise.process(of: id)
    return process < eventLoops.count ? process : 0
  }

  /// Whether a promise stands for a process or a thread.
  func isProcess(_ id: PromiseID) -> Bool { process(of: id) > 0 && MergedPromise.isProcess(id) }

  /// When and why the program ended that a promise belongs to; nil while it runs.
  func end(of id: PromiseID, _ store: ChainStore) -> (time: Int64, reason: EndReason?)? {
    if let end = ends[process(of: id)] { return end }
    return store.isEnded ? (store.lastTime, store.endReason) : nil
  }
}
