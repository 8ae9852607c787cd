// A snapshot of one promise, for a pane to print. It does not change when the store does.
//
// Texts come unescaped from the program: pass them through `Escaping.line` (PlainText) before printing to a terminal. Lists
// that can be arbitrarily long (handlers, inputs, events) are not included; query the store for them, with a limit.

import PromiseTrace

/// A snapshot of one promise.
///
/// Times are nanoseconds since the log's start; nil if the event did not happen or was lost.
public struct ChainNode: Sendable, Equatable, Identifiable {
  /// The promise's ID.
  public var id: PromiseID
  /// The state, in one word.
  public var state: NodeState
  /// The name of the operator (`then`, `all`); empty if the `created` event was never seen.
  public var operation = ""
  /// The label that the program gave it.
  public var label: String?
  /// The call site of its creation.
  public var site: NodeSite?
  /// A preview of the value or the error; nil while pending, or if values are not recorded.
  public var text: String?
  /// The error's type.
  public var type: String?
  /// The cause of its settlement.
  public var cause: SettlementCause?
  /// Whether a handler ran for the rejection it carries, on this promise or downstream.
  public var isHandled = false
  /// Whether it was freed.
  public var isReleased = false
  /// Whether its cancellation was requested.
  public var isCancelRequested = false
  /// Whether its source is paused.
  public var isPaused = false
  /// Whether it waits for itself, possibly through others.
  public var isCyclic = false
  /// Whether its `created` event is missing, because the log started later or the event was lost.
  public var isPlaceholder = false
  /// The number of attempts to settle it that were ignored.
  public var ignored = 0

  /// The last reported progress, while pending.
  public var progress: NodeProgress?

  /// When it was created or, if that event is missing, when an event first mentioned it.
  public var created: Int64
  /// When the promise it derives from settled or, if later, when it was created.
  ///
  /// Nil while that promise is pending, or if there is none.
  public var ready: Int64?
  /// When the body that settles it was enqueued on an executor.
  public var enqueued: Int64?
  /// When that body started.
  public var started: Int64?
  /// When that body ended.
  public var finished: Int64?
  /// The duration of its timer, in nanoseconds; nil if it has none, or the log does not say.
  public var timer: Int64?
  /// When its running timer is up; nil if no timer runs, or the log does not have its duration.
  public var deadline: Int64?
  /// When it was resolved with another promise; nil if that was within 1 ms after its body ended, or is not known.
  public var adopted: Int64?
  /// When it was fulfilled or rejected.
  public var settled: Int64?
  /// When it was freed.
  public var released: Int64?
  /// The executor of its body.
  public var queue: String?
  /// The thread that its body ran on.
  public var thread: String?

  /// The promise it derives from.
  public var from: PromiseID?
  /// The promise it was resolved with, which it waits on or adopted the outcome of.
  public var adopts: PromiseID?
  /// The times that its body waited for other promises, oldest first: the last ones, some thousands at most.
  public var waits: [NodeWait] = []
  /// The time of further waits of its body, which the store no longer knows one by one, in nanoseconds.
  public var waited: Int64 = 0
  /// The promise in whose body it was created.
  public var createdInside: PromiseID?
  /// The promise its outcome came from.
  public var via: PromiseID?
  /// The promise in whose body its cancellation was requested; nil if that happened outside of any body.
  public var canceledBy: PromiseID?
  /// For a rejection, the promise where the error first occurred, possibly this one.
  public var origin: PromiseID?

  /// The number of reactions registered on it.
  public var handlerCount = 0
  /// The number of inputs, if it is a combinator.
  public var inputCount = 0

  /// Creates a snapshot with only these properties set.
  public init(id: PromiseID, state: NodeState, created: Int64) {
    self.id = id
    self.state = state
    self.created = created
  }

  /// A name to display: the label, otherwise the operation, otherwise `?`.
  public var name: String { label ?? (operation.isEmpty ? "?" : operation) }

  /// Whether it waits for a time to pass, without a body of its own.
  public var isTimer: Bool { OperatorTraits(operation).contains(.timer) && enqueued == nil && started == nil }

  /// The promise it waits on now; nil unless ``state`` is ``NodeState/waiting``.
  public var waitsOn: PromiseID? { state == .waiting ? adopts ?? awaits : nil }

  /// When it began to wait for ``waitsOn``; nil unless it waits.
  public var waitStart: Int64? {
    guard state == .waiting else { return nil }
    return adopts == nil ? waits.last?.start : adopted ?? finished ?? created
  }

  /// Whether its body has stopped, and waits for another promise.
  public var isAwaiting: Bool { waits.last.map { $0.end == nil } ?? false }

  /// The promise that its body waits for now; nil also if the store no longer contains that.
  public var awaits: PromiseID? { waits.last.flatMap { $0.end == nil && $0.source != 0 ? $0.source : nil } }
}

/// A call site, with its texts as strings.
public struct NodeSite: Sendable, Hashable {
  /// The file, relative to the log's `sourceRoot`.
  public var file: String
  /// The line, 1-based.
  public var line: Int
  /// The function; empty if unknown.
  public var function: String

  /// Creates a site.
  public init(file: String, line: Int, function: String) {
    self.file = file
    self.line = line
    self.function = function
  }

  /// `File:12`: the file's name without its directory and `.swift`.
  public var short: String {
    var file = file
    return file.withUTF8 { String(decoding: Self.shortName($0), as: UTF8.self) } + ":\(line)"
  }

  /// A path's last component without `.swift`.
  package static func shortName(_ path: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var start = path.count
    while start > 0, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
    var end = path.count
    let ending: StaticString = ".swift"
    let length = ending.utf8CodeUnitCount
    if end - start >= length, (0..<length).allSatisfy({ path[end - length + $0] == ending.utf8Start[$0] }) {
      end -= length
    }
    return UnsafeBufferPointer(rebasing: path[start..<end])
  }
}

/// The progress of a pending promise.
public struct NodeProgress: Sendable, Equatable {
  /// The completed fraction, from 0 to 1; nil if only the stage is known.
  public var fraction: Double?
  /// The current stage, as the program describes it.
  public var stage: String?

  /// Creates a progress.
  public init(fraction: Double?, stage: String?) {
    self.fraction = fraction
    self.stage = stage
  }
}

/// A reaction registered on a promise.
public struct NodeHandler: Sendable, Equatable {
  /// The derived promise or combinator; nil for an observer, an `await` or a finalizer.
  public var by: PromiseID?
  /// The outcomes that it handles; other outcomes pass through.
  public var sides: HandledSides
  /// The number of equal reactions; only observers are combined.
  public var count: Int

  /// Creates a handler.
  public init(by: PromiseID?, sides: HandledSides, count: Int) {
    self.by = by
    self.sides = sides
    self.count = count
  }
}
