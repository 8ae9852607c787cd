// What an answer says about the rest of the run, in a form that the events decide. Owns the meaning of every claim; `RunRecord` decides it.

import PromiseTrace

/// A statement about the events after the moment of a question.
public enum Claim: Sendable, Hashable {
  /// How a promise settles.
  public enum Ending: Sendable, Hashable {
    case fulfilled, rejected, canceled
  }

  /// Which value or error a promise settles with.
  public enum Content: Sendable, Hashable {
    /// Any.
    case any
    /// This one, or none if it is ``TextID/none``.
    case equal(TextID)
    /// Another one.
    case other(than: TextID)
  }

  /// The promise settles like this; the last part says whether its own body or handler runs before, nil if that doesn't matter.
  case settles(PromiseID, Ending, Content, running: Bool?)
  /// The promise does not settle.
  case neverSettles(PromiseID)
  /// The body or handler of the promise runs.
  case runs(PromiseID)
  /// The body or handler of the promise does not run.
  case neverRuns(PromiseID)
  /// The first promise settles after the second one.
  case settlesAfter(PromiseID, PromiseID)
  /// The first promise settles before the second one.
  case settlesBefore(PromiseID, PromiseID)
  /// The promise settles like this before any of the others does.
  case settlesFirst(PromiseID, Ending?, before: [PromiseID])
  /// Another of the promises settles before this one.
  case settlesLater(PromiseID, after: [PromiseID])
  /// The next event creates a promise that derives from this one.
  case derives(from: PromiseID)
  /// The next event creates no promise that derives from this one.
  case derivesNothing(from: PromiseID)
  /// The first body starts when the second one has ended.
  case startsAfterEnd(PromiseID, of: PromiseID)
  /// The first promise's body starts when the second promise has settled.
  case startsAfterSettling(PromiseID, of: PromiseID)
  /// The first body starts before the second one ends.
  case startsBeforeEnd(PromiseID, of: PromiseID)
  /// The body starts before anything happens to another promise, and without being put on a queue.
  case startsNext(PromiseID)
  /// Something happens to another promise before the body starts, or the body is put on a queue.
  case startsLater(PromiseID)
  /// The program writes the first text before it writes any of the others.
  case writesFirst(TextID, before: [TextID])
  /// Of the second promises, exactly the first ones never settle.
  case stayPending([PromiseID], of: [PromiseID])
  /// The bodies run in this order, each of them.
  case runInOrder([PromiseID])
  /// Of these bodies, only this one runs.
  case runsAlone(PromiseID, of: [PromiseID])
  /// The attempt to settle the promise is refused, and it keeps its outcome.
  case refuses(PromiseID)
  /// The promise gets another outcome.
  case settlesAgain(PromiseID)
  /// The handler of this promise takes the rejection that these promises carry.
  case handles(PromiseID, [PromiseID])
  /// Some handler takes the rejection that these promises carry.
  case isHandled([PromiseID])
  /// No handler takes the rejection that these promises carry.
  case leavesUnhandled([PromiseID])
  /// What a lesson states about the whole run; `RunFacts` decides it.
  case stated(Statement)
}
