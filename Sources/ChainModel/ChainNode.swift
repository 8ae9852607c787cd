// One promise, as a value: what a pane prints about it. A copy; the store goes on without it.
//
// Texts are as the program gave them, and so hostile: pass them through `Escaping.line` (PlainText) before they reach a terminal.
// Lists that a program can make arbitrarily long (handlers, inputs, events) are asked of the store, with a limit.

import PromiseTrace

/// A snapshot of one promise.
///
/// Times are nanoseconds since the log's start; nil where that did not happen, or was lost.
public struct ChainNode: Sendable, Equatable, Identifiable {
  /// The promise's number.
  public var id: PromiseID
  /// The state, in one word.
  public var state: NodeState
  /// The operator's own name (`then`, `all`); empty where its creation was never seen.
  public var operation = ""
  /// The label its author gave it.
  public var label: String?
  /// Where it was created.
  public var site: NodeSite?
  /// Preview of the value or of the error; nil while pending and where values are not recorded.
  public var text: String?
  /// The error's type.
  public var type: String?
  /// Why it settled.
  public var cause: SettlementCause?
  /// Whether a rejection handler ran for the rejection it carries, here or further down.
  public var isHandled = false
  /// Whether it was freed.
  public var isReleased = false
  /// Whether somebody asked for cancellation.
  public var isCancelRequested = false
  /// Whether its source is paused.
  public var isPaused = false
  /// Whether it waits, through others, for itself.
  public var isCyclic = false
  /// Whether its creation was never seen: the log began later, or that event was lost.
  public var isPlaceholder = false
  /// Settlements that were refused.
  public var ignored = 0

  /// The last reported progress, while it has any.
  public var progress: NodeProgress?

  /// When it was created; where that was never seen, when it was first heard of.
  public var created: Int64
  /// When the promise it derives from settled, or its own creation where that is later; nil while that one is pending, and where
  /// it derives from none.
  public var ready: Int64?
  /// When the body that settles it was handed to an executor.
  public var enqueued: Int64?
  /// When that body began.
  public var started: Int64?
  /// When that body ended.
  public var finished: Int64?
  /// When it was fulfilled or rejected.
  public var settled: Int64?
  /// When it was freed.
  public var released: Int64?
  /// Executor of its body.
  public var queue: String?
  /// Thread its body ran on.
  public var thread: String?

  /// The promise it derives from.
  public var from: PromiseID?
  /// The promise it was resolved with: what it waits on, or took its outcome from.
  public var adopts: PromiseID?
  /// The promise in whose body it was created.
  public var createdInside: PromiseID?
  /// The promise its outcome came from.
  public var via: PromiseID?
  /// The promise whose handler took the rejection, or the combinator that did; nil where there is none, or none is named.
  public var handledBy: PromiseID?
  /// The promise in whose body its cancellation was requested; nil where that happened outside every body.
  public var canceledBy: PromiseID?
  /// For a rejection: the promise where it first arose (itself, where it did not come from elsewhere).
  public var origin: PromiseID?

  /// How many reactions were registered on it.
  public var handlerCount = 0
  /// How many inputs it has, being a combinator.
  public var inputCount = 0

  /// Creates a snapshot of which only this is known.
  public init(id: PromiseID, state: NodeState, created: Int64) {
    self.id = id
    self.state = state
    self.created = created
  }

  /// What to call it: its label, else its operation, else `?`.
  public var name: String { label ?? (operation.isEmpty ? "?" : operation) }

  /// Whether it passes its source's value on after a time, without a body of its own.
  public var isTimer: Bool { operation == "delay" && enqueued == nil && started == nil }

  /// The promise it waits on now; nil unless ``state`` is ``NodeState/waiting``.
  public var waitsOn: PromiseID? { state == .waiting ? adopts : nil }
}

/// A place in source code, in words.
public struct NodeSite: Sendable, Equatable {
  /// The file, relative to the log's `sourceRoot`.
  public var file: String
  /// The line, 1-based.
  public var line: Int
  /// The function; empty where unknown.
  public var function: String

  /// Creates a site.
  public init(file: String, line: Int, function: String) {
    self.file = file
    self.line = line
    self.function = function
  }

  /// `File:12`: the file's name without folders and without `.swift`.
  public var short: String {
    var file = file
    return file.withUTF8 { String(decoding: Self.shortName($0), as: UTF8.self) } + ":\(line)"
  }

  /// A path's last component without `.swift`.
  static func shortName(_ path: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
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

/// Progress while pending.
public struct NodeProgress: Sendable, Equatable {
  /// 0…1; nil where only the stage is known.
  public var fraction: Double?
  /// What is being done, in the program's words.
  public var stage: String?

  /// Creates a progress.
  public init(fraction: Double?, stage: String?) {
    self.fraction = fraction
    self.stage = stage
  }
}

/// A reaction that was registered on a promise: one line of its box.
public struct NodeHandler: Sendable, Equatable {
  /// The derived promise or combinator; nil for an observer, an `await`, a finalizer.
  public var by: PromiseID?
  /// The sides with a handler; on the others the outcome passes through.
  public var sides: HandledSides
  /// How many alike (only observers are counted together).
  public var count: Int

  /// Creates a handler.
  public init(by: PromiseID?, sides: HandledSides, count: Int) {
    self.by = by
    self.sides = sides
    self.count = count
  }
}
