// Collects the events of a run, and chooses those that a lesson shows: all of them, or the most instructive part of a long run.

import PlainText
import PromiseTrace

/// Why a run makes no lesson.
public enum LessonRefusal: Error, Sendable, Equatable {
  /// It holds no promise.
  case nothingHappens
  /// It is too long, and its promises depend on each other, so that no part stands alone.
  case tooLarge(promises: Int)

  /// The sentence for the user.
  public var text: Text {
    switch self {
    case .nothingHappens:
      Text(
        "There is nothing to learn from this log: it holds no promise.", "这个日志无法用作课程：其中没有 Promise。")
    case .tooLarge(let promises):
      Text(
        "This log has \(NumberText.grouped(promises)) promises that depend on each other, which is too much for a lesson. "
          + "Cut out a part first: pscope export LOG --subtree PROMISE --output part.ndjson",
        "这个日志有 \(NumberText.grouped(promises)) 个互相依赖的 Promise，对一节课来说太多了。"
          + "请先截取一部分：pscope export LOG --subtree PROMISE --output part.ndjson")
    }
  }
}

/// A run on its way to becoming a lesson.
///
/// Its memory is bounded.
public struct LessonIntake: Sendable {
  /// The texts of the events.
  public let texts: TextTable
  /// The number of promises created.
  public private(set) var promises = 0
  /// The first events of the run.
  private var events: [Event] = []
  /// The loss that stands for the events that were not kept; nil if all were.
  private var cut: Event?
  /// The end of the run, if it came after the kept events.
  private var end: Event?
  /// The number of events, those that were not kept included.
  private var count = 0
  let hold: TextHold

  /// The number of events up to which a run is shown whole.
  static let wholeLimit = 20_000
  /// The number of events of a longer run among which a part is chosen.
  static let keptLimit = 200_000
  /// The greatest size of a part.
  static let partPromises = 200
  /// The greatest number of events of a part.
  static let partEvents = 4_000

  /// Creates an intake for the events of a table.
  public init(texts: TextTable) {
    self.texts = texts
    hold = texts.hold()
  }

  /// Creates an intake that has taken the events of a run.
  ///
  /// - Parameters:
  ///   - events: The events, in `sequence` order.
  ///   - texts: The table that they refer to.
  public init(of events: [Event], texts: TextTable) {
    self.init(texts: texts)
    for event in events { add(event) }
  }

  /// Adds the next event.
  public mutating func add(_ event: Event) {
    count += 1
    if event.kind == .created { promises += 1 }
    if events.count < Self.keptLimit {
      events.append(event)
    } else if event.kind == .ended {
      // How the run ended is said even if its middle is not kept.
      end = event
    } else {
      var lost = cut ?? Event(.lost, 0)
      if cut == nil { (lost.sequence, lost.time) = (event.sequence, event.time) }
      lost.count += 1
      cut = lost
    }
  }

  /// The events to show, and the number of promises among them if that is not all.
  func chosen() throws(LessonRefusal) -> (events: [Event], shown: Int?) {
    guard count > Self.wholeLimit else { return (events, nil) }
    // Promises that one body has created belong together, unless that makes everything one group.
    guard let part = part(withContexts: true) ?? part(withContexts: false) else {
      throw LessonRefusal.tooLarge(promises: promises)
    }
    return (excerpt(part), part.count)
  }

  private func excerpt(_ part: Set<PromiseID>) -> [Event] {
    var chosen: [Event] = []
    for var event in events {
      switch event.kind {
      case .lost, .ended: break
      case .noted where event.promise == 0: guard part.contains(event.context) else { continue }
      default: guard part.contains(event.promise) else { continue }
      }
      if !part.contains(event.peer) { event.peer = 0 }
      if !part.contains(event.context) { event.context = 0 }
      chosen.append(event)
    }
    chosen += [cut, end].compactMap { $0 }
    // A part is a stream of its own: a position in it is the sequence number of an event.
    for index in chosen.indices { chosen[index].sequence = UInt64(index + 1) }
    return chosen
  }

  /// The most instructive group of promises; nil if no group stands alone.
  private func part(withContexts: Bool) -> Set<PromiseID>? {
    var groups = DisjointSets()
    var open: Set<PromiseID> = []
    var failed: Set<PromiseID> = []
    var sizes: [PromiseID: Int] = [:]
    for event in events where event.promise != 0 {
      switch event.kind {
      case .created:
        open.insert(event.promise)
        groups.join(event.promise, event.peer)
        if withContexts { groups.join(event.promise, event.context) }
      case .registered, .adopted: groups.join(event.promise, event.peer)
      case .fulfilled, .released: open.remove(event.promise)
      case .rejected:
        open.remove(event.promise)
        failed.insert(event.promise)
      default: break
      }
      sizes[event.promise, default: 0] += 1
    }
    var members: [PromiseID: [PromiseID]] = [:]
    for id in sizes.keys { members[groups.root(of: id), default: []].append(id) }
    let candidates = members.values.filter { group in
      group.count <= Self.partPromises && group.reduce(0) { $0 + (sizes[$1] ?? 0) } <= Self.partEvents
        && (cut == nil || !group.contains(where: open.contains))
    }
    // The groups in which a promise fails or stays open teach most; among them, those that come first in the log.
    let ranked = candidates.map { group in
      (
        isCalm: group.allSatisfy { !failed.contains($0) && !open.contains($0) }, first: group.min() ?? 0,
        group: Set(group)
      )
    }.sorted { (left, right) in
      left.isCalm == right.isCalm ? left.first < right.first : !left.isCalm
    }
    let faulty = ranked.prefix(20).first { candidate in
      !FaultQuestions(RunFacts(excerpt(candidate.group), texts: texts)).questions([.root]).isEmpty
    }
    return (faulty ?? ranked.first)?.group
  }
}

/// Disjoint groups of promises, which can be joined.
///
/// Source: R. E. Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm", 1975.
private struct DisjointSets {
  private var parents: [PromiseID: PromiseID] = [:]

  mutating func root(of id: PromiseID) -> PromiseID {
    var root = id
    while let parent = parents[root] { root = parent }
    var current = id
    while let parent = parents[current], parent != root {
      parents[current] = root
      current = parent
    }
    return root
  }

  /// Puts two promises into one group; 0 stands for none.
  mutating func join(_ one: PromiseID, _ other: PromiseID) {
    guard other != 0, one != other else { return }
    let (first, second) = (root(of: one), root(of: other))
    if first != second { parents[max(first, second)] = min(first, second) }
  }
}
