// Collects candidates from events. Owns what each event may mean to a rule. Each step takes constant time.

import ChainModel
import PromiseLog
import PromiseTrace

extension Analyzer {
  /// The number of retries to follow at once.
  static let retryLimit = 4_096

  /// Updates the candidates of each rule with an event.
  ///
  /// - Parameters:
  ///   - event: The next event.
  ///   - store: The store, to which the event has just been applied.
  /// - Complexity: Amortized O(1).
  public mutating func apply(_ event: Event, in store: ChainStore) {
    let time = Int64(clampedTime: event.time)
    guard time == event.time else {
      var near = event
      near.time = time
      return apply(near, in: store)
    }
    if event.kind != .ended, event.kind != .alive {
      lastActivity = time
      if firstActivity == .max { firstActivity = time }
      if firstSettlement == .max, event.kind == .fulfilled || event.kind == .rejected {
        (firstSettlement, firstSettled) = (time, event.promise)
      }
    }
    switch event.kind {
    case .created: created(event, store)
    case .registered: registered(event, store)
    case .enqueued: queues.enqueued(event)
    case .started:
      lastStarted = event.promise
      queues.started(event, enqueued: store.bodyTimes(of: event.promise).enqueued)
      eventLoops[process(of: event.promise)].starts(event)
    case .finished: finished(event, store)
    case .adopted:
      if event.peer != 0 { helpers.note(event.peer, usedBy: event.promise, store) }
      if event.peer == event.promise || store.facts(event.promise)?.isCyclic ?? false {
        note(event, in: &resolutionErrors)
      }
    case .fulfilled: settled(event, store)
    case .rejected: rejected(event, store)
    case .ignored: note(event, in: &ignored)
    case .handled:
      guard event.peer != 0 else { break }
      var proof = proof(event, other: event.peer)
      proof.takesError = catchBlocks[event.peer]
      handlers.insert(proof)
    case .unhandled:
      unhandled.insert(event.promise)
      if unhandledTimes.count < Candidates<PromiseID>.limit { unhandledTimes[event.promise] = time }
    case .released: released(event, store)
    case .noted:
      if event.promise != 0, let text = store.texts[event.text], let known = LibraryNote(text) {
        note(known, event, store)
      }
    case .lost:
      requests.lost()
      gaps.note(event.time)
      queues.lost()
      for index in eventLoops.indices { eventLoops[index].lost() }
      bursts.lost()
      awaited = [:]
      for index in serials.indices { serials[index] = Serial() }
      taskSerials.lost()
    case .awaiting:
      eventLoops[process(of: event.promise)].stops(event, store)
      if awaited.count < 4_096 { awaited[event.promise] = event.peer }
      catchBlocks[event.promise] = catchBlocks.count < 4_096 ? event.takesError : nil
      if event.loop != nil || !loopsAround.isEmpty {
        loopsAround[event.promise] = loopsAround.count < 4_096 ? event.loop : nil
      }
      if event.loop != nil { exemptSeries(of: event.peer, in: event.promise, store) }
      if event.takesError == false, blindWaits.count < Candidates<PromiseID>.limit {
        blindWaits.insert(BlindWait(body: event.promise, source: event.peer))
      }
    case .continued:
      eventLoops[process(of: event.promise)].starts(event)
      if !awaited.isEmpty { awaited[event.promise] = nil }
      if !loopsAround.isEmpty { loopsAround[event.promise] = nil }
    case .named: requests.named(event, store)
    case .ended, .alive, .paused, .resumed, .progressed, .cancelRequested, .unknown: break
    }
  }

  private mutating func note(_ note: LibraryNote, _ event: Event, _ store: ChainStore) {
    switch note {
    case .selfResolution:
      guard selfNotes.count < Candidates<PromiseID>.limit else { return }
      resolutionErrors.insert(proof(event))
      selfNotes.insert(event.promise)
    case .deadlock: deadlocks.insert(proof(event))
    case .callers: break
    case .resolverReleased:
      unresolvable.prune { !store.isOpen($0.promise) }
      unresolvable.insert(proof(event))
    case .expectedPending: if expected.count < 65_536 { expected.insert(event.promise) }
    case .processEnd(let reason):
      if isProcess(event.promise) { ends[process(of: event.promise)] = (event.time, reason) }
    }
  }

  private func proof(_ event: Event, other: PromiseID? = nil) -> Proof {
    Proof(promise: event.promise, other: other ?? event.context, event: event.sequence, time: event.time)
  }

  private func note(_ event: Event, in candidates: inout Candidates<Proof>) { candidates.insert(proof(event)) }

  // MARK: Creation

  private mutating func created(_ event: Event, _ store: ChainStore) {
    guard event.promise != 0 else { return }
    let traits = event.peer == 0 ? operators.traits(event.operation, store.texts) : []
    if traits.contains(.process) {
      while eventLoops.count <= MergedPromise.process(of: event.promise) {
        eventLoops.append(LoopWatch(shortest: settings.eventLoop))
      }
      return
    }
    var event = event
    // What is at the top level of its process has no caller.
    if isProcess(event.context) { event.context = 0 }
    young.append((event.promise, event.time))
    grow(old: event.time - settings.stuck, store)
    if event.peer == 0 {
      if traits.contains(.race) {
        combinators.prune { !store.isOpen($0) }
        combinators.insert(event.promise)
      } else if traits.contains(.retry) {
        if retryPruning.isDue(retries.count, limit: Self.retryLimit) {
          retries = retries.filter { store.isOpen($0.key) }
        }
        if retries.count < Self.retryLimit { retries[event.promise] = Retries() }
      } else if traits.contains(.call) {
        isCallUsed = true
        if event.isDetached, detached.count < 4_096 { detached.insert(store.origin(of: event.promise)) }
      }
    } else {
      deepen(event, store)
    }
    if event.context != 0 || event.peer == 0 { followSeries(event, store) }
    bursts.created(event, store)
    requests.created(event, store)
  }

  /// Moves promises created at or before `time` from the young ones to the old ones, unless they have settled.
  ///
  /// Moves at most eight, so that every event costs the same, also after a million promises were created at once; a search for
  /// findings checks the rest.
  private mutating func grow(old time: Int64, _ store: ChainStore) {
    for _ in 0..<8 {
      guard youngStart < young.count, young[youngStart].created <= time else { break }
      let promise = young[youngStart].promise
      if old.count < 2_000_000, store.isOpen(promise) { old.append(promise) { store.isOpen($0) } }
      youngStart += 1
    }
    if youngStart > 4_096, youngStart * 2 > young.count {
      young.removeFirst(youngStart)
      youngStart = 0
    }
    // A flood creates millions within the threshold; most of them have settled.
    guard young.count >= 2_000_000, young.count & 0xFFFFF == 0 else { return }
    young.removeAll { !store.isOpen($0.promise) }
    youngStart = 0
  }

  private mutating func deepen(_ event: Event, _ store: ChainStore) {
    let parent = depths[Int(truncatingIfNeeded: event.peer & 1_023)]
    let isKnown = parent.promise == event.peer
    let depth = isKnown ? parent.depth + 1 : 2
    // The call site that extends the chain is noted, and not again the ones where it ends.
    var noted = isKnown ? parent.noted : .max
    defer { depths[Int(truncatingIfNeeded: event.promise & 1_023)] = (event.promise, depth, noted) }
    guard depth >= settings.depth, let origin = store.facts(event.promise)?.origin else { return }
    if noted == .max { noted = origin }
    guard noted == origin else { return }
    if deepest[origin].map({ $0.depth < depth }) ?? (deepest.count < 1_024) { deepest[origin] = (event.promise, depth) }
  }

  // MARK: Reactions and bodies

  private mutating func registered(_ event: Event, _ store: ChainStore) {
    if event.peer == 0 {
      if event.context != 0, awaited.count < 4_096 { awaited[event.context] = event.promise }
      if event.task != 0 { followTask(event, store) }
    } else {
      helpers.note(event.promise, usedBy: event.peer, store)
      if event.context != 0, event.handles.contains(.rejected) { followAttempts(event, store) }
      if !retries.isEmpty, retries[event.peer] != nil {
        retry(event)
      } else if !combinators.isEmpty {
        combinators.remove(event.peer)
      }
      if let takesError = event.takesError, errorHandlers.count < 4_096 {
        errorHandlers[store.origin(of: event.peer)] = takesError
      }
    }
    if store.latestReactionCount == settings.handlers { crowded.insert(event.promise) }
  }

  private mutating func finished(_ event: Event, _ store: ChainStore) {
    queues.finished(event, store)
    eventLoops[process(of: event.promise)].stops(event, store)
    if !isProcess(event.promise) { collectCalls(of: event, store) }
    if !awaited.isEmpty { awaited[event.promise] = nil }
    if !catchBlocks.isEmpty { catchBlocks[event.promise] = nil }
    if !loopsAround.isEmpty { loopsAround[event.promise] = nil }
    if event.outcome == .value, returned.count < 4_096, !store.hasReaction(event.promise) {
      returned.insert(event.promise)
    }
    guard event.outcome == .void, store.hasOnlyInside(event.promise) else { return }
    let handler = event
    store.forEachOnlyInside(event.promise) { notReturned.insert(proof(handler, other: $0)) }
  }

  // MARK: Settlements

  private mutating func settled(_ event: Event, _ store: ChainStore) {
    if let (origin, created) = store.originAndCreation(of: event.promise) {
      siteTimes.add(event.time - created, origin: origin)
      if event.cause == .resolver { longestWait = max(longestWait, event.time - created) }
    }
    let process = process(of: event.promise)
    eventLoops[process].stops(event, store)
    eventLoops[process].settled(event, store)
    bursts.settled(event, store)
    guard event.cause == .resolver, event.context != 0 else { return }
    if event.context == event.promise {
      needless.insert(proof(event, other: 0))
    } else if let handler = store.facts(event.context), handler.from != 0,
      handler.inside == event.promise || isWrapper(event.promise, of: handler, store)
    {
      needless.insert(proof(event, other: handler.from))
    }
  }

  /// Whether a promise without a body passes on what a handler receives that the same code registered for both outcomes, right after it created
  /// the promise.
  private func isWrapper(_ promise: PromiseID, of handler: NodeFacts, _ store: ChainStore) -> Bool {
    guard handler.sides.contains([.fulfilled, .rejected]), let facts = store.facts(promise), facts.from == 0,
      facts.started == nil, facts.enqueued == nil, !facts.hasInputs, facts.inside == handler.inside,
      let source = store.facts(handler.from)
    else { return false }
    return facts.site.isInSameFunction(as: handler.site) && facts.created <= source.created
  }

  private mutating func rejected(_ event: Event, _ store: ChainStore) {
    settled(event, store)
    guard !event.isCancelled else { return }
    collectCall(rejected: event, store)
    rejected.prune { id in
      // The walk to the rejection's start is only for those that may still be reported.
      guard let facts = store.facts(id), facts.state == .rejected, !facts.hasReaction else { return true }
      return store.rejection(of: id).isHandled
    }
    rejected.insert(event.promise)
    switch event.cause {
    case .timeout: requests.timedOut(event)
    case .passthrough, .adopted, .combinator: break
    case .resolver, .returned, .threw, nil:
      if event.type != .none, event.peer == 0, store.texts[event.type] == "PromiseResolutionError" {
        note(event, in: &resolutionErrors)
      }
    }
  }

  private mutating func released(_ event: Event, _ store: ChainStore) {
    switch event.state {
    case .pending:
      if store.upstream(of: event.promise, limit: 1_000).contains(where: { store.state(of: $0) == .leaked }) { return }
      note(event, in: &leaked)
    case .fulfilled:
      let hasReturned = !returned.isEmpty && returned.remove(event.promise) != nil
      if store.isUnused(event.promise, isKnownValue: hasReturned) { unused.insert(event.promise) }
    case .rejected, nil: break
    }
  }
}
