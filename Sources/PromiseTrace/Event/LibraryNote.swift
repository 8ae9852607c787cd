// The notes about promises that findings depend on. Owns their wording: the core and the reader of joined logs write them, the analysis reads
// them, and redaction keeps them.

/// A note that the library itself writes about a promise, and what it says.
package enum LibraryNote: Equatable, Sendable {
  /// The promise was resolved with itself.
  case selfResolution
  /// A thread of a queue waits for the promise, which needs that queue.
  case deadlock(queue: String)
  /// The program declared that the promise may stay pending.
  case expectedPending(reason: String)
  /// The promise is pending, and nothing holds its resolver anymore.
  case resolverReleased
  /// The promise's body began to wait for one that waits for the promise, and got an error instead.
  case waitRefused(source: String)
  /// The promise was rejected after a function had returned it without `await` from a `try` block.
  case skippedCatch
  /// The coroutine that the promise stands for was never awaited, so that it did not run.
  case neverAwaited
  /// The task that the promise stands for was canceled although it would have ended by itself, because the program did not wait for it.
  case canceledAtEnd
  /// The body of the promise ran for a long time, most of it at the call site of the note.
  case heldLoop
  /// The process that the promise stands for has ended.
  case processEnd(EndReason)

  /// The functions of the program that led to the one that created the promise, nearest first.
  case callers([String])

  /// The body of the promise is a suspended task. It waits in these functions, innermost first, in the form of ``Event/callers``.
  case suspended(at: [String])

  private static let called = "called from "
  private static let suspension = "suspended in "
  private static let unknown = "unknown functions"
  private static let expected = "expected to stay pending: "
  private static let waiting = (
    before: "a thread of queue '", after: "' waits for this promise, which needs that queue"
  )

  private static let refused = (
    before: "its task began to wait for ", after: ", which waits for this promise: get() threw"
  )

  /// The text of the note in a log.
  package var text: String {
    switch self {
    case .selfResolution: "a promise cannot be resolved with itself"
    case .deadlock(let queue): Self.waiting.before + queue + Self.waiting.after
    case .resolverReleased: "its last resolver was released"
    case .waitRefused(let source): Self.refused.before + source + Self.refused.after
    case .skippedCatch: "returned without await from a try block, whose catch block does not see the rejection"
    case .neverAwaited: "never awaited"
    case .canceledAtEnd: "canceled by the end of asyncio.run"
    case .heldLoop: "held the event loop here"
    case .expectedPending(let reason): Self.expected + reason
    case .callers(let names): Self.called + (names.isEmpty ? Self.unknown : names.joined(separator: " < "))
    case .suspended(let calls): Self.suspension + calls.joined(separator: " < ")
    case .processEnd(.drained): "ended, because nothing was left to run"
    case .processEnd(.signal): "ended by a signal"
    case .processEnd(.exit): "ended"
    case .processEnd(.snapshot): "read from its memory"
    }
  }

  /// What the log lacks because the tables for it were full.
  ///
  /// - Parameters:
  ///   - stacks: The number of promises and settlements whose calls it lacks.
  ///   - tasks: The number of async bodies whose suspensions it lacks.
  static func missing(stacks: UInt64, tasks: UInt64) -> String {
    let calls = stacks > 0 ? ["the calls that led to \(stacks) promises or settlements"] : []
    let bodies = tasks > 0 ? ["where \(tasks) async bodies were suspended"] : []
    return "missing, because there was no room for it: " + (calls + bodies).joined(separator: ", and ")
  }

  /// What an adapter could not see of the program, if a note that is about no promise says so.
  package static func unrecorded(_ text: String) -> String? {
    let start = "not recorded: "
    return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : nil
  }

  /// What a note says; nil if it is none of these.
  package init?(_ text: String) {
    if text.hasPrefix(Self.expected) {
      self = .expectedPending(reason: String(text.dropFirst(Self.expected.count)))
    } else if text.hasPrefix(Self.called) {
      let names = text.dropFirst(Self.called.count)
      let callers = names == Self.unknown ? [] : names.split(separator: " < ").map(String.init)
      // A note of the program's own that starts like this has other words.
      guard callers.allSatisfy({ ($0.first?.isLetter ?? false || $0.hasPrefix("_")) && !$0.contains(" ") }) else {
        return nil
      }
      self = .callers(callers)
    } else if text.hasPrefix(Self.suspension), text.hasSuffix(")") {
      self = .suspended(at: text.dropFirst(Self.suspension.count).split(separator: " < ").map(String.init))
    } else if text.hasPrefix(Self.waiting.before), text.hasSuffix(Self.waiting.after) {
      self = .deadlock(queue: String(text.dropFirst(Self.waiting.before.count).dropLast(Self.waiting.after.count)))
    } else if text.hasPrefix(Self.refused.before), text.hasSuffix(Self.refused.after) {
      self = .waitRefused(source: String(text.dropFirst(Self.refused.before.count).dropLast(Self.refused.after.count)))
    } else {
      let fixed: [LibraryNote] = [
        .selfResolution, .resolverReleased, .skippedCatch, .neverAwaited, .canceledAtEnd, .heldLoop,
        .processEnd(.exit), .processEnd(.drained), .processEnd(.signal), .processEnd(.snapshot),
      ]
      guard let note = fixed.first(where: { $0.text == text }) else { return nil }
      self = note
    }
  }
}
