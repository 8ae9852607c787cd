// Single facts about a promise, for code that runs at every event: cheaper than all of ``NodeFacts``, and in the same terms.

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
    guard life.isSettled, let offset = TimeOffset(raw: life.settledOrHeard).nanoseconds, life.cause == event.cause,
      words[Int(row)].text == event.text, (life.phase != .fulfilled) == (event.kind == .rejected)
    else { return nil }
    // Times are rounded down to 27 significant bits.
    let settled = life.created + offset
    guard event.time >= settled, event.time - settled <= (event.time - life.created) >> 26 else { return nil }
    return (words[Int(row)].origin, life.phase)
  }

  /// The functions that led to the one that created a promise, nearest first, if the program recorded them.
  package func callers(of id: PromiseID) -> [String] {
    guard !sparse.callers.isEmpty, let note = sparse.callers[rows.row(of: id, in: ids)], let text = texts[note],
      case .callers(let names) = LibraryNote(text)
    else { return [] }
    return names
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

  /// What the name of a promise's operator says in that runtime.
  package func traits(_ facts: NodeFacts) -> OperatorTraits {
    texts[facts.operation].map(runtime.traits(of:)) ?? []
  }
}
