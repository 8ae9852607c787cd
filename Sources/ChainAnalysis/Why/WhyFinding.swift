// Finds out why a promise is in its state. Follows an outcome back to its origin, without recursion, because a chain can have a million links.

import ChainModel
import PromiseTrace

/// What the answers about several promises of a history, which stays the same in between, take and have in common.
package struct WhyWork {
  /// The number of promises that the answers looked at.
  package var steps = 0
  /// The first rejected promise that another one waited for, as far as an answer needed it.
  fileprivate var rejectedUpstream: [PromiseID: PromiseID] = [:]
  /// From the second answer on, what the critical paths went through.
  fileprivate var nodes = CriticalNodes()
  fileprivate var waits = WaitMemory()
  private var answers = 0
  fileprivate let branches = HandlerBranches()
  fileprivate var victims = VictimSearch()

  fileprivate mutating func beginAnswer(in store: ChainStore) {
    answers += 1
    if answers == 2 { (nodes, waits) = (CriticalNodes(sharedIn: store), WaitMemory(sharedIn: store)) }
  }

  /// Creates the work of no answer.
  package init() {}
}

extension ChainStore {
  /// Why a promise is as it is.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - bodies: The bodies of each queue, to name those that others queued behind; nil leaves it open.
  ///   - now: The current moment; nil for the time of the latest event.
  /// - Returns: The answer; nil if the store doesn't contain the promise.
  /// - Complexity: O(*n* log *n*) in the number of promises that it waited for, directly or indirectly.
  public func why(_ id: PromiseID, bodies: BodyIndex? = nil, now: Int64? = nil) -> Why? {
    var work = WhyWork()
    return why(id, bodies: bodies, now: now, work: &work)
  }

  /// Also adds to `work`, for callers that ask about many promises of the same history, and keeps the `segments` longest segments of its
  /// path.
  package func why(
    _ id: PromiseID, bodies: BodyIndex?, now: Int64? = nil, segments: Int = .max, work: inout WhyWork
  ) -> Why? {
    guard let facts = facts(id) else { return nil }
    work.beginAnswer(in: self)
    let path =
      !facts.hasDurations
      ? nil : criticalPath(of: id, bodies: bodies, now: now, kept: segments, &work.nodes, work: &work.steps)
    let reason = reason(facts, bodies, &work)
    var timeout: CriticalPath?
    if case .rejected(let error) = reason, error.steps.first?.kind == .timeout {
      timeout =
        error.origin == id && segments == .max
        ? path : criticalPath(of: error.origin, bodies: bodies, now: now, kept: .max, &work.nodes, work: &work.steps)
    }
    var why = Why(id, facts.state, reason, path: path, timeout: timeout)
    if case .pending(let chain) = reason { addSiblingsAndVictims(to: &why, chain, bodies, &work) }
    return why
  }

  private func addSiblingsAndVictims(to why: inout Why, _ chain: WaitChain, _ bodies: BodyIndex?, _ work: inout WhyWork)
  {
    guard let leaf = chain.links.last?.promise, let facts = facts(leaf) else { return }
    if chain.leaf == .resolver || chain.leaf == .dropped { why.others = bodies?.settlers.others(like: facts, self) }
    guard chain.links.count == 1 else { return }
    let before = work.victims.looked
    let victims = work.victims.victims(of: leaf, self)
    work.steps += work.victims.looked - before
    (why.victims, why.victimCount) = (victims.least, victims.count(besides: []))
  }

  private func reason(_ facts: NodeFacts, _ bodies: BodyIndex?, _ work: inout WhyWork) -> WhyReason {
    switch facts.state {
    case .pending, .running, .waiting, .leaked:
      return .pending(waitChain(from: facts.id, bodies: bodies, &work.waits, work: &work.steps))
    case .unknown: return .unknown
    case .fulfilled:
      let steps = steps(to: facts, &work).steps
      work.steps += steps.count
      return .fulfilled(steps)
    case .rejected, .unhandled:
      let path = rejectionPath(facts, &work)
      work.steps += path.steps.count + path.after.count
      return .rejected(path)
    case .cancelled:
      let path = rejectionPath(facts, &work)
      let cancellation = cancellation(along: path)
      work.steps += path.steps.count + path.after.count + cancellation.upstream.count
      return .canceled(path, cancellation)
    }
  }

  /// The promises that an outcome passed through, from its origin to a promise.
  private func steps(to last: NodeFacts, _ work: inout WhyWork) -> (steps: [OutcomeStep], isComplete: Bool) {
    var steps: [OutcomeStep] = []
    var facts = last
    var isComplete = false
    while work.waits.marks.insert(facts.id, in: self) {
      let (kind, source) = outcome(of: facts)
      steps.append(OutcomeStep(facts.id, kind))
      isComplete = source == 0 && !kind.isPassage
      guard let next = self.facts(source), next.isRejected == last.isRejected, next.state.isSettled else { break }
      facts = next
    }
    for step in steps { work.waits.marks.remove(step.promise, in: self) }
    steps.reverse()
    return (steps, isComplete)
  }

  /// How a settled promise got its outcome, and the promise that it got it from; 0 at the origin, or if that is not known.
  func outcome(of facts: NodeFacts) -> (kind: OutcomeStep.Kind, source: PromiseID) {
    switch facts.cause {
    case .resolver: return (.resolver, 0)
    case .timeout: return (.timeout, 0)
    case .adopted: return (.adopted, facts.via != 0 ? facts.via : facts.adopts)
    case .combinator:
      let needsAll = facts.state == .fulfilled && traits(facts).contains(.needsAll)
      return facts.via == 0 || needsAll ? (.combined, 0) : (.input, facts.via)
    case .passthrough:
      let isTimer = facts.state == .fulfilled && traits(facts).contains(.timer)
      return (isTimer ? .timer : .noHandler, facts.via != 0 ? facts.via : facts.from)
    case .returned: return facts.via == 0 ? (.returned, 0) : (.handedOn, facts.via)
    case .threw: return thrown(facts)
    case nil: return (.unrecorded, facts.via)
    }
  }

  private func thrown(_ facts: NodeFacts) -> (kind: OutcomeStep.Kind, source: PromiseID) {
    if facts.via != 0 { return (traits(facts).contains(.call) ? .rethrew : .handedOn, facts.via) }
    guard facts.from != 0, facts.sides.contains(.rejected), let source = self.facts(facts.from), source.isRejected
    else {
      return (.threw, 0)
    }
    let isSame = source.type == facts.type && source.text == facts.text && facts.type != .none
    return isSame ? (.rethrew, facts.from) : (.threwWhileHandling(facts.from), 0)
  }

  // MARK: Rejections

  private func rejectionPath(_ facts: NodeFacts, _ work: inout WhyWork) -> RejectionPath {
    var path = RejectionPath()
    (path.steps, path.isComplete) = steps(to: facts, &work)
    var last = facts.id
    var seen = PromiseMarks()
    seen.insert(last, in: self)
    // A combinator takes the rejection of its input and starts one of its own, so the way continues behind it.
    while true {
      let rejection = rejection(of: last)
      // Another runtime decides for each branch.
      guard rejection.isHandled, self.facts(last)?.state != .unhandled else { break }
      let by = work.branches.handler(of: last, in: self)?.promise
      let handler = by.flatMap { self.facts($0) }
      for id in carriers(from: last, to: by ?? 0, &work) where seen.insert(id, in: self) {
        path.after.append(OutcomeStep(id, self.facts(id).map { outcome(of: $0).kind } ?? .unrecorded))
        last = id
      }
      guard let handler, handler.cause == .combinator, handler.isRejected, handler.via == last,
        seen.insert(handler.id, in: self)
      else {
        path.fate = .handled(by: by)
        return path
      }
      path.after.append(OutcomeStep(handler.id, .input))
      last = handler.id
    }
    while let next = carrier(after: last), seen.insert(next.id, in: self) {
      path.after.append(OutcomeStep(next.id, outcome(of: next).kind))
      last = next.id
    }
    path.fate = fate(of: last)
    return path
  }

  private func fate(of last: PromiseID) -> RejectionPath.Fate {
    guard let facts = facts(last) else { return .unknown }
    if facts.state == .unhandled { return .unhandled }
    if counts.lost > 0 || counts.evicted > 0 { return .unknown }
    if !runtime.isLibrary, isEnded { return .handled(by: nil) }
    return isEnded || facts.released != nil ? .unhandled : .open
  }

  /// The promises after `start` that carried its rejection to the promise whose handler took it; empty if another branch did.
  private func carriers(from start: PromiseID, to handler: PromiseID, _ work: inout WhyWork) -> [PromiseID] {
    var ids: [PromiseID] = []
    var seen = PromiseMarks()
    var id = rejectedUpstream(of: handler, &work)
    while id != 0, id != start, seen.insert(id, in: self), let facts = facts(id), facts.isRejected {
      ids.append(id)
      id = outcome(of: facts).source
    }
    return id == start ? ids.reversed() : []
  }

  /// The first rejected promise that a handler's promise waited for; 0 if there is none.
  ///
  /// A retry may have thousands of inputs, and is the handler of each.
  private func rejectedUpstream(of handler: PromiseID, _ work: inout WhyWork) -> PromiseID {
    if let known = work.rejectedUpstream[handler] { return known }
    let upstream = upstream(of: handler)
    work.steps += upstream.count
    let id = upstream.first { facts($0)?.isRejected == true } ?? 0
    work.rejectedUpstream[handler] = id
    return id
  }

  /// The promise that carried a rejection last, further down from one that carried it.
  ///
  /// - Complexity: O(*n*) in the number of promises that it passed through; at most 10,000.
  func lastCarrier(of id: PromiseID) -> PromiseID {
    var last = id
    for _ in 0..<10_000 {
      guard let next = carrier(after: last), next.id != id else { return last }
      last = next.id
    }
    return last
  }

  /// The first promise that carries the same rejection further.
  private func carrier(after id: PromiseID) -> NodeFacts? {
    var found: NodeFacts?
    forEachDependent(of: id) { dependent, _, _ in
      if let facts = facts(dependent), facts.isRejected, facts.via == id, facts.cause != .combinator { found = facts }
      return found == nil
    }
    return found
  }

  // MARK: Cancellations

  private func cancellation(along path: RejectionPath) -> Cancellation {
    var cancellation = Cancellation()
    guard facts(path.origin)?.isCancelRequested == true else {
      let steps = (path.steps + path.after).map(\.promise)
      guard let requested = steps.first(where: { facts($0)?.isCancelRequested == true }) else { return cancellation }
      cancellation.requested = requested
      cancellation.by = canceler(of: requested) ?? 0
      return cancellation
    }
    // Cancellation goes upstream from the promise that was asked, and marks each promise that it rejects.
    var current = path.origin
    var seen = PromiseMarks()
    seen.insert(current, in: self)
    var upstream = [current]
    while let next = requester(of: current), seen.insert(next, in: self) {
      upstream.append(next)
      current = next
    }
    cancellation.requested = current
    cancellation.by = canceler(of: current) ?? 0
    cancellation.upstream = upstream.dropLast().reversed()
    return cancellation
  }

  /// A promise downstream whose cancellation was requested, too.
  private func requester(of id: PromiseID) -> PromiseID? {
    var found: PromiseID?
    forEachDependent(of: id) { dependent, _, _ in
      if let facts = facts(dependent), facts.isCancelRequested, facts.state == .cancelled { found = dependent }
      return found == nil
    }
    return found
  }
}

extension OutcomeStep.Kind {
  /// Whether the outcome came from another promise.
  var isPassage: Bool {
    switch self {
    case .noHandler, .timer, .handedOn, .rethrew, .adopted, .input, .unrecorded: true
    case .resolver, .returned, .threw, .threwWhileHandling, .timeout, .combined: false
    }
  }
}
