// The processes and threads of a run whose logs are one history: which of them a promise belongs to, and when and why that one ended.

import ChainModel
import PromiseTrace

/// The processes of a run, in the order in which their rows appear; the first process, which has none, is 0.
///
/// No edge connects two of them, and what is at the top level of one is created inside its row.
package struct Processes: Sendable {
  /// The promise that stands for each.
  private var rows: [PromiseID] = [0]
  /// The processes of promises, other than 0.
  private var numbers: [PromiseID: Int] = [:]
  private var pruning = PruneSchedule()
  var count: Int { rows.count }
  /// When and why those ended that are not the only one of their run.
  private var ends: [Int: (time: Int64, reason: EndReason)] = [:]

  /// Adds the row of another process, of 1,000 at most.
  mutating func add(_ promise: PromiseID) {
    guard rows.count <= 1_000 else { return }
    numbers[promise] = rows.count
    rows.append(promise)
  }

  /// Finds the process of an event's promise.
  mutating func apply(_ event: Event, _ store: ChainStore) {
    guard rows.count > 1, event.promise != 0, numbers[event.promise] == nil,
      let process = numbers[event.context] ?? numbers[event.peer]
    else { return }
    if pruning.isDue(numbers.count, limit: 2_000_000) { numbers = numbers.filter { store.facts($0.key) != nil } }
    numbers[event.promise] = process
  }

  mutating func end(_ promise: PromiseID, at time: Int64, _ reason: EndReason) {
    if isProcess(promise) { ends[index(of: promise)] = (time, reason) }
  }

  /// The process of a promise: 0, unless the history joins several.
  @inline(__always)
  func index(of id: PromiseID) -> Int {
    rows.count == 1 ? 0 : numbers[id] ?? 0
  }

  /// Whether a promise stands for a process or a thread.
  @inline(__always)
  func isProcess(_ id: PromiseID) -> Bool {
    let process = index(of: id)
    return process > 0 && rows[process] == id
  }

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
