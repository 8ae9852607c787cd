// The meanings of the abbreviations in the selected row of the tree.

import ChainAnalysis
import ChainModel
import PlainText

extension DetailFacts {
  /// `…7: outer levels, left out · +12: promises in its fold`; empty for a row without abbreviations.
  var signs: [Span] {
    let row = min(screen.state.row, screen.outline.count - 1)
    let levels = screen.treeColumns(screen.layout.tree.width).levels
    let (left, hidden) = (screen.outline.guides(at: row, limit: levels).elided, screen.outline[row].hidden)
    var texts: [String] = []
    if left > 0 {
      texts.append("\(screen.glyphs.ellipsis)\(left): \(language("outer levels, left out", "省略的外层"))")
    }
    if screen.problems.kind(of: facts.id) == .hang {
      texts.append("\(RowWords(language).root): \(language("others hang because of it", "别的因它而卡住"))")
    }
    if hidden > 0 { texts.append("+\(NumberText.grouped(hidden)): \(language("promises in its fold", "折叠的 Promise"))") }
    return texts.isEmpty ? [] : [Span(texts.joined(separator: screen.glyphs.separator), .faint)]
  }
}
