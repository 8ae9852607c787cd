// The data of the page: everything that its script needs, as one JSON object. Owns its form, which `run.js` and `rows.js` read;
// `PageData+Promises` has the promises and their short keys.
//
// Promises refer to each other by their index. Texts of the program are on one line and free of characters that hide or reorder text, as on a
// terminal; the script sets them as text, never as markup.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct PageData {
  /// The maximum length of a text, in Unicode scalars.
  private static let textLimit = 2_000
  /// The maximum size of all answers to "why", in bytes.
  private static let answerLimit = 6_000_000
  /// The number of steps of a path that an answer names.
  private static let segmentLimit = 12

  private let header: LogHeader
  private let analyzed: AnalyzedStore
  let moments: PageMoments
  private let end: ExportEnd
  private let language: Language?
  private let workLimit: Int
  private let outline: Outline
  private let findings: [Finding]
  let problems: Problems
  /// What rows say about problems, in the words of the screen.
  let outcomes: [RowOutcome]
  let table: PromiseTable
  var indexes: [PromiseID: Int] = [:]
  var ids: [PromiseID] = []
  var sites: [String: Int] = [:]
  let json: ExportBytes

  var store: ChainStore { analyzed.store }

  init(
    _ header: LogHeader, _ analyzed: AnalyzedStore, _ moments: PageMoments, _ end: ExportEnd, _ options: ExportOptions
  ) {
    (self.header, self.analyzed, self.moments, self.end) = (header, analyzed, moments, end)
    (language, workLimit) = (options.language, options.answerWork)
    var outline = Outline()
    outline.update(from: analyzed.store)
    self.outline = outline
    findings = analyzed.findings()
    json = ExportBytes(texts: analyzed.store.texts, isInPage: true)
    table = PromiseTable(analyzed.store, findings, end: analyzed.store.lastTime)
    problems = Problems(findings)
    let (store, problems) = (analyzed.store, problems)
    outcomes = Language.allCases.map { RowOutcome(ofAll: store, problems, now: store.lastTime, $0) }
    analyzed.store.forEachFacts {
      indexes[$0.id] = ids.count
      ids.append($0.id)
    }
  }

  mutating func write(into output: inout ExportOutput) throws {
    try json.object {
      json.member("program", text(header.program))
      json.member("started", text(header.started))
      json.member("language", language?.rawValue ?? "")
      json.member("total", store.counts.total)
      json.member("lost", store.counts.lost)
      json.member("evicted", store.counts.evicted)
      json.member("bad", end.problemCount)
      json.member("end", max(0, store.lastTime))
      json.member("isEnded", store.isEnded)
      json.member("ending", store.isEnded ? "" : text(end.ending))
      // The state says how many were unhandled.
      json.key("badges")
      json.array {
        for kind in problems.kinds where kind != .unhandled {
          json.array {
            for language in [Language.english, .chinese] {
              json.value("\(kind.glyph(isASCII: false)) \(problems.text(of: kind, language))")
            }
          }
        }
      }
      try writeMoments(into: &output)
      try writePromises(into: &output)
      json.key("sites")
      json.array {
        for (site, _) in sites.sorted(by: { $0.value < $1.value }) {
          json.array {
            for part in site.split(separator: "\n", omittingEmptySubsequences: false) { json.value(String(part)) }
          }
        }
      }
      try writeRows(into: &output)
      writeFindings()
      try writeAnswers(into: &output)
    }
    try output.write(json)
  }

  func text(_ text: String) -> String { Escaping.line(text, limit: Self.textLimit) }

  // MARK: Time

  private func writeMoments(into output: inout ExportOutput) throws {
    json.key("moments")
    try json.array {
      for change in moments.changes where change.promise == 0 || indexes[change.promise] != nil {
        json.value(change.time)
        try drain(into: &output)
      }
    }
    // A loss is a moment of its own. Moments of evicted promises are not written, which moves those after them.
    var position = 0
    var losses = moments.losses[...]
    json.key("losses")
    json.array {
      for change in moments.changes {
        if change.promise == 0, let loss = losses.popFirst() {
          json.array {
            json.value(position)
            json.value(loss.count)
            json.value(loss.isDamage)
          }
        }
        if change.promise == 0 || indexes[change.promise] != nil { position += 1 }
      }
    }
  }

  // MARK: Rows

  private func writeRows(into output: inout ExportOutput) throws {
    json.key("rows")
    try json.array {
      for number in 0..<outline.count {
        let row = outline[number]
        var flags = (row.isContinuation ? 1 : 0) + (row.isCycle ? 2 : 0)
        let (kind, number): (Int, Int)
        switch row.content {
        case .node(let id):
          guard let index = indexes[id] else { continue }
          (kind, number) = (0, index)
        case .reference(let id):
          guard let index = indexes[id] else { continue }
          (kind, number) = (1, index)
        case .lost(let count, let isDamage):
          (kind, number) = (2, Int(clamping: count))
          flags += isDamage ? 4 : 0
        case .evicted(let count): (kind, number) = (3, count)
        }
        for part in [kind, number, row.depth, flags] { json.value(part) }
        try drain(into: &output)
      }
    }
  }

  // MARK: Findings and answers

  private func writeFindings() {
    json.key("findings")
    json.array {
      for finding in findings {
        json.object {
          json.member("rule", finding.rule.rawValue)
          json.member("severity", finding.severity.rawValue)
          json.member("time", max(0, finding.time))
          if let site = finding.site { json.member("site", "\(text(site.file)):\(site.line)") }
          json.key("promises")
          json.array { for id in finding.promises { if let index = indexes[id] { json.value(index) } } }
          for language in Language.allCases {
            json.key(text: language.rawValue)
            json.array {
              json.value(text(finding.sentence(language)))
              json.value(text(finding.hint(language)))
            }
          }
        }
      }
    }
  }

  /// Writes the answers of the promises with findings first, then of those that are not fulfilled, then of the others, as far as there is
  /// room.
  private func writeAnswers(into output: inout ExportOutput) throws {
    let bodies = analyzed.bodies
    var answers: [Int: [UInt8]] = [:]
    var (size, work) = (0, WhyWork())
    let answer = ExportBytes(texts: store.texts, isInPage: true)
    let concerned = findings.flatMap { $0.promises + $0.evidence }
    let open = ids.filter { store.state(of: $0) != .fulfilled }
    for id in concerned + open + ids {
      guard size < Self.answerLimit, work.steps < workLimit else { break }
      guard let index = indexes[id], answers[index] == nil,
        let why = store.why(id, bodies: bodies, segments: Self.segmentLimit, work: &work)
      else { continue }
      let english = store.sentences(why, limit: Self.segmentLimit, language: .english, table.branches)
      let chinese = store.sentences(why, limit: Self.segmentLimit, language: .chinese, table.branches)
      answer.append("[")
      for (sentence, translation) in zip(english, chinese) {
        answer.array {
          answer.value(indexes[sentence.promise] ?? -1)
          answer.value(text(sentence.text))
          answer.value(text(translation.text))
        }
      }
      answer.append("]")
      answers[index] = [UInt8](answer.all)
      size += answer.count
      answer.removeAll()
    }
    json.key("why")
    try json.object {
      for (index, answer) in answers.sorted(by: { $0.key < $1.key }) {
        json.key(text: String(index))
        json.value(raw: answer)
        try drain(into: &output)
      }
    }
  }

  func drain(into output: inout ExportOutput) throws {
    if json.count >= 1 << 15 { try output.write(json) }
  }
}
