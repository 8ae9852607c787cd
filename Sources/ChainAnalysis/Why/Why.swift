// The answer to why a promise is pending, rejected, or late, as data. Owns the vocabulary. `WhyFinding` finds the answer, `WhySentences` puts it in words.

import ChainModel
import PromiseTrace

/// Why a promise is as it is.
public struct Why: Sendable, Equatable {
  /// The promise.
  public var promise: PromiseID
  /// Its state.
  public var state: NodeState
  /// The answer.
  public var reason: WhyReason
  /// Where its time went, from its creation until it settled, was freed, or until now; nil if its creation was not seen.
  public var path: CriticalPath?
  /// Where the time went of the promise whose timeout the error came from; nil if it came from something else.
  public var timeout: CriticalPath?
  /// Who settled others like the promise that everything waits for; nil if that is not known, or its resolver is not what is missing.
  var others: FindingText?
  /// The first promises that wait for it, if it waits for none itself, and the number of all.
  var victims: [PromiseID] = []
  var victimCount = 0
  /// The waits around a promise that is pending, for callers that draw them.
  package var knot: Knot?

  /// Creates an answer.
  public init(
    _ promise: PromiseID, _ state: NodeState, _ reason: WhyReason, path: CriticalPath? = nil,
    timeout: CriticalPath? = nil
  ) {
    (self.promise, self.state, self.reason, self.path, self.timeout) = (promise, state, reason, path, timeout)
  }
}

/// The answer to a question why.
public enum WhyReason: Sendable, Equatable {
  /// It is pending, or was freed while pending: what it waits for.
  case pending(WaitChain)
  /// It is fulfilled: where the value came from, from its origin to the promise.
  case fulfilled([OutcomeStep])
  case rejected(RejectionPath)
  case canceled(RejectionPath, Cancellation)
  /// Lost events leave open what became of it.
  case unknown
}

/// One promise that an outcome passed through, or came from.
public struct OutcomeStep: Sendable, Equatable {
  /// How the promise got the outcome.
  public enum Kind: Sendable, Equatable {
    /// Origin: its resolver settled it, or it was created settled.
    case resolver
    /// Origin: its body returned the value.
    case returned
    /// Origin: its body threw the error.
    case threw
    /// Origin: its rejection handler ran for the error of another promise, and threw a different one.
    case threwWhileHandling(PromiseID)
    /// Origin: its time ran out.
    case timeout
    /// Origin: a combinator made the outcome from all of its inputs.
    case combined
    /// It has no handler for the outcome, and passed it on.
    case noHandler
    /// A timer, which passed the value on when its time was up.
    case timer
    /// Its handler ran and handed the outcome on.
    case handedOn
    /// Its rejection handler ran and threw an error with the same type and description.
    case rethrew
    /// It was resolved with the promise of the step before.
    case adopted
    /// It is a combinator, and the promise of the step before decided its outcome.
    case input
    /// The log does not record how.
    case unrecorded
  }

  /// The promise.
  public var promise: PromiseID
  /// How it got the outcome.
  public var kind: Kind

  /// Creates a step.
  public init(_ promise: PromiseID, _ kind: Kind) { (self.promise, self.kind) = (promise, kind) }
}

/// The path of a rejection.
public struct RejectionPath: Sendable, Equatable {
  /// What became of a rejection.
  public enum Fate: Sendable, Equatable {
    /// A handler took it: the promise whose handler that is; nil if the log doesn't name it, because it is an observer or an `await`.
    case handled(by: PromiseID?)
    /// It is unhandled: every promise that carried it was freed, or the run ended, and no handler took it.
    case unhandled
    /// No handler has taken it so far.
    case open
    /// Lost events leave open what became of it.
    case unknown
  }

  /// The promises that carried the rejection, from its origin to the promise that was asked about.
  public var steps: [OutcomeStep] = []
  /// The promises that carried it further, up to the one whose rejection was handled, or that carried it last.
  public var after: [OutcomeStep] = []
  /// What became of it.
  public var fate = Fate.open
  /// Whether the first step is the origin; false if the way leads to a promise that was evicted or whose events were lost.
  public var isComplete = true

  /// Creates an empty path.
  public init() {}

  /// The promise where the error came from.
  public var origin: PromiseID { steps.first?.promise ?? 0 }
}

/// Who asked for a cancellation, and how it spread.
public struct Cancellation: Sendable, Equatable {
  /// The promise whose cancellation was requested first; 0 if none was requested: the program rejected with a cancellation by itself.
  public var requested: PromiseID = 0
  /// The promise in whose body it was requested; 0 for code outside of any body.
  public var by: PromiseID = 0
  /// The promises that it reached upstream, from the requested one to the source; empty if it stopped at once.
  public var upstream: [PromiseID] = []

  /// Creates an empty value.
  public init() {}
}
