// What the columns know about one promise, without the cost of texts. It does not change when the store does.
//
// What takes a search, or is rare, is a query of the store: `ChainStore+SingleFacts`. Texts come unescaped from the program: pass them
// through `Escaping.line` (PlainText) before printing to a terminal.

import PromiseTrace

/// The facts about one promise, with texts as handles.
///
/// Times are nanoseconds since the log's start; nil if the event did not happen or was lost. A promise ID of 0 means that there is none.
package struct NodeFacts: Sendable, Equatable {
  package let id: PromiseID
  package let state: NodeState
  package let cause: SettlementCause?
  package let created: Int64
  package let enqueued: Int64?
  package let started: Int64?
  package let finished: Int64?
  package let settled: Int64?
  package let released: Int64?
  /// The duration of its timer; nil if it has none, or the log does not say.
  package let timer: Int64?
  package let operation: TextID
  package let site: Site
  /// The call of a resolver that settled it, or with which it adopted another promise; without a line if unknown.
  package let settleSite: Site
  /// Equal numbers mean the same operation at the same call site; `.max` if unknown.
  package let origin: UInt32
  package let label: TextID
  /// The preview of the value or the error.
  package let text: TextID
  package let type: TextID
  package let queue: TextID
  package let thread: TextID
  /// The promise it derives from.
  package let from: PromiseID
  package let adopts: PromiseID
  /// The promise that its body waits for now; 0 also if that was evicted.
  package let awaits: PromiseID
  /// Whether its body has stopped, and waits for another promise.
  package let isAwaiting: Bool
  /// Whether its body has stopped at least once.
  package let hasAwaited: Bool
  /// The promise in whose body it was created.
  package let inside: PromiseID
  package let via: PromiseID
  /// The sides on which its own reaction has a handler.
  package let sides: HandledSides
  package let hasReaction: Bool
  package let hasInputs: Bool
  /// Whether a handler took the rejection at this very promise.
  package let isHandledHere: Bool
  package let isCancelRequested: Bool
  package let isPaused: Bool
  package let isCyclic: Bool
  /// Whether its `created` event is missing.
  package let isPlaceholder: Bool
  /// Whether it existed before the log, so that ``created`` is only when it was first seen.
  package let isUnknownStart: Bool
  /// Whether nothing but the body that created it refers to it, so far.
  package let isOnlyInside: Bool

  /// Whether it is known how long it took, or has been pending.
  package var hasDurations: Bool { !isPlaceholder && !isUnknownStart }

  /// Whether it is neither settled nor freed; false if a loss made its state unknown.
  package var isOpen: Bool {
    switch state {
    case .pending, .running, .waiting: true
    default: false
    }
  }

  /// Whether it carries an error, which may be a cancellation.
  package var isRejected: Bool {
    switch state {
    case .rejected, .cancelled, .unhandled: true
    default: false
    }
  }

  /// The promise that it waits on now: the one that it adopted, or that its body waits for; nil if there is none.
  package var waitsOn: PromiseID? {
    guard state == .waiting else { return nil }
    return adopts != 0 ? adopts : awaits != 0 ? awaits : nil
  }
}
