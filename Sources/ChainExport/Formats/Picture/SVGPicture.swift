// One picture of a history as SVG: what is wrong, the tree, and the timeline. `SVGLayout` owns positions, and `SVGStyle` colors and symbols.
//
// Text is laid out on a grid of columns, as on a terminal, so that wide characters align in every font; nothing depends on the renderer.
// Each row has a tooltip with everything that is known about it in one line.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

/// A picture of a history.
struct SVGPicture {
  /// The rows that a picture draws; the others are counted at its end.
  ///
  /// A picture of 32,767 pixels is the highest that cairo draws.
  static let rowLimit = 1_400
  /// The findings that a picture lists; the others are counted.
  private static let findingLimit = 6
  /// The levels of the tree that a row draws, so that its name and a long number fit beside them; the levels further out are counted.
  static let levelLimit = 18
  /// The lines that the sentence of a finding may take.
  private static let sentenceLines = 3

  let store: ChainStore
  let rows: Outline
  let findings: [Finding]
  let title: String
  let end: ExportEnd
  let words: RowWords
  let problems: Problems
  let outcome: RowOutcome
  var layout = SVGLayout()
  /// The sentences of the findings that are listed, in lines.
  private var sentences: [[String]] = []

  init(
    _ store: ChainStore, _ rows: Outline, _ findings: [Finding], title: String, end: ExportEnd, language: Language
  ) {
    (self.store, self.rows, self.findings, self.title, self.end) = (store, rows, findings, title, end)
    words = RowWords(language)
    problems = Problems(findings)
    outcome = RowOutcome(ofAll: store, problems, now: store.lastTime, language)
    for index in 0..<min(rows.count, Self.rowLimit) { measure(index) }
    layout.end = max(0, store.lastTime)
    sentences = findings.prefix(Self.findingLimit).map {
      TextLines.lines(
        "\($0.sentence(language))  [\($0.rule.rawValue)]", width: layout.columns - 4, limit: Self.sentenceLines)
    }
    let more = findings.count > Self.findingLimit ? 1 : 0
    layout.top = 3 + (findings.isEmpty ? 0 : sentences.reduce(1 + more) { $0 + $1.count })
    layout.rows = min(rows.count, Self.rowLimit) + (rows.count > Self.rowLimit ? 1 : 0)
  }

  private mutating func measure(_ index: Int) {
    let row = rows[index]
    let guides = guides(at: index)
    layout.tree = max(layout.tree, SVGLayout.lead(guides) + DisplayWidth.of(name(row), limit: 80))
    guard case .node(let id) = row.content, let facts = store.facts(id) else { return }
    layout.outcome = max(layout.outcome, DisplayWidth.of(said(of: facts), limit: 80))
  }

  /// The picture, part by part.
  func write(_ write: ([UInt8]) throws -> Void) rethrows {
    var bytes: [UInt8] = []
    head(&bytes)
    // By depth, the line of the latest promise, to which the next link of its chain is connected.
    var latest: [Int] = []
    for index in 0..<min(rows.count, Self.rowLimit) {
      let row = rows[index]
      if row.node != nil {
        if row.isContinuation, row.depth < latest.count {
          layout.rail(from: latest[row.depth], to: layout.top + index, guides(at: index), &bytes)
        }
        latest.removeLast(max(0, latest.count - row.depth))
        while latest.count <= row.depth { latest.append(layout.top + index) }
      }
      draw(index, into: &bytes)
      guard bytes.count > 1 << 15 else { continue }
      try write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    foot(&bytes)
    try write(bytes)
  }

  // MARK: Around the rows

  private func head(_ bytes: inout [UInt8]) {
    let (width, height) = (layout.width, layout.height)
    bytes.append(
      text: """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
        role="img" lang="\(words.language == .chinese ? "zh-Hans" : "en")">
        <title>
        """)
    bytes.append(xml: summary)
    bytes.append(text: "</title>\n<style>\n\(SVGStyle.sheet)\n</style>\n<defs>\n\(SVGStyle.symbols)</defs>\n")
    bytes.append(text: "<rect class=\"page\" width=\"\(width)\" height=\"\(height)\" rx=\"6\"/>\n")
    counts(&bytes)
    var line = 2
    for (finding, sentence) in zip(findings, sentences) {
      draw(finding, sentence, at: line, &bytes)
      line += sentence.count
    }
    if findings.count > sentences.count {
      let rest = NumberText.grouped(findings.count - sentences.count)
      layout.text(words.language("\(rest) more", "另有 \(rest) 个"), "faint", at: 3, line, 40, &bytes)
    }
    guard layout.hasTimeline else { return }
    let scale = layout.scale
    layout.text(words.language("promise", "Promise"), "faint", at: 1, layout.top - 1, 20, &bytes)
    layout.text(words.language("outcome", "结果"), "faint", at: layout.outcomeColumn, layout.top - 1, 20, &bytes)
    layout.text(
      words.language("total", "总计"), "faint right", at: layout.totalColumn + SVGLayout.total, layout.top - 1, 9, &bytes)
    for tick in scale.ticks(atLeast: 72) {
      let x = layout.x(layout.timeColumn) + tick.position
      bytes.append(text: "<path class=\"tick\" d=\"M")
      bytes.append(tenths: x)
      let isLast = tick.position > scale.length - 40
      bytes.append(text: " \(layout.y(layout.top) - 4)V\(layout.y(layout.top + layout.rows))\"/>")
      bytes.append(text: "<text class=\"faint\(isLast ? " right" : "")\" x=\"")
      bytes.append(tenths: x)
      bytes.append(text: "\" y=\"\(layout.baseline(layout.top - 1))\">\(tick.label)</text>\n")
    }
  }

  /// The summary, as a sentence for those who do not see the picture.
  private var summary: String {
    ([title.isEmpty ? "PromiseScope" : title, words.promises(store.counts.total)]
      + words.counts(store.counts, withUnhandled: problems.isEmpty).map(\.text) + problems.texts(words.language)
      + missing).joined(separator: ", ")
  }

  /// What is missing from the picture.
  private var missing: [String] {
    var parts: [String] = []
    let lost = store.counts.lost
    if lost > 0 {
      let number = NumberText.grouped(lost)
      parts.append(words.language(lost == 1 ? "1 event lost" : "\(number) events lost", "丢失 \(number) 个事件"))
    }
    if store.counts.evicted > 0 { parts.append(OutlineRow.words(evicted: store.counts.evicted, in: words.language)) }
    if end.problemCount > 0 {
      let number = NumberText.grouped(end.problemCount)
      parts.append(
        words.language(
          NumberText.plural(end.problemCount, "problem", "problems") + " in the log", "日志中有 \(number) 处问题"))
    }
    if !store.isEnded { parts.append(end.ending.isEmpty ? words.language("no end", "日志没有结尾") : end.ending) }
    return parts
  }

  private func counts(_ bytes: inout [UInt8]) {
    var column = 1 + 2 + layout.text(title.isEmpty ? "PromiseScope" : title, "strong", at: 1, 0, 40, &bytes)
    column += 2 + layout.text(words.promises(store.counts.total), "", at: column, 0, 30, &bytes)
    for (state, text) in words.counts(store.counts, withUnhandled: problems.isEmpty) {
      layout.symbol(state.word, state.word, at: column, 0, &bytes)
      column += 4 + layout.text(text, "", at: column + 2, 0, 30, &bytes)
    }
    for kind in problems.kinds {
      let text = "\(kind.glyph(isASCII: false)) \(problems.text(of: kind, words.language))"
      column += 2 + layout.text(text, Self.ink(kind), at: column, 0, 40, &bytes)
    }
    for text in missing {
      column += 2 + layout.text(text, "ink warning", at: column, 0, 40, &bytes)
    }
  }

  private func draw(_ finding: Finding, _ sentence: [String], at line: Int, _ bytes: inout [UInt8]) {
    bytes.append(text: "<g><title>")
    bytes.append(xml: "\(finding.sentence(words.language)). \(finding.hint(words.language)) [\(finding.rule.rawValue)]")
    bytes.append(text: "</title>")
    layout.symbol("problem", finding.severity.rawValue, at: 1, line, &bytes)
    for (index, part) in sentence.enumerated() {
      layout.text(part, "", at: 3, line + index, layout.columns - 3, &bytes)
    }
    bytes.append(text: "</g>\n")
  }

  private func foot(_ bytes: inout [UInt8]) {
    if rows.count > Self.rowLimit {
      let rest = NumberText.grouped(rows.count - Self.rowLimit)
      layout.text(
        words.language("… \(rest) more rows", "… 另有 \(rest) 行"), "ink warning", at: 1, layout.top + Self.rowLimit, 60,
        &bytes)
    }
    bytes.append(text: "</svg>\n")
  }

  /// The color of a kind of problem.
  static func ink(_ kind: ProblemKind) -> String {
    switch kind {
    case .unhandled: "ink error"
    case .hang, .cycle, .misuse, .slow, .swallowed: "ink warning"
    case .note, .unfinished: "ink note"
    }
  }
}
