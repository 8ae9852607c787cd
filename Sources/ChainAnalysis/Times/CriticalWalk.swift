// The walk that finds a critical path. It starts at the end and moves a cursor back to the start; each step explains the time directly before
// the cursor and moves the cursor by exactly that time, so the segments are a partition by construction.
//
// Example: #3 is `then` of #1, and its handler returned #5.
//
//     #1 ├──── in flight ────┤
//     #3 ├─── waiting ───────┼ queued ┼ running ┼──── following #5 ────┤
//     #5                                    ├──────── in flight ───────┤
//
// The cursor starts at the end of #3, which followed #5, so the walk charges the time back to #5's creation to #5. There it returns to
// #3, which was running then, was queued before and waited for #1 before that. A stack holds the promises to return to. Nothing recurses.

import ChainModel
import PromiseTrace

extension ChainStore {
  /// The critical path of a promise: what took the time from its creation until it settled, was freed, or until now.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - bodies: The bodies of each queue, to name those that a body queued behind; nil leaves it open.
  ///   - now: The current moment, for a promise that has not settled; nil for the time of the latest event.
  /// - Returns: The path; nil if the store doesn't contain the promise.
  /// - Complexity: O(*n* log *n*) in the number of promises that it waited for, directly or indirectly.
  public func criticalPath(of id: PromiseID, bodies: BodyIndex? = nil, now: Int64? = nil) -> CriticalPath? {
    var work = 0
    return criticalPath(of: id, bodies: bodies, now: now, work: &work)
  }

  /// Also adds the number of steps to `work`, and keeps the `kept` longest segments.
  func criticalPath(
    of id: PromiseID, bodies: BodyIndex?, now: Int64?, kept: Int = .max, work: inout Int
  ) -> CriticalPath? {
    var nodes = CriticalNodes()
    return criticalPath(of: id, bodies: bodies, now: now, kept: kept, &nodes, work: &work)
  }

  /// Also remembers in `nodes` what it learns about promises.
  func criticalPath(
    of id: PromiseID, bodies: BodyIndex?, now: Int64?, kept: Int, _ nodes: inout CriticalNodes, work: inout Int
  ) -> CriticalPath? {
    guard let facts = facts(id) else { return nil }
    let end = facts.settled.map { exactEnd(id, $0) } ?? facts.released ?? max(now ?? lastTime, facts.created)
    var walk = CriticalWalk(self, bodies, kept: kept, nodes)
    // Only the walk may have them, or its first step would copy them.
    nodes = CriticalNodes()
    defer { (nodes, work) = (walk.nodes, work + walk.work) }
    return walk.path(to: id, from: facts.created, until: end)
  }
}

extension ChainStore {
  /// The critical path of the whole run: from the creation of the first promise to the last settlement.
  ///
  /// - Parameter bodies: The bodies of each queue, to name those that a body queued behind; nil leaves it open.
  /// - Returns: The path; nil if no promise has settled.
  /// - Complexity: O(*n*) in the number of promises in the store (3 ms for a million), plus O(*m* log *m*) in the number of those on the path.
  public func criticalPathOfRun(bodies: BodyIndex? = nil) -> CriticalPath? {
    guard let (start, last, end) = extent else { return nil }
    var walk = CriticalWalk(self, bodies)
    var path = walk.path(to: last, from: start, until: exactEnd(last, end))
    path.promise = 0
    return path
  }

  /// A settlement's time from its event, if that is still known, because the columns round times down to 27 significant bits.
  func exactEnd(_ id: PromiseID, _ rounded: Int64) -> Int64 {
    let events = timeline(of: id, limit: 64).events
    let exact = events.last { ($0.kind == .fulfilled || $0.kind == .rejected) && $0.time >= rounded }?.time ?? rounded
    return exact - rounded <= roundingError ? exact : rounded
  }

  /// An upper bound of the error of a time in the columns, in nanoseconds: 0 for runs shorter than 134 ms.
  var roundingError: Int64 { lastTime < 1 << 27 ? 0 : lastTime >> 26 }
}

/// One walk, which hands what it remembers back to the caller.
private struct CriticalWalk {
  /// 16 bytes, because a chain of a million promises is on the stack as a whole.
  private struct Frame {
    let promise: PromiseID
    /// Its inputs that have not been looked at, by the end of the wait for them, latest last; nil before they are needed.
    var inputs: [PromiseID]?
  }

  private let store: ChainStore
  private let bodies: BodyIndex?
  private let slack: Int64
  private(set) var nodes: CriticalNodes
  private var now: Int64 = 0
  private var start: Int64 = 0
  private var cursor: Int64 = 0
  /// The promise whose time is being explained, above those that waited for it.
  private var stack: [Frame] = []
  private var isOnStack: PromiseMarks
  private var segments: SegmentList
  /// The number of steps, and of inputs looked at.
  private(set) var work = 0

  init(_ store: ChainStore, _ bodies: BodyIndex?, kept: Int = .max, _ nodes: CriticalNodes = CriticalNodes()) {
    (self.store, self.bodies, slack, isOnStack) = (store, bodies, store.roundingError, nodes.marks)
    (segments, self.nodes) = (SegmentList(kept: kept), nodes)
    self.nodes.marks = PromiseMarks()
  }

  mutating func path(to id: PromiseID, from start: Int64, until end: Int64) -> CriticalPath {
    var path = CriticalPath(promise: id, start: start, end: end)
    (self.start, cursor, now) = (start, path.end, path.end)
    if let node = nodes.node(id, in: store) { push(node) }
    while cursor > start, let top = stack.last, let node = nodes.node(top.promise, in: store) {
      work += 1
      if cursor > node.created { explain(node) } else { leave(node) }
    }
    addSegment(.waiting, 0, until: start)
    while !stack.isEmpty { pop() }
    nodes.marks = isOnStack
    (path.segments, path.dropped) = segments.finish()
    return path
  }

  private mutating func push(_ node: CriticalNode) {
    guard isOnStack.insert(node.id, in: store) else { return }
    stack.append(Frame(promise: node.id))
  }

  private mutating func pop() {
    if let top = stack.popLast() { isOnStack.remove(top.promise, in: store) }
  }

  /// Adds a segment from `moment` to the cursor and moves the cursor there.
  private mutating func addSegment(_ kind: PathSegment.Kind, _ id: PromiseID, other: PromiseID = 0, until moment: Int64)
  {
    let moment = max(moment, start)
    guard moment < cursor else { return }
    // Bodies held the event loop until shortly before it settled.
    while kind == .inFlight || kind == .timer, let hold = bodies?.hold(id, in: moment..<cursor) {
      let held = max(moment, hold.start)
      segments.add(PathSegment(kind, id, other: hold.promise, held, cursor))
      cursor = held
      guard moment < cursor else { return }
    }
    segments.add(PathSegment(kind, id, other: other, moment, cursor))
    cursor = moment
  }

  // MARK: Steps

  /// Explains the time directly before the cursor, at which the promise existed.
  private mutating func explain(_ node: CriticalNode) {
    guard let phase = nodes.phase(of: node, before: cursor, now: now, in: store) else {
      return addSegment(.waiting, node.id, until: node.created)
    }
    // Its end may lie before the cursor if it only created what the path went through.
    if cursor - phase.end > slack { return addSegment(.waiting, node.id, until: phase.end) }
    switch phase.kind {
    case .running: addSegment(.running, node.id, until: phase.start)
    case .inFlight: addSegment(.inFlight, node.id, until: phase.start)
    case .timer: addSegment(.timer, node.id, until: phase.start)
    case .queued: queue(node, since: phase.start)
    case .waiting, .following, .awaiting: wait(node, phase)
    }
  }

  /// Goes to the promise whose settlement ended the wait, or that was still pending at the cursor.
  private mutating func wait(_ node: CriticalNode, _ phase: NodePhase) {
    let isPause = node.isRetry
    let source =
      switch phase.kind {
      case .following: node.adopts
      case .awaiting: phase.source
      default: node.hasInputs ? 0 : node.from
      }
    guard let (next, end) = source != 0 ? check(source, node, phase) : nextInput(node, phase) else {
      return addSegment(isPause ? .timer : .waiting, node.id, other: isPause ? 0 : source, until: phase.start)
    }
    if cursor - end > slack {
      addSegment(isPause ? .timer : .waiting, node.id, other: isPause ? 0 : next.id, until: end)
    }
    push(next)
  }

  /// The input that a wait directly before the cursor was for; the one that decided the outcome comes first.
  private mutating func nextInput(_ node: CriticalNode, _ phase: NodePhase) -> (CriticalNode, end: Int64)? {
    guard node.hasInputs, phase.kind == .waiting else { return nil }
    let top = stack.count - 1
    if stack[top].inputs == nil {
      let inputs = sortedInputs(of: node)
      stack[top].inputs = inputs
      work += inputs.count
    }
    while let input = stack[top].inputs?.popLast() {
      if let found = check(input, node, phase) { return found }
    }
    return nil
  }

  private mutating func sortedInputs(of node: CriticalNode) -> [PromiseID] {
    var ends: [(end: Int64, order: Int, promise: PromiseID)] = []
    for (index, id) in store.inputs(of: node.id, limit: .max).enumerated() {
      guard let input = nodes.node(id, in: store), let end = end(input, node) else { continue }
      // What was freed while pending is waited for until the end, and can never settle. Of those that settled at the same moment, the first
      // one is last.
      ends.append((id == node.via || input.isLeaked ? .max : end, -index, id))
    }
    return ends.sorted { ($0.end, $0.order) < ($1.end, $1.order) }.map(\.promise)
  }

  private mutating func check(
    _ id: PromiseID, _ waiter: CriticalNode, _ phase: NodePhase
  ) -> (CriticalNode, end: Int64)? {
    guard let node = nodes.node(id, in: store), let end = end(node, waiter), end > phase.start,
      node.created < cursor, !isOnStack.contains(id, in: store)
    else { return nil }
    return (node, min(end, cursor))
  }

  /// When a wait for a promise ended, or when the promise was freed while pending; at the end of the path, if both are still pending.
  ///
  /// - Returns: Nil if the promise did not matter: it settled after the waiter did, or not at all.
  private func end(_ node: CriticalNode, _ waiter: CriticalNode) -> Int64? {
    if waiter.isTimedOut, let timedOut = waiter.settled {
      return min(timedOut, node.settled ?? node.released ?? timedOut)
    }
    if let settled = node.settled { return settled > (waiter.settled ?? now) + slack ? nil : settled }
    return waiter.isSettled || node.isSettled ? nil : min(now, node.released ?? now)
  }

  private mutating func queue(_ node: CriticalNode, since enqueued: Int64) {
    let lowest = max(start, enqueued)
    let bodies = bodies
    var pieces = 0
    func pass(_ body: BodyIndex.Body) {
      guard body.promise != node.id else { return }
      addSegment(.queued, node.id, until: max(lowest, min(cursor, body.end)))
      addSegment(.queued, node.id, other: body.promise, until: max(lowest, body.start))
      pieces += 1
    }
    if let limit = segments.limit {
      bodies?.forEachBody(on: node.queue, in: lowest..<cursor, longest: limit) { body in
        pass(body)
        // Its own body may seem to start before the cursor, because times are rounded.
        return node.started.map { $0 >= body.start } ?? true && body.promise != node.id
      } skipped: { run in
        let longest = run.longest.map { PathSegment(.queued, node.id, other: $0.promise, $0.start, $0.end) }
        let time = cursor - run.start - longest.reduce(0) { $0 + $1.duration }
        segments.add(longest: longest, others: (run.others, time))
        (cursor, pieces) = (run.start, pieces + run.count)
      }
    } else {
      bodies?.forEachBody(on: node.queue, in: lowest..<cursor) { body in
        pass(body)
        return true
      }
    }
    // A body takes a small part of the time of a step.
    work += pieces / 64
    addSegment(.queued, node.id, until: lowest)
  }

  /// Leaves a promise for the one that created it or, if that is not known, for the one that waited for it, or that the same task had
  /// awaited before.
  private mutating func leave(_ node: CriticalNode) {
    pop()
    let creator = node.inside
    guard creator != 0 else {
      guard stack.isEmpty, let before = nodes.node(store.awaitedBefore(node.id), in: store), let end = before.settled,
        end <= cursor + slack
      else { return }
      addSegment(.waiting, 0, until: end)
      return push(before)
    }
    if isOnStack.contains(creator, in: store) {
      while let top = stack.last, top.promise != creator { pop() }
    } else if let creator = nodes.node(creator, in: store), creator.created < cursor {
      push(creator)
    }
  }
}
