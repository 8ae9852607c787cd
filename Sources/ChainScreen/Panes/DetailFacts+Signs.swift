// What the short signs of a row mean, beside the row that has them.

import ChainAnalysis
import ChainModel
import PlainText

extension DetailFacts {
  /// `…7: its outer levels, left out on the left`.
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
