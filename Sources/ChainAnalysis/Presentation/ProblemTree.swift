// What matters in a history, as text: the findings, then the tree of the promises that they are about and of the pending ones.
//
// Owns the choice of promises and the limits, so that the text stays readable when a program has ten thousand pending promises. The tree
// is the one that the screen draws.

import ChainModel
import PlainText
import PromiseTrace

/// The problems of a history, as text.
public struct ProblemTree {
  /// The promises to draw of one call site that are pending and have no finding of their own; 0 draws none.
  public var pendingPerSite = 5
  /// The maximum number of findings to print, and of promises to draw.
  public var limit = 200
  /// The characters of the tree.
  public var glyphs = TextGlyphs.unicode
  /// The language of the text.
  public var language = Language.english
  /// The moment up to which pending promises have lasted; nil for the time of the latest event.
  public var now: Int64?
  /// The last part of the summary if the log did not end normally; otherwise empty.
  public var ending = ""
  /// How to see everything, for the line that reports what is not shown.
  public var remedy = ""

  /// Creates a text with the default limits.
  public init() {}

  struct Choice {
    var ids: [PromiseID] = []
    /// The number of pending promises that are left out, by call site, with one of them.
    var omitted: [(example: PromiseID, count: Int)] = []
  }

  /// The promises that the findings name, and pending ones.
  func choice(from store: ChainStore, _ findings: [Finding]) -> Choice {
    var choice = Choice()
    var chosen: Set<PromiseID> = []
    func choose(_ id: PromiseID) {
      if id != 0, chosen.count < limit, chosen.insert(id).inserted { choice.ids.append(id) }
    }
    // The root of each finding first, so that no finding with many occurrences displaces another.
    for finding in findings { choose(finding.promise) }
    for finding in findings {
      for id in (finding.promises + finding.evidence).prefix(8) { choose(id) }
    }
    guard pendingPerSite > 0 else { return choice }
    var shown: [UInt32: Int] = [:]
    var omitted: [UInt32: (example: PromiseID, count: Int)] = [:]
    store.forEachFacts { facts in
      guard facts.isOpen || facts.state == .unknown else { return }
      shown[facts.origin, default: 0] += 1
      if chosen.contains(facts.id) { return }
      if shown[facts.origin, default: 0] <= pendingPerSite, chosen.count < limit {
        choose(facts.id)
      } else {
        omitted[facts.origin, default: (facts.id, 0)].count += 1
      }
    }
    choice.omitted = omitted.values.sorted { ($1.count, $0.example) < ($0.count, $1.example) }
    return choice
  }

  /// The text.
  ///
  /// - Parameters:
  ///   - store: The history.
  ///   - findings: What is wrong with it, most serious first.
  ///   - title: The start of the summary line.
  ///   - source: What to print for a finding without a call site, such as the path of the log.
  ///   - line: Receives the text in UTF-8, piece by piece. An error that it throws ends the rendering.
  public func render(
    _ store: ChainStore, _ findings: [Finding], title: String = "", source: String = "",
    line: ([UInt8]) throws -> Void
  ) rethrows {
    func say(_ text: String) throws { try line(Array((text + "\n").utf8)) }
    var tree = TextTree(glyphs: glyphs, language: language)
    (tree.now, tree.ending) = (now, ending)
    let problems = Problems(findings)
    tree.show(problems, of: store)
    try say(tree.summary(store.counts, problems: problems.texts(language), title: title))
    try say("")
    for finding in findings.prefix(limit) {
      try say(finding.line(source: source, in: language))
      try say("    " + finding.hint(language))
    }
    if findings.count > limit {
      let more = NumberText.grouped(findings.count - limit)
      try say(glyphs.ellipsis + language(" \(more) more findings", " 另有 \(more) 条发现"))
    }
    if findings.isEmpty { try say(language("no findings", "没有发现")) }
    let choice = choice(from: store, findings)
    var outline = Outline()
    outline.update(from: store)
    let excerpt = OutlineExcerpt(of: choice.ids, in: outline, store)
    if excerpt.promises > 0 {
      try say("")
      try tree.render(excerpt, of: store, line: line)
    }
    for site in choice.omitted.prefix(8) {
      let place = store.callSite(of: site.example).map { Glyph.visible($0.short) }
      let count = NumberText.grouped(site.count)
      try say(
        glyphs.ellipsis
          + language(
            " \(count) more pending\(place.map { " at " + $0 } ?? "")",
            " \(place.map { $0 + " " } ?? "")还有 \(count) 个待定"))
    }
    let hidden = store.count - excerpt.promises
    guard hidden > 0 else { return }
    let rest = remedy.isEmpty ? "" : "; \(remedy)"
    let promises = RowWords(language).promises(hidden)
    try say(glyphs.ellipsis + language(" \(promises) not shown\(rest)", " \(promises) 未显示\(rest)"))
  }
}

extension TextTree {
  /// Draws promises with problems in the words of the screen.
  package mutating func show(_ problems: Problems, of store: ChainStore) {
    let outcome = RowOutcome(
      ofAll: store, problems, now: now ?? store.lastTime, language, isASCII: glyphs.isASCII)
    badge = { [isASCII = glyphs.isASCII] in problems.badges[$0]?.first?.glyph(isASCII: isASCII) }
    exception = { outcome.exception($0) }
  }
}
