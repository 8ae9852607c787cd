// Single facts about a promise, for code that runs at every event: cheaper than all of ``NodeFacts``, and in the same terms.

import PlainText
import PromiseTrace

extension ChainStore {
  /// When a promise's body was enqueued and started, in nanoseconds since the log's start.
  ///
  /// Cheaper than ``facts(_:)``.
  @inline(__always)
  package func bodyTimes(of id: PromiseID) -> (enqueued: Int64?, started: Int64?) {
    let row = rows.row(of: id, in: ids)
    guard row != .none else { return (nil, nil) }
    let life = life[Int(row)]
    return (life.enqueued.nanoseconds.map { life.created + $0 }, life.started.nanoseconds.map { life.created + $0 })
  }

  /// The operation and call site of a promise, as in ``NodeFacts/origin``; `.max` if unknown.
  package func origin(of id: PromiseID) -> UInt32 {
    let row = rows.row(of: id, in: ids)
    return row == .none ? .max : words[Int(row)].origin
  }

  /// The operation and call site of a promise, as in ``NodeFacts/origin``, and when it was created, in nanoseconds since the log's start.
  package func originAndCreation(of id: PromiseID) -> (origin: UInt32, created: Int64)? {
    let row = rows.row(of: id, in: ids)
    return row == .none ? nil : (words[Int(row)].origin, life[Int(row)].created)
  }

  /// The call site of a promise, as in ``NodeFacts/site``; without a line if unknown.
  package func site(of id: PromiseID) -> Site { origins[origin(of: id)]?.site ?? Site() }

  /// The call of a resolver that settled a promise, as in ``NodeFacts/settleSite``; without a line if unknown.
  package func settleSite(of id: PromiseID) -> Site {
    let row = rows.row(of: id, in: ids)
    return row == .none ? Site() : origins[words[Int(row)].resolver]?.site ?? Site()
  }

  /// Where a promise's body threw the error that it was rejected with; nil if the error came from a promise that it awaited, or the log doesn't say.
  package func throwSite(of facts: NodeFacts) -> Site? {
    guard facts.cause == .threw, facts.via == 0 else { return nil }
    let site = settleSite(of: facts.id)
    return site.line > 0 ? site : nil
  }

  /// Where a promise's body ended with an error: at the `await` that threw it, or where the body itself did; nil if the log doesn't say.
  package func errorSite(of facts: NodeFacts) -> Site? {
    facts.via == 0 ? throwSite(of: facts) : awaitSite(of: facts.id, for: facts.via)
  }

  /// The queue that a promise's body ran on; ``TextID/none`` if it has none, or the store doesn't contain it.
  package func queue(of id: PromiseID) -> TextID {
    let row = rows.row(of: id, in: ids)
    return row == .none ? .none : executions[words[Int(row)].execution]?.queue ?? .none
  }

  /// What the store knows of a promise that an event just settled; nil if the promise had settled before, or is unknown.
  ///
  /// If both settlements are the same at the same nanosecond, it takes the second one for the first.
  package func settlement(by event: Event) -> (origin: UInt32, state: NodeState)? {
    let row = rows.row(of: event.promise, in: ids)
    guard row != .none else { return nil }
    let life = life[Int(row)]
    guard life.isSettled, let offset = TimeOffset(raw: life.settledOrConfirmed).nanoseconds, life.cause == event.cause,
      words[Int(row)].text == event.text, (life.phase != .fulfilled) == (event.kind == .rejected)
    else { return nil }
    // Times are rounded down to 27 significant bits.
    let settled = life.created + offset
    guard event.time >= settled, event.time - settled <= (event.time - life.created) >> 26 else { return nil }
    return (words[Int(row)].origin, life.phase)
  }

  /// Whether the log has callers of any promise, or says where any body is suspended.
  package var hasCallers: Bool { !sparse.callers.isEmpty }

  /// How the resolver of a promise is reached, nearest first, and the promise whose body has it in a variable, or 0; nil if the log does not say.
  package func holder(of id: PromiseID) -> (text: String, body: PromiseID)? {
    guard !sparse.snapshots.isEmpty, let known = sparse.snapshots[rows.row(of: id, in: ids)],
      known.holder != .none || known.body != 0
    else { return nil }
    return (texts[known.holder] ?? "", known.body)
  }

  /// The promises whose resolvers the bodies of others have in variables, by that body's promise: those that wait for a lock, by its holder.
  ///
  /// Without those that several bodies have.
  package var lockedPromises: [PromiseID: [PromiseID]] {
    var found: [PromiseID: [PromiseID]] = [:]
    for (row, known) in sparse.snapshots.values where known.body != 0 && !known.hasSeveralBodies {
      found[known.body, default: []].append(ids[Int(row)])
    }
    return found.mapValues { $0.sorted() }
  }

  /// Whether a promise existed before the log.
  func isUnknownStart(_ row: Row) -> Bool {
    !sparse.snapshots.isEmpty && sparse.snapshots[row]?.isUnknownStart ?? false
  }

  /// The functions that led to the one that created a promise, nearest first, if the program recorded them.
  package func callers(of id: PromiseID) -> [String] {
    guard let note = callerTexts(of: id)?.names, let text = texts[note], case .callers(let names) = LibraryNote(text)
    else { return [] }
    return names
  }

  /// The calls that led to a promise, nearest first, as ``Event/callers`` has them.
  package func callTexts(of id: PromiseID) -> [Substring] {
    guard let calls = callerTexts(of: id)?.calls, let text = texts[calls] else { return [] }
    return text.split(separator: " < ")
  }

  /// The calls that led to a promise, nearest first: with their lines or, if the program recorded only names, as the names of functions; empty if the
  /// log has neither.
  package func callersInWords(of id: PromiseID) -> String {
    let calls = callTexts(of: id)
    return calls.isEmpty ? callers(of: id).joined(separator: " < ") : Escaping.line(calls.joined(separator: " < "))
  }

  /// Where the body of a promise is suspended, innermost function first, if it does not await a promise.
  package func suspensionTexts(of id: PromiseID) -> [Substring] {
    guard let note = callerTexts(of: id)?.suspension, let text = texts[note],
      case .suspended(let calls) = LibraryNote(text)
    else { return [] }
    return calls.map { $0[...] }
  }

  private func callerTexts(of id: PromiseID) -> Sparse.Callers? {
    hasCallers ? sparse.callers[rows.row(of: id, in: ids)] : nil
  }

  /// Whether the last resolver of a promise was released.
  package func isResolverReleased(_ id: PromiseID) -> Bool {
    !sparse.agents.isEmpty && sparse.agents[rows.row(of: id, in: ids)]?.isResolverReleased ?? false
  }

  /// A promise's label; ``TextID/none`` if it has none, or the store doesn't contain it.
  package func label(of id: PromiseID) -> TextID {
    let row = rows.row(of: id, in: ids)
    return row == .none ? .none : words[Int(row)].label
  }

  /// The preview of the value that a promise was fulfilled with; ``TextID/none`` if the log or the store doesn't have it.
  package func value(of id: PromiseID) -> TextID {
    let row = rows.row(of: id, in: ids)
    guard row != .none, life[Int(row)].phase == .fulfilled else { return .none }
    return words[Int(row)].text
  }

  /// The name of a promise's operator; ``TextID/none`` if the log or the store doesn't have it.
  package func operation(of id: PromiseID) -> TextID { origins[origin(of: id)]?.operation ?? .none }

  /// Whether a promise derives from another one and has a handler, which its registration or the handler's run shows.
  package func hasHandler(_ id: PromiseID) -> Bool {
    let row = rows.row(of: id, in: ids)
    guard row != .none else { return false }
    let flags = life[Int(row)].flags
    return flags.relation == .derived && !flags.contains(.orphan) && links[Int(row)].parent != .none
      && (flags.contains(.reactsToFulfilled) || flags.contains(.reactsToRejected) || life[Int(row)].started != .none)
  }

  /// Whether a reaction was registered on a promise.
  package func hasReaction(_ id: PromiseID) -> Bool {
    let row = rows.row(of: id, in: ids)
    return row != .none && life[Int(row)].flags.contains(.hasReaction)
  }

  /// Whether a promise waits for itself through others, as ``NodeFacts/isCyclic``.
  @inline(__always)
  package func isCyclic(_ id: PromiseID) -> Bool {
    let row = rows.row(of: id, in: ids)
    return row != .none && life[Int(row)].flags.contains(.cyclic)
  }

  /// Whether a promise is in the store, and neither settled nor freed.
  @inline(__always)
  package func isOpen(_ id: PromiseID) -> Bool {
    let row = rows.row(of: id, in: ids)
    return row != .none && life[Int(row)].isOpen
  }

  /// Whether a promise that was just freed was fulfilled with a value that no reaction asked for.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - isKnownValue: Whether it has a value, although that is not recorded.
  /// - Returns: Whether that is so.
  package func isUnused(_ id: PromiseID, isKnownValue: Bool) -> Bool {
    let row = rows.row(of: id, in: ids)
    guard row != .none else { return false }
    let life = life[Int(row)]
    return life.phase == .fulfilled && !life.flags.contains(.hasReaction) && !life.flags.contains(.placeholder)
      && (isKnownValue || words[Int(row)].text != .none) && life.cause != .passthrough && sparse.adopters[row] == nil
  }

  /// Whether anything was created in a promise's body that nothing refers to, so far.
  package func hasOnlyInside(_ id: PromiseID) -> Bool {
    let row = rows.row(of: id, in: ids)
    return row != .none && links[Int(row)].firstNested != .none
  }

  // MARK: Runtimes

  /// What ran the program, whose words the sentences use.
  package var runtime: RuntimeProfile { texts.profile }

  /// Whether a promise stands for the time for which a lock is held.
  package func isHold(_ facts: NodeFacts) -> Bool { texts[facts.operation].map(runtime.isHold) ?? false }

  /// What the name of a promise's operator says in that runtime.
  package func traits(_ facts: NodeFacts) -> OperatorTraits {
    texts[facts.operation].map(runtime.traits(of:)) ?? []
  }

  // MARK: For people

  /// A name to display: the label, otherwise the operator, otherwise `?`; nil if the store doesn't contain the promise.
  package func name(of id: PromiseID) -> String? {
    let row = rows.row(of: id, in: ids)
    return row == .none ? nil : name(row: row)
  }

  func name(row: Row) -> String {
    if let label = texts[words[Int(row)].label] { return label }
    return texts[operation(row)].flatMap { $0.isEmpty ? nil : $0 } ?? "?"
  }

  /// The call site of a promise's creation, with texts; nil if it is unknown.
  package func callSite(of id: PromiseID) -> NodeSite? { nodeSite(site(of: id)) }

  /// A call site, with texts; nil if it is unknown.
  package func nodeSite(_ site: Site) -> NodeSite? {
    guard site.line > 0 else { return nil }
    return NodeSite(file: texts[site.file] ?? "", line: Int(site.line), function: texts[site.function] ?? "")
  }

  /// The last reported progress of a promise, with its text.
  package func progress(of id: PromiseID) -> NodeProgress? {
    sparse.progress[rows.row(of: id, in: ids)].map {
      NodeProgress(fraction: $0.fraction < 0 ? nil : $0.fraction, stage: texts[$0.stage])
    }
  }

  /// Whether a handler ran for the rejection that a promise carries, on this promise or downstream.
  package func isHandled(_ id: PromiseID) -> Bool {
    let row = rows.row(of: id, in: ids)
    return row != .none && isHandled(row)
  }

  /// The number of attempts to settle a promise that were ignored.
  package func ignoredCount(of id: PromiseID) -> Int { sparse.ignored[rows.row(of: id, in: ids)] ?? 0 }

  /// The number of inputs of a combinator.
  package func inputCount(of id: PromiseID) -> Int { sparse.inputs[rows.row(of: id, in: ids)] ?? 0 }

  /// The promise in whose body the cancellation of another one was requested; nil if that happened outside of any body.
  package func canceler(of id: PromiseID) -> PromiseID? {
    let canceler = sparse.agents[rows.row(of: id, in: ids)]?.canceler ?? 0
    return canceler == 0 ? nil : canceler
  }
}
