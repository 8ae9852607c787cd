// One thing that happened to a promise, as every reader sees it: the ring's merging reader, a log file, a test's picture.
//
// Owns the event's fields and their meaning. Refuses to hold text: an event is plain bits (no references), and its words are
// handles into the `TextTable` of the source it came from. docs/event-log.md is the same contract in JSON.

/// A promise's number: never reused within a run, and the same for every reader and for the program itself.
///
/// 0 means "no promise".
public typealias PromiseID = UInt64

/// What happened.
///
/// The case names are the log's `ev` values.
public enum EventKind: UInt8, Sendable, CaseIterable {
  /// A promise exists. Uses `operation`, `peer` (the promise it derives from), `text` (label), `site`.
  case created = 1
  /// It got its label later. Uses `text`.
  case named
  /// A reaction waits on the promise. Uses `peer` (the derived promise or combinator), `handles`.
  case registered
  /// The body that settles the promise was handed to an executor. Uses `queue`.
  case enqueued
  /// That body runs. Uses `queue`, `thread`.
  case started
  /// That body ended. Uses `outcome`, `queue`, `thread`.
  case finished
  /// A source that supports it was paused.
  case paused
  /// A paused source goes on.
  case resumed
  /// Resolved with another promise: locked in, still pending. Uses `peer` (the source).
  case adopted
  /// Progress while pending. Uses `fraction`, `text` (stage).
  case progressed
  /// Settled with a value. Uses `text` (value preview), `cause`, `peer` (via).
  case fulfilled
  /// Settled with an error. Uses `text` (error preview), `type`, `cause`, `peer` (via), `isCancelled`.
  case rejected
  /// A second settlement, refused. Uses `attempt`.
  case ignored
  /// Somebody asked for cancellation. Uses `peer` (by).
  case cancelRequested
  /// A rejection handler ran for the rejection this promise carries, here or further down.
  case handled
  /// The last promise carrying a rejection was freed, and nobody ever handled it.
  case unhandled
  /// The promise was freed. Uses `state`.
  case released
  /// The user's own note or log line; `promise` may be 0. Uses `text`.
  case noted
  /// Events are missing: overwritten before this reader came, or `isDamage`. Uses `count`; `promise` is 0.
  case lost
  /// The last line of an orderly log; `promise` is 0.
  case ended
  /// An event this version does not know. Uses `text` (the whole line, as read).
  case unknown
}

/// Why a promise settled.
public enum SettlementCause: UInt8, Sendable, CaseIterable {
  /// A resolver's `fulfill` or `reject`, or a promise created settled.
  case resolver = 1
  /// Its body returned a value.
  case returned
  /// It was resolved with another promise, which settled.
  case adopted
  /// Its parent's outcome has no handler here and passes on.
  case passthrough
  /// A combinator had what it needed.
  case combinator
  /// Its body threw.
  case threw
  /// Its time ran out.
  case timeout
}

/// How a body ended.
public enum BodyOutcome: UInt8, Sendable, CaseIterable {
  /// It returned a value.
  case value = 1
  /// It returned nothing.
  case void
  /// It returned a promise.
  case promise
  /// It threw.
  case threw
}

/// What a refused second settlement tried to do.
public enum SettlementAttempt: UInt8, Sendable, CaseIterable {
  /// It tried to fulfil.
  case fulfill = 1
  /// It tried to reject.
  case reject
  /// It tried to resolve with another promise.
  case resolve
}

/// The state a promise was freed in.
public enum PromiseState: UInt8, Sendable, CaseIterable {
  /// Neither fulfilled nor rejected.
  case pending = 1
  /// Settled with a value.
  case fulfilled
  /// Settled with an error.
  case rejected
}

/// The sides of a settlement for which the user gave a handler; the others pass through.
public struct HandledSides: OptionSet, Sendable, BitwiseCopyable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A handler for values.
  @inlinable
  public static var fulfilled: HandledSides { HandledSides(rawValue: 1) }
  /// A handler for errors.
  @inlinable
  public static var rejected: HandledSides { HandledSides(rawValue: 2) }
}

/// One event, given its place in the stream by the reader that merged it.
///
/// Fields that a kind does not use hold their empty value (0, `.none`, nil). See ``EventKind`` for what each kind uses.
public struct Event: Sendable, Equatable {
  /// Position in the stream: 1, 2, 3, … without gaps.
  public var sequence: UInt64 = 0
  /// Nanoseconds since the log's start; never decreasing in `sequence` order.
  public var time: Int64 = 0
  /// The promise it speaks of, or 0.
  public var promise: PromiseID = 0
  /// The other promise, or 0: `from`, `by`, `source` or `via`, by kind.
  public var peer: PromiseID = 0
  /// The promise whose body was running when the event was emitted, or 0 at top level.
  public var context: PromiseID = 0
  /// `progressed`: 0…1, or negative where unknown.
  public var fraction: Double = -1
  /// `lost`: how many events are missing here.
  public var count: UInt64 = 0
  /// Label, value or error preview, stage or note, by kind.
  public var text: TextID = .none
  /// `created`: the operator's own name (`then`, `catch`, `all` …).
  public var operation: TextID = .none
  /// `rejected`: the error's type.
  public var type: TextID = .none
  /// `enqueued`, `started`, `finished`: the executor's name.
  public var queue: TextID = .none
  /// `started`, `finished`: the thread's name.
  public var thread: TextID = .none
  /// `created`: where in the source.
  public var site = Site()
  /// Fields of the line that this version does not know, as JSON members without braces; carried through.
  public var extra: TextID = .none
  /// What happened.
  public var kind: EventKind
  /// `fulfilled`, `rejected`: why.
  public var cause: SettlementCause?
  /// `finished`: how the body ended.
  public var outcome: BodyOutcome?
  /// `ignored`: what was refused.
  public var attempt: SettlementAttempt?
  /// `released`: the state it was freed in.
  public var state: PromiseState?
  /// `registered`: the sides with a handler.
  public var handles: HandledSides = []
  /// `rejected`: the error is a cancellation, passed on or not.
  public var isCancelled = false
  /// `lost`: the events are missing because the log is damaged, not because they were overwritten before they were read.
  public var isDamage = false

  /// Creates an event of `kind` about `promise`, every other field empty.
  public init(_ kind: EventKind, _ promise: PromiseID = 0) {
    self.kind = kind
    self.promise = promise
  }
}

/// A place in source code.
public struct Site: Sendable, BitwiseCopyable, Hashable {
  /// The file, relative to the log's `sourceRoot` (`Module/File.swift`).
  public var file: TextID = .none
  /// The function, as `#function` gives it.
  public var function: TextID = .none
  /// The line, 1-based; 0 means the site is unknown.
  public var line: UInt32 = 0

  /// Creates a site; without arguments, the unknown one.
  public init(file: TextID = .none, line: UInt32 = 0, function: TextID = .none) {
    self.file = file
    self.line = line
    self.function = function
  }
}
