// The processes and threads of a run whose logs are one history: which of them a promise belongs to, and when and why that one ended.

import ChainModel
import PromiseLog
import PromiseTrace

/// The processes of a run.
struct Processes: Sendable {
  private(set) var count = 1
  /// When and why those ended that are not the only one of their run.
  private var ends: [Int: (time: Int64, reason: EndReason)] = [:]

  mutating func add(_ promise: PromiseID) { count = max(count, MergedPromise.process(of: promise) + 1) }

  mutating func end(_ promise: PromiseID, at time: Int64, _ reason: EndReason) {
    if isProcess(promise) { ends[index(of: promise)] = (time, reason) }
  }

  /// The process of a promise: 0, unless the history joins several.
  @inline(__always)
  func index(of id: PromiseID) -> Int {
    guard count > 1 else { return 0 }
    let process = MergedPromise.process(of: id)
    return process < count ? process : 0
  }

  /// Whether a promise stands for a process or a thread.
  @inline(__always)
  func isProcess(_ id: PromiseID) -> Bool { index(of: id) > 0 && MergedPromise.isProcess(id) }

  /// Whether any of several processes has ended.
  var haveEnded: Bool { !ends.isEmpty }

  /// Whether the process of a promise has ended that is not the only one of the run.
  func hasEnded(_ id: PromiseID) -> Bool { ends[index(of: id)] != nil }

  /// When and why the program ended that a promise belongs to; nil while it runs.
  func end(of id: PromiseID, _ store: ChainStore) -> (time: Int64, reason: EndReason?)? {
    if let end = ends[index(of: id)] { return end }
    return store.isEnded ? (store.lastTime, store.endReason) : nil
  }
}
