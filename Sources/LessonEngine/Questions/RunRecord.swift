// The events of a run in memory, with an index by promise. Owns what the run says about a claim; where events are missing, it says nothing.

import PromiseTrace

/// A run that questions are made of.
struct RunRecord: Sendable {
  let events: [Event]
  /// The indices of the events about each promise.
  private let byPromise: [PromiseID: [Int]]
  /// The indices of the losses.
  private let losses: [Int]
  /// The indices of the notes.
  private let notes: [Int]
  /// The queues on which no body started while another one was running.
  let serialQueues: Set<TextID>
  private let isEnded: Bool

  init(_ events: [Event]) {
    var (byPromise, losses, notes): ([PromiseID: [Int]], [Int], [Int]) = ([:], [], [])
    var running: [TextID: Int] = [:]
    var (queues, concurrent): (Set<TextID>, Set<TextID>) = ([], [])
    for (index, event) in events.enumerated() {
      if event.promise != 0 { byPromise[event.promise, default: []].append(index) }
      switch event.kind {
      case .lost: losses.append(index)
      case .noted: notes.append(index)
      case .started:
        queues.insert(event.queue)
        if running[event.queue, default: 0] > 0 { concurrent.insert(event.queue) }
        running[event.queue, default: 0] += 1
      case .finished: running[event.queue, default: 1] -= 1
      default: break
      }
    }
    (self.events, self.byPromise, self.losses, self.notes) = (events, byPromise, losses, notes)
    serialQueues = queues.subtracting(concurrent)
    isEnded = events.last?.kind == .ended
  }

  // MARK: Finding events

  /// The events about a promise from an index on.
  func events(of id: PromiseID, from start: Int) -> ArraySlice<Int> {
    guard let all = byPromise[id] else { return [] }
    return all[(all.partitioningIndex { $0 >= start })...]
  }

  /// The first event of some kinds about a promise from an index on, up to the next loss.
  func first(_ kinds: Set<EventKind>, of id: PromiseID, from start: Int) -> Int? {
    let end = horizon(from: start)
    return events(of: id, from: start).first { $0 < end && kinds.contains(events[$0].kind) }
  }

  /// The settlement of a promise from an index on, up to the next loss.
  func settlement(of id: PromiseID, from start: Int) -> Int? { first([.fulfilled, .rejected], of: id, from: start) }

  /// The notes from an index on, up to the next loss.
  func notes(from start: Int) -> ArraySlice<Int> {
    notes[notes.partitioningIndex { $0 >= start }..<notes.partitioningIndex { $0 >= horizon(from: start) }]
  }

  /// The next loss from an index on, or the end.
  func horizon(from start: Int) -> Int {
    let index = losses.partitioningIndex { $0 >= start }
    return index < losses.count ? losses[index] : events.count
  }

  /// Whether no event is missing between the creation of a promise and an index.
  func isComplete(_ id: PromiseID, upTo end: Int) -> Bool {
    guard let start = byPromise[id]?.first, events[start].kind == .created, start <= end else { return false }
    return horizon(from: start) > end
  }

  static func ending(of event: Event) -> Claim.Ending {
    event.kind == .fulfilled ? .fulfilled : event.isCancelled ? .canceled : .rejected
  }

  // MARK: Deciding claims

  /// Whether a claim about the events from an index on is true; nil if the run doesn't decide it.
  func holds(_ claim: Claim, from start: Int) -> Bool? {
    // What was not seen until a loss or a missing end may have happened.
    let isWhole = horizon(from: start) == events.count && isEnded
    func absent(_ index: Int?) -> Bool? { index != nil ? false : isWhole ? true : nil }
    switch claim {
    case .settles(let id, let ending, let content, let running):
      guard let index = settlement(of: id, from: start) else { return isWhole ? false : nil }
      let event = events[index]
      guard Self.ending(of: event) == ending else { return false }
      switch content {
      case .any: break
      case .equal(let text): if event.text != text { return false }
      case .other(let text): if event.text == text { return false }
      }
      guard let running else { return true }
      let started = first([.started], of: id, from: start)
      return (started.map { $0 < index } ?? false) == running
    case .neverSettles(let id): return absent(settlement(of: id, from: start))
    case .runs(let id): return absent(first([.started], of: id, from: start)).map { !$0 } ?? settledUnrun(id, start)
    case .neverRuns(let id): return holds(.runs(id), from: start).map { !$0 }
    case .settlesAfter(let id, let other): return holds(.settlesBefore(other, id), from: start)
    case .settlesBefore(let id, let other):
      guard let index = settlement(of: id, from: start) else {
        return settlement(of: other, from: start) != nil ? false : nil
      }
      return settlement(of: other, from: start).map { index < $0 } ?? true
    case .settlesFirst(let id, let ending, let others):
      guard let index = settlement(of: id, from: start) else {
        return others.contains { settlement(of: $0, from: start) != nil } ? false : nil
      }
      if let ending, Self.ending(of: events[index]) != ending { return false }
      return others.allSatisfy { other in settlement(of: other, from: start).map { index < $0 } ?? true }
    case .settlesLater(let id, let others):
      return holds(.settlesFirst(id, nil, before: others), from: start).map { !$0 }
    case .derives(let id):
      guard start < horizon(from: start) else { return nil }
      return events[start].kind == .created && events[start].peer == id
    case .derivesNothing(let id): return holds(.derives(from: id), from: start).map { !$0 }
    case .startsAfterEnd(let id, let other): return holds(.startsBeforeEnd(id, of: other), from: start).map { !$0 }
    case .startsBeforeEnd(let id, let other):
      guard let index = first([.started], of: id, from: start), let end = first([.finished], of: other, from: start)
      else { return nil }
      return index < end
    case .startsAfterSettling(let id, let other):
      guard let index = first([.started], of: id, from: start) else { return isWhole ? false : nil }
      return settlement(of: other, from: start).map { $0 < index } ?? false
    case .startsNext(let id):
      let end = horizon(from: start)
      for event in events[start..<end] {
        if event.promise == id, event.kind == .started { return true }
        if event.promise == id, event.kind == .enqueued { return false }
        if event.promise != id { return false }
      }
      return nil
    case .startsLater(let id): return holds(.startsNext(id), from: start).map { !$0 }
    case .writesFirst(let text, let others):
      let written = notes(from: start).first { events[$0].text == text || others.contains(events[$0].text) }
      return written.map { events[$0].text == text } ?? (isWhole ? false : nil)
    case .stayPending(let ids, let candidates):
      guard isWhole else { return nil }
      return candidates.allSatisfy { (settlement(of: $0, from: start) == nil) == ids.contains($0) }
    case .runInOrder(let ids):
      let starts = ids.map { first([.started], of: $0, from: start) }
      guard starts.allSatisfy({ $0 != nil }) else { return isWhole ? false : nil }
      return zip(starts, starts.dropFirst()).allSatisfy { $0 ?? 0 < $1 ?? 0 }
    case .runsAlone(let id, let ids):
      let running = ids.filter { first([.started], of: $0, from: start) != nil }
      if running.contains(where: { $0 != id }) { return false }
      return isWhole ? running == [id] : nil
    case .refuses(let id):
      guard start < horizon(from: start) else { return nil }
      return events[start].kind == .ignored && events[start].promise == id && settlement(of: id, from: start) == nil
    case .settlesAgain(let id): return holds(.refuses(id), from: start).map { !$0 }
    case .handles(let id, let carriers):
      let first = firstHandled(carriers, start)
      return first.map { events[$0].peer == id } ?? (isWhole ? false : nil)
    case .isHandled(let carriers):
      if firstHandled(carriers, start) != nil { return true }
      return carriers.contains { first([.unhandled], of: $0, from: start) != nil } || isWhole ? false : nil
    case .stated: return nil
    case .leavesUnhandled(let carriers):
      if firstHandled(carriers, start) != nil { return false }
      return carriers.contains { first([.unhandled], of: $0, from: start) != nil } ? true : isWhole ? false : nil
    }
  }

  /// A promise that settled without its body having run can't run it anymore.
  private func settledUnrun(_ id: PromiseID, _ start: Int) -> Bool? {
    settlement(of: id, from: start) != nil ? false : nil
  }

  private func firstHandled(_ carriers: [PromiseID], _ start: Int) -> Int? {
    carriers.compactMap { first([.handled], of: $0, from: start) }.min()
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies a predicate that holds for all later ones.
  func partitioningIndex(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
