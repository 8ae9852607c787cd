// The words of a log for the cases of enumerations, as tables in which the decoder finds a case. `LogNames` owns the words.

import PromiseTrace

/// Tables for finding the case with a word.
struct LogWords {
  let kinds = LogWords.kindTable
  let causes = LogWords.causeTable
  let outcomes = LogWords.outcomeTable
  let attempts = LogWords.attemptTable
  let states = LogWords.stateTable
  let reasons = LogWords.reasonTable
  let loops = LogWords.loopTable
  /// The elements of `handles`, as bits of ``HandledSides``.
  let sides = LogWords.sideTable

  private static let kindTable = LogWordTable(
    EventKind.allCases.filter { $0 != .unknown }.map { ($0.logName, $0.rawValue) })
  private static let causeTable = LogWordTable(SettlementCause.allCases.map { ($0.logName, $0.rawValue) })
  private static let outcomeTable = LogWordTable(BodyOutcome.allCases.map { ($0.logName, $0.rawValue) })
  private static let attemptTable = LogWordTable(SettlementAttempt.allCases.map { ($0.logName, $0.rawValue) })
  private static let stateTable = LogWordTable(PromiseState.allCases.map { ($0.logName, $0.rawValue) })
  private static let reasonTable = LogWordTable(EndReason.allCases.map { ($0.logName, $0.rawValue) })
  private static let loopTable = LogWordTable(LoopForm.allCases.map { ($0.logName, $0.rawValue) })
  private static let sideTable = LogWordTable([("fulfilled", 1), ("rejected", 2)])
}
