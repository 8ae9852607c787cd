// How the families of rules are shown: a glyph and a word each.

import ChainModel
import PlainText

extension ProblemKind {
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
