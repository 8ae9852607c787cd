// One thing that happened to a promise, as every reader sees it: the live reader, the log's reader, a test.
//
// Owns the event's fields and their meaning. An event holds no text and no references: its strings are handles into the `TextTable` of
// the source that delivered it. docs/event-log.md specifies the same contract in JSON.

/// A promise's number: never reused within a run, and the same for every reader and for the program itself.
///
/// 0 means "no promise".
public typealias PromiseID = UInt64

/// What happened.
///
/// The case names are the log's `ev` values.
public enum EventKind: UInt8, Sendable, CaseIterable {
  /// A promise was created. Uses `operation`, `peer` (the promise it derives from), `text` (label), `site`, `callers`, `queue`, `timer`.
  case created = 1
  /// A promise was labeled after its creation. Uses `text`.
  case named
  /// A reaction was added to the promise. Uses `peer` (the derived promise or combinator), `handles`.
  case registered
  /// The body that settles the promise was handed to an executor. Uses `queue`.
  case enqueued
  /// That body started. Uses `queue`, `thread`.
  case started
  /// That body finished. Uses `outcome`, `queue`, `thread`.
  case finished
  /// That body stopped, because it waits for another promise. Uses `peer` (the source), `site` (where it stopped).
  case awaiting
  /// That body runs again.
  case continued
  /// A source that supports pausing was paused.
  case paused
  /// A paused source was resumed.
  case resumed
  /// Resolved with another promise: locked in, still pending. Uses `peer` (the source), `site` (of the resolver's call).
  case adopted
  /// Progress while pending. Uses `fraction`, `text` (stage).
  case progressed
  /// Settled with a value. Uses `text` (value preview), `cause`, `peer` (via), `site` (of the resolver's call).
  case fulfilled
  /// Settled with an error. Uses `text` (error preview), `type`, `cause`, `peer` (via), `isCancelled`, `site` (of the resolver's call).
  case rejected
  /// A second settlement was ignored. Uses `attempt`, `site` (of the resolver's call).
  case ignored
  /// Cancellation was requested. Uses `peer` (the promise whose body requested it).
  case cancelRequested
  /// A rejection handler ran for the rejection that this promise carries, here or downstream.
  case handled
  /// The last promise that carries a rejection was freed, and no handler had run for it.
  case unhandled
  /// The promise was freed. Uses `state`.
  case released
  /// The program added a note; `promise` may be 0. Uses `text`.
  case noted
  /// Events are missing, because they were overwritten or dropped before they were read, or because the log is damaged (`isDamage`).
  /// Uses `count`; `promise` is 0.
  case lost
  /// The recording ended: the last event of a complete log; `promise` is 0. Uses `reason`, `text` (signal), `exitCode`.
  case ended
  /// The program still ran; `promise` is 0. Uses `memory`, `programTime`.
  case alive
  /// What has the promise's resolver, in a log that was read from memory. Uses `text` (how it is reached, nearest first), `peer` (the promise whose
  /// waiting body has it in a variable).
  case held
  /// The resolver call that settles the promise next, or a call that led to it. Uses `site`, `instead`.
  case called
  /// An event that this version does not know. Uses `text` (the whole line, as read).
  case unknown
}

/// Why a promise settled.
public enum SettlementCause: UInt8, Sendable, CaseIterable {
  /// A resolver's `fulfill` or `reject`, or a promise created settled.
  case resolver = 1
  /// Its body returned a value.
  case returned
  /// It had adopted another promise, which settled.
  case adopted
  /// Its parent settled, and it has no handler for that outcome.
  case passthrough
  /// It is a combinator's promise, and its inputs decided the result.
  case combinator
  /// Its body threw.
  case threw
  /// Its timeout elapsed.
  case timeout
}

/// How a body finished.
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

/// What an ignored second settlement tried to do.
public enum SettlementAttempt: UInt8, Sendable, CaseIterable {
  /// It tried to fulfill.
  case fulfill = 1
  /// It tried to reject.
  case reject
  /// It tried to resolve with another promise.
  case resolve
}

/// The state of a promise when it was freed.
public enum PromiseState: UInt8, Sendable, CaseIterable {
  /// Neither fulfilled nor rejected.
  case pending = 1
  /// Settled with a value.
  case fulfilled
  /// Settled with an error.
  case rejected
}

/// Why a recording ended.
public enum EndReason: UInt8, Sendable, CaseIterable {
  /// The program ended itself; pending promises may merely have been unfinished.
  case exit = 1
  /// Nothing was left that could settle anything, so what is pending can never settle.
  case drained
  /// A signal ended the program.
  case signal
  /// The log was read from the memory of a program that continues to run.
  case snapshot
}

/// The kind of loop around an `await`.
public enum LoopForm: UInt8, Sendable, CaseIterable {
  /// It has a condition, or the code leaves it.
  case condition = 1
  /// Only an error ends it.
  case endless
  /// It goes over elements or a count, and no round needs what another one got.
  case each
}

/// The outcomes for which a reaction has a handler; other outcomes pass through.
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
  /// Further handlers are possible: the log does not say for which outcomes there is one.
  @inlinable
  public static var unknown: HandledSides { HandledSides(rawValue: 4) }
}

/// One event, with the position in the stream that its reader gave it.
///
/// Fields that a kind does not use hold their empty value (0, `.none`, nil). See ``EventKind`` for what each kind uses.
public struct Event: Sendable, Equatable {
  /// Position in the stream: 1, 2, 3, …, without gaps.
  public var sequence: UInt64 = 0
  /// Nanoseconds since the log's start; never decreasing in `sequence` order.
  public var time: Int64 = 0
  /// The promise that the event is about, or 0.
  public var promise: PromiseID = 0
  /// The other promise, or 0: `from`, `by`, `source` or `via`, depending on the kind.
  public var peer: PromiseID = 0
  /// The promise whose body was running when the event was emitted, or 0 at top level.
  public var context: PromiseID = 0
  /// `progressed`: from 0 to 1; `alive`: ``memory``; negative if unknown.
  public var fraction: Double = -1
  /// `lost`: the number of events missing at this position; `created`: ``timer``; `registered`: ``task``; `awaiting`, `finished`:
  /// ``processorTime``; `called`: ``instead``; `alive`: ``programTime`` plus one; `ended`: ``exitCode`` plus one.
  public var count: UInt64 = 0
  /// Label, value or error preview, stage, note, or signal, depending on the kind.
  public var text: TextID = .none
  /// `created`: the operator's own name (`then`, `catch`, `all` …).
  public var operation: TextID = .none
  /// `rejected`: the error's type; `created`: ``callers``.
  public var type: TextID = .none
  /// `created`, `enqueued`, `started`, `finished`: the executor's name.
  public var queue: TextID = .none
  /// `started`, `finished`: the thread's name.
  public var thread: TextID = .none
  /// `created`: the call site; `awaiting`: where the body stopped; `registered` without a peer: where the waiting began; `fulfilled`,
  /// `rejected`, `adopted`: where a resolver was called, or the body threw; `called`: where a function made the call.
  public var site = Site()
  /// Members of the log's line that this version does not know, as JSON without braces; preserved when the log is written again.
  public var extra: TextID = .none
  /// What happened.
  public var kind: EventKind
  /// `fulfilled`, `rejected`: why the promise settled.
  public var cause: SettlementCause?
  /// `finished`: how the body finished.
  public var outcome: BodyOutcome?
  /// `ignored`: what was attempted.
  public var attempt: SettlementAttempt?
  /// `released`: the promise's state when it was freed.
  public var state: PromiseState?
  /// `ended`: why the recording ended.
  public var reason: EndReason?
  /// `registered`: the outcomes that have a handler.
  public var handles: HandledSides = []
  /// `registered`, `awaiting`, `handled`: whether the handler for rejections, or the `catch` block around an `await`, uses the error; nil if that is unknown.
  public var takesError: Bool?
  /// `awaiting`: the innermost loop around the `await`; nil for none, for one over elements or a count, and if that is unknown.
  public var loop: LoopForm?
  /// `created`: whether the code states that it does not use the promise, as `void flush()` does in JavaScript.
  public var isDetached = false
  /// `created`: whether the promise existed before the log, so that nothing is known of the time before.
  public var isUnknownStart = false
  /// `rejected`: whether the error is a cancellation, original or propagated.
  public var isCancelled = false
  /// `lost`: whether the events are missing because the log is damaged, not because they were overwritten or dropped.
  public var isDamage = false

  /// `created`: the duration of the promise's timer in nanoseconds; 0 for a promise without one, and for other kinds of events.
  @inlinable
  public var timer: UInt64 {
    get { kind == .created ? count : 0 }
    set { count = newValue }
  }

  /// `created`: the calls that led to the call site, nearest first, as `upload (App/Cloud.swift:12) < run (App/Main.swift:5)`; none for other kinds of
  /// events.
  @inlinable
  public var callers: TextID {
    get { kind == .created ? type : .none }
    set { type = newValue }
  }

  /// `registered`: the number of the task that waits; 0 if that is no task, a recorded body, or not known, and for other kinds of events.
  @inlinable
  public var task: UInt64 {
    get { kind == .registered ? count : 0 }
    set { count = newValue }
  }

  /// `awaiting`, `finished`: the processor time that the body took at most since it started or continued, in nanoseconds; 0 if unknown, and for
  /// other kinds of events.
  @inlinable
  public var processorTime: UInt64 { kind == .awaiting || kind == .finished ? count : 0 }

  /// `called`: the line of the code, in the same file, that may run instead of the call; 0 if unknown, and for other kinds of events.
  @inlinable
  public var instead: UInt64 { kind == .called ? count : 0 }

  /// `ended`: the program's exit code; nil if the log does not say.
  public var exitCode: UInt64? {
    get { kind == .ended ? counted : nil }
    set { counted = newValue }
  }

  /// `alive`: the processor time of all threads of the program since its start, in nanoseconds; nil if the log does not say.
  public var programTime: UInt64? {
    get { kind == .alive ? counted : nil }
    set { counted = newValue }
  }

  /// `alive`: the resident memory of the program, in bytes, at most 2⁵³; nil if the log does not say.
  public var memory: UInt64? {
    get { kind == .alive ? UInt64(exactly: fraction) : nil }
    set { fraction = newValue.map { Double(min($0, 1 << 53)) } ?? -1 }
  }

  /// A number in ``count`` that may be 0.
  private var counted: UInt64? {
    get { count > 0 ? count &- 1 : nil }
    set { count = newValue.map { $0 == .max ? $0 : $0 &+ 1 } ?? 0 }
  }

  /// Creates an event with every other field empty.
  @inlinable
  public init(_ kind: EventKind, _ promise: PromiseID = 0) {
    self.kind = kind
    self.promise = promise
  }
}
