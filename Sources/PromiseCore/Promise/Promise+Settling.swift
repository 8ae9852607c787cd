// Settling a promise with a value, or like another promise. Owns what is logged of it, and when a preview of the value is created;
// `PromiseNode+Settling` claims, publishes, and rejects.

import PromiseTrace

extension Promise {
  /// Fulfills the promise.
  ///
  /// Called in an inline handler, it settles the promise, but handlers of this promise wait until the inline handler returns; see
  /// ``InlineExecutor``.
  ///
  /// - Parameters:
  ///   - value: The value to fulfill with.
  ///   - cause: The cause of the settlement, recorded in the log.
  ///   - source: The promise that the value came from, if any.
  ///   - call: The call of the resolver, recorded in the log.
  /// - Returns: False if the promise was already settled or locked in. Unless the attempt merely came too late, it is logged as
  ///   `ignored`; see ``PromiseNode/ignored(_:_:at:)``.
  @inlinable
  @discardableResult
  package func fulfill(
    _ value: Value, cause: SettlementCause, via source: PromiseNode? = nil, at call: SourceSite = SourceSite()
  ) -> Bool {
    if tracedID != 0, EventEmitter.values(of: tracedID) != .off {
      return fulfillPreviewed(value, cause: cause, via: source, at: call)
    }
    if tracedID == 0, cause == .returned || cause == .passthrough, state.now.settlesInOneStep {
      if settle(store(value)) { return true }
      destroyStored()
      return false
    }
    return fulfillByClaiming(value, cause: cause, via: source, at: call)
  }

  @inlinable
  func fulfillByClaiming(
    _ value: Value, cause: SettlementCause, via source: PromiseNode?, at call: SourceSite = SourceSite()
  ) -> Bool {
    guard claim(for: cause) else {
      if tracedID != 0, source == nil { ignored(.fulfill, cause, at: call) }
      return false
    }
    if tracedID != 0 { EventEmitter.fulfilled(tracedID, cause: cause, via: source?.tracedID ?? 0, at: call) }
    publish(storeClaimed(value), byBody: cause == .returned || cause == .passthrough)
    return true
  }

  /// Fulfills with what the promise's own body returned, and logs that the body ended.
  @inlinable @inline(__always)
  package func bodyReturned(_ value: Value) {
    if tracedID != 0 {
      bodyReturnedTraced(value, Value.self == Void.self ? .void : .value)
    } else {
      fulfillByBody(value)
    }
  }

  /// Fulfills with the value that the promise's own body has computed as its last action; not logged.
  @inlinable @inline(__always)
  func fulfillByBody(_ value: Value) {
    guard state.now.settlesInOneStep else {
      _ = fulfillByClaiming(value, cause: .returned, via: nil)
      return
    }
    if !settle(store(value)) { destroyStored() }
  }

  /// Settles like a settled parent after the promise's own body ran, and logs that the body ended.
  @inlinable @inline(__always)
  package func bodyReturned(passing parent: Promise<Value>) {
    if parent.isFulfilled {
      if tracedID != 0 {
        bodyReturnedTraced(parent.fulfilledValue, .void, via: parent)
      } else {
        fulfillByBody(parent.fulfilledValue)
      }
    } else {
      finished(.void)
      reject(passing: parent.rejection, from: parent, cause: .returned)
    }
  }

  /// Inlinable, because unspecialized code would store the value through its type's witness table.
  @inlinable @inline(never)
  func bodyReturnedTraced(_ value: Value, _ outcome: BodyOutcome, via source: PromiseNode? = nil) {
    if state.now.settlesInOneStep,
      let event = EventEmitter.returning(tracedID, on: executorSymbol, outcome, via: source?.tracedID ?? 0)
    {
      if settle(store(value), publishing: event) { return }
      destroyStored()
    }
    // Creating a preview runs user code, which may be slow; so the body is logged as finished first.
    guard EventEmitter.values(of: tracedID) == .off, claim(for: .returned) else {
      traceFinished(outcome)
      fulfill(value, cause: .returned, via: source)
      return
    }
    EventEmitter.returned(tracedID, on: executorSymbol, outcome, via: source?.tracedID ?? 0)
    publish(store(value), byBody: true)
  }

  @usableFromInline @inline(never)
  func fulfillPreviewed(
    _ value: Value, cause: SettlementCause, via source: PromiseNode?, at call: SourceSite
  ) -> Bool {
    // Created before the claim, because it may call user code, a `description`.
    let preview = Preview.text(of: value, policy: EventEmitter.values(of: tracedID))
    guard claim(for: cause) else {
      if source == nil { ignored(.fulfill, cause, at: call) }
      return false
    }
    EventEmitter.fulfilled(tracedID, preview: preview, cause: cause, via: source?.tracedID ?? 0, at: call)
    publish(storeClaimed(value))
    return true
  }

  @usableFromInline @inline(never)
  func traceFulfilled(_ value: Value, cause: SettlementCause, via source: PromiseNode?) {
    let preview = Preview.text(of: value, policy: EventEmitter.values(of: tracedID))
    EventEmitter.fulfilled(tracedID, preview: preview, cause: cause, via: source?.tracedID ?? 0)
  }

  /// Settles with the outcome of a settled parent.
  ///
  /// - Parameters:
  ///   - parent: A settled promise.
  ///   - cause: The cause recorded in the log: `passthrough` if this promise has no handler for the outcome, `returned` if its
  ///     handler ran and forwarded the outcome.
  @inlinable
  package func settle(like parent: Promise<Value>, cause: SettlementCause = .passthrough) {
    if parent.isFulfilled {
      fulfill(parent.fulfilledValue, cause: cause, via: parent)
    } else {
      reject(passing: parent.rejection, from: parent, cause: cause)
    }
  }
}
