// The log's words for the cases of enumerations: the values of `ev`, `cause`, `outcome`, `attempt`, `state`, `reason`,
// `loop`. Used by encoder and decoder.

extension EventKind {
  /// The log's `ev`.
  package var logName: StaticString {
    switch self {
    case .created: "created"
    case .named: "named"
    case .registered: "registered"
    case .enqueued: "enqueued"
    case .started: "started"
    case .finished: "finished"
    case .awaiting: "awaiting"
    case .continued: "continued"
    case .paused: "paused"
    case .resumed: "resumed"
    case .adopted: "adopted"
    case .progressed: "progressed"
    case .fulfilled: "fulfilled"
    case .rejected: "rejected"
    case .ignored: "ignored"
    case .cancelRequested: "cancelRequested"
    case .handled: "handled"
    case .unhandled: "unhandled"
    case .released: "released"
    case .noted: "noted"
    case .lost: "lost"
    case .ended: "ended"
    case .alive: "alive"
    case .held: "held"
    case .called: "called"
    case .unknown: "unknown"
    }
  }
}

extension SettlementCause {
  /// The log's `cause`.
  package var logName: StaticString {
    switch self {
    case .resolver: "resolver"
    case .returned: "returned"
    case .adopted: "adopted"
    case .passthrough: "passthrough"
    case .combinator: "combinator"
    case .threw: "threw"
    case .timeout: "timeout"
    }
  }
}

extension BodyOutcome {
  /// The log's `outcome`.
  package var logName: StaticString {
    switch self {
    case .value: "value"
    case .void: "void"
    case .promise: "promise"
    case .threw: "threw"
    }
  }
}

extension SettlementAttempt {
  /// The log's `attempt`.
  package var logName: StaticString {
    switch self {
    case .fulfill: "fulfill"
    case .reject: "reject"
    case .resolve: "resolve"
    }
  }
}

extension PromiseState {
  /// The log's `state`.
  package var logName: StaticString {
    switch self {
    case .pending: "pending"
    case .fulfilled: "fulfilled"
    case .rejected: "rejected"
    }
  }
}

extension EndReason {
  /// The log's `reason`.
  package var logName: StaticString {
    switch self {
    case .exit: "exit"
    case .drained: "drained"
    case .signal: "signal"
    case .snapshot: "snapshot"
    }
  }
}

extension LoopForm {
  /// The log's `loop`.
  package var logName: StaticString {
    switch self {
    case .condition: "condition"
    case .endless: "endless"
    case .each: "each"
    }
  }
}

extension StaticString {
  /// The literal's bytes, which are immortal.
  @inlinable @inline(__always)
  package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}
