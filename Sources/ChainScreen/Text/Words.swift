// The texts of the screen, each in both languages: English, then Chinese. A text that lacks one, or an argument of one, does not compile. The
// extensions hold them by the part of the screen that shows them; the analysis words its answers.
//
// One term for one thing in Chinese: 敲定 (settle), 兑现 (fulfill), 拒绝 (reject), 待定 (pending), 处理函数 (handler), 函数体 (body), 调用点 (call site), 在途 (in
// flight). `Promise` and `resolver` keep the names that they have in code. Every character takes one or two columns on every terminal: quotation
// marks are 「」 instead of “”, whose width differs between terminals.

import ChainAnalysis
import ChainModel
import PlainText

/// The texts of the screen in one language.
struct Words: Sendable {
  let language: Language

  init(_ language: Language = .english) { self.language = language }

  /// The words of a row.
  var row: RowWords { RowWords(language) }

  /// A text in this language.
  func text(_ text: Text) -> String { text.text(in: language) }

  /// The word for a state.
  func state(_ state: NodeState) -> String { row.state(state) }
}
