// The families of rules that people tell apart on the screen, in pictures, pages, and trees: each has a glyph and a word.

import ChainModel
import PlainText

/// A family of rules that have a glyph and a word in common.
package enum ProblemKind: Int, CaseIterable, Sendable {
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
  case note
  /// What had not settled when the program ended.
  case unfinished

  package init(_ finding: Finding) {
    switch finding.rule {
    case .unhandledRejection: self = .unhandled
    case .neverSettled where finding.isUnfinished: self = .unfinished
    case .stuck where finding.isUnfinished: self = .note
    case .emptyCombinator where finding.isSettled: self = .misuse
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
  package var hidesState: Bool {
    switch self {
    case .unhandled, .hang, .unfinished: false
    case .cycle, .misuse, .slow, .swallowed, .note: true
    }
  }

  /// Its glyph, one column wide.
  package func glyph(isASCII: Bool) -> String {
    switch self {
    case .unhandled: "!"
    case .hang: isASCII ? "H" : "∞"
    case .cycle: isASCII ? "@" : "↻"
    case .misuse: isASCII ? "$" : "◆"
    case .slow: isASCII ? "S" : "▒"
    case .swallowed: isASCII ? "&" : "⚑"
    case .note: isASCII ? ";" : "•"
    case .unfinished: isASCII ? "U" : "◇"
    }
  }

  /// The word after a number of problems.
  package func word(_ count: Int, _ language: Language) -> String {
    switch self {
    case .unhandled: RowWords(language).state(.unhandled)
    case .hang: language(count == 1 ? "hang" : "hangs", "卡住")
    case .cycle: language(count == 1 ? "cycle" : "cycles", "循环")
    case .misuse: language("misuse", "误用")
    case .slow: language("slow", "过慢")
    case .swallowed: language("swallowed", "吞错")
    case .note: count == 1 ? RowWords(language).note : language("notes", "提示")
    case .unfinished: language("unfinished", "未完成")
    }
  }
}
