// Writes the final tree as text, from the same outline as the screen's. `ExportOptions.limit` bounds the memory.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

extension ExportFormat {
  /// The final tree as text.
  public static let text = ExportFormat("text", "the final tree as text") { TextExport(options: $0) }
}

/// Exports the tree that results from a source's events, in UTF-8, one line per row.
struct TextExport: HistoryExport {
  let options: ExportOptions

  func write(_ history: ExportedHistory, into output: inout ExportOutput) throws {
    let language = options.language ?? .english
    let (store, title, ending) = (history.store, history.header.program, history.end.shortWords(language))
    let glyphs: TextGlyphs = options.isASCII ? .ascii : .unicode
    if case .problems = history.excerpt?.kind {
      var tree = ProblemTree()
      (tree.glyphs, tree.language, tree.ending, tree.pendingPerSite) = (glyphs, language, ending, 0)
      return try tree.render(store, history.findings, title: title) { try output.write($0) }
    }
    var outline = Outline()
    outline.update(from: store)
    var tree = TextTree(glyphs: glyphs, language: language)
    tree.ending = ending
    let problems = Problems(history.findings)
    tree.show(problems, of: store)
    func summary(_ counts: ChainCounts) -> String {
      tree.summary(counts, problems: problems.texts(language), title: title) + "\n"
    }
    guard case .subtree(let id) = history.excerpt?.kind else {
      try output.write(summary(store.counts))
      guard outline.count > 0 else { return }
      try output.write("\n")
      return try tree.render(rows: 0..<outline.count, of: outline, store) { try output.write($1) }
    }
    let rows = OutlineExcerpt(subtreeOf: id, in: outline, store)
    try output.write(summary(store.counts(of: rows?.ids ?? [])) + "\n")
    guard let rows else { return }
    try tree.render(rows, of: store) { try output.write($0) }
  }
}
