// The promises that tasks await one after another, by task and call site. Owns the bound. Only tasks that are no promise's bodies are here.

import ChainModel
import PromiseTrace

/// The series of the tasks of a run.
struct TaskSerials<Serial: Sendable>: Sendable {
  /// A loop, or a recursion, of one task.
  struct Key: Hashable, Sendable {
    var task: UInt64
    /// Where the task waits.
    var site: Site
  }

  /// A series, and the promise that the task awaited last.
  typealias Entry = (serial: Serial, awaited: PromiseID)

  private static var limit: Int { 4_096 }
  private var entries: [Key: Entry] = [:]
  /// Whether the log says which task waits.
  private(set) var isUsed = false

  subscript(key: Key) -> Entry? {
    get { entries[key] }
    set {
      isUsed = true
      // Tasks that have ended stay in the list.
      if entries.count >= Self.limit, entries[key] == nil { entries.removeAll(keepingCapacity: true) }
      entries[key] = newValue
    }
  }

  /// Events are missing, so nothing is known about the order.
  mutating func lost() { entries = [:] }
}

extension ChainStore {
  /// The promise at the start of a chain, as far as that is still known.
  func root(of end: NodeFacts) -> NodeFacts {
    var current = end
    for _ in 0..<64 where current.from != 0 {
      guard let next = facts(current.from) else { break }
      current = next
    }
    return current
  }

  /// Whether a promise was created soon after another one had settled: a task resumes at once; a timer or a person would take its time.
  func isPrompt(_ promise: NodeFacts, after former: NodeFacts) -> Bool {
    guard let end = former.settled, !former.isRejected else { return true }
    return promise.created - end <= (end - former.created) / 2
  }
}
