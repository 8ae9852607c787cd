// One step of a walk along waits: what one promise waits for. Looks at a single promise; `WaitWalk` follows the chain.

import ChainModel
import PromiseTrace

/// What one promise waits for.
enum WaitStep {
  case leaf(WaitLeaf)
  /// It waits for these promises, of which it can have one or several.
  case next([PromiseID], WaitKind)
}

extension ChainStore {
  /// What a promise waits for directly.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - inputLimit: The maximum number of inputs to look at; if those are settled and there are more, the answer is unknown.
  /// - Complexity: O(*n*) in the number of its inputs, otherwise O(1).
  func waitStep(_ id: PromiseID, inputLimit: Int = .max) -> WaitStep {
    guard let facts = facts(id) else { return .leaf(.unknown) }
    switch facts.state {
    case .fulfilled, .rejected, .cancelled, .unhandled: return .leaf(.settled)
    case .unknown: return .leaf(.unknown)
    case .leaked: return leakedStep(facts)
    case .waiting where facts.isAwaiting: return awaitStep(facts)
    case .waiting:
      guard facts.adopts != 0 else { return .leaf(.unknown) }
      return state(of: facts.adopts)?.isSettled == true ? .leaf(.unrecorded) : .next([facts.adopts], .adopted)
    case .running: return .leaf(.running(since: facts.started ?? facts.created))
    case .pending: break
    }
    if facts.enqueued != nil, facts.started == nil { return .leaf(.queued(behind: nil)) }
    if facts.hasInputs { return inputStep(facts, limit: inputLimit) }
    if facts.from != 0 { return facts.started == nil ? derivedStep(facts) : .leaf(.unrecorded) }
    if facts.isPlaceholder || isOrphan(id) { return .leaf(.unknown) }
    return .leaf(sourceLeaf(facts))
  }

  /// A promise whose body has stopped.
  private func awaitStep(_ facts: NodeFacts) -> WaitStep {
    guard facts.awaits != 0 else { return .leaf(.unknown) }
    return state(of: facts.awaits)?.isSettled == true ? .leaf(.unrecorded) : .next([facts.awaits], .awaited)
  }

  /// A promise that was freed while pending: its own resolver was dropped, or that of the promise that it waited for, or nothing could ever
  /// settle it.
  private func leakedStep(_ facts: NodeFacts) -> WaitStep {
    let ahead = upstream(of: facts.id).filter { state(of: $0)?.isSettled == false }
    guard !ahead.isEmpty else {
      let isEmpty = sourceLeaf(facts) == .emptyCombinator && !facts.hasInputs
      return .leaf(isEmpty ? .emptyCombinator : .dropped)
    }
    if facts.adopts != 0 { return .next(ahead, .adopted) }
    if facts.isAwaiting { return .next(ahead, .awaited) }
    if !facts.hasInputs { return facts.started == nil ? .next(ahead, .derived) : .leaf(.dropped) }
    return .next(ahead, .input(open: ahead.count, of: upstream(of: facts.id).count, isEnough: false))
  }

  private func inputStep(_ facts: NodeFacts, limit: Int) -> WaitStep {
    let inputs = inputs(of: facts.id, limit: limit)
    let open = inputs.filter { state(of: $0)?.isSettled == false }
    guard open.isEmpty else {
      return .next(open, .input(open: open.count, of: inputs.count, isEnough: traits(facts).contains(.race)))
    }
    // Inputs that were evicted are missing from the list.
    if counts.evicted > 0 || inputs.count == limit { return .leaf(.unknown) }
    return .leaf(timerLeaf(facts) ?? .unrecorded)
  }

  private func derivedStep(_ facts: NodeFacts) -> WaitStep {
    guard let parent = self.facts(facts.from) else { return .leaf(.unknown) }
    guard parent.state.isSettled else { return .next([parent.id], .derived) }
    return .leaf(timerLeaf(facts) ?? .unrecorded)
  }

  /// The timer that a promise waits for; nil if none runs.
  func timerLeaf(_ facts: NodeFacts) -> WaitLeaf? {
    timerStart(facts).map { .timer(since: $0, remaining: deadline(of: facts.id).map { $0 - lastTime }) }
  }

  /// A promise without a source whose body, if it has one, does not run.
  private func sourceLeaf(_ facts: NodeFacts) -> WaitLeaf {
    if facts.isPaused { return .paused }
    if let timer = timerLeaf(facts) { return timer }
    if texts[facts.operation] == "lazy", facts.started == nil { return .lazy }
    switch traits(facts) {
    // The events about its inputs may be among those that were lost or evicted.
    case let traits where traits.contains(.race):
      guard counts.lost == 0, counts.evicted == 0 else { return .unknown }
      // Inputs are registered directly after the creation.
      return lastTime > facts.created ? .emptyCombinator : .unrecorded
    case let traits where !traits.isDisjoint(with: [.retry, .needsAll]):
      return counts.lost == 0 && counts.evicted == 0 ? .unrecorded : .unknown
    default: return isResolverReleased(facts.id) ? .dropped : .resolver
    }
  }
}
