// The families of rules that the screen tells apart: each has a glyph, a role, and a word.

import Canvas
import ChainAnalysis
import ChainModel

/// A family of rules that have a glyph and a word in common.
enum ProblemKind: Int, CaseIterable, Sendable {
  /// A rejection that nothing handled.
  case unhandled
  /// A promise that can't settle, or does not.
  case hang
  /// Promises that wait for each other, of which the library rejects one.
  case cycle
  /// Code that uses promises wrongly.
  case misuse
  /// A body that took long, or a crowded queue.
  case slow
  /// An error that a handler turned into a value.
  case swallowed
  /// Worth knowing.
  case note
  /// What had not settled when the program ended.
  case unfinished

  init(_ finding: Finding) {
    switch finding.rule {
    case .unhandledRejection: self = .unhandled
    case .neverSettled where finding.isUnfinished: self = .unfinished
    case .stuck where finding.isUnfinished: self = .note
    case .neverSettled, .stuck, .emptyCombinator: self = .hang
    case .cycle: self = .cycle
    case .blockingWait, .selfResolution, .settledTwice, .missingReturn, .retryStorm, .missingAwait: self = .misuse
    case .floatingPromise: self = .misuse
    case .slowHandler, .queueContention, .eventLoopBlocked: self = .slow
    case .swallowedError: self = .swallowed
    case .lostResult, .serialAlthoughIndependent, .needlessPromise, .manyHandlers, .deepChain, .unboundedConcurrency,
      .nestedChain, .uncanceledSource, .duplicateRequest, .nPlusOne:
      self = .note
    }
  }

  /// Whether its glyph, instead of that of the state, leaves open how the promise settled.
  var hidesState: Bool {
    switch self {
    case .unhandled, .hang, .unfinished: false
    case .cycle, .misuse, .slow, .swallowed, .note: true
    }
  }

  /// The role of its glyph.
  var role: StyleRole {
    switch self {
    case .unhandled: .alarm
    case .hang, .cycle, .misuse, .slow, .swallowed: .warning
    case .note, .unfinished: .note
    }
  }

  /// The word after a number of problems.
  func word(_ count: Int, _ words: Words) -> String {
    switch self {
    case .unhandled: words.state(.unhandled)
    case .hang: words.hangs(count)
    case .cycle: words.cycles(count)
    case .misuse: words.misuse
    case .slow: words.slow
    case .swallowed: words.swallowed
    case .note: words.notes(count)
    case .unfinished: words.unfinished
    }
  }
}
