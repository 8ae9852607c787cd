// Questions about the faults of a run, made from its findings: which row is the root, which promises wait because of it, which line to change,
// and what `pscope check` finds. They are asked at the end of the run, when all findings are known; what `pscope check` finds in a changed run is
// asked before it plays.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

/// Makes the questions about the faults of a run.
struct FaultQuestions {
  private let facts: RunFacts
  let store: ChainStore
  /// The errors and warnings, most serious first.
  let findings: [Finding]
  /// The promises that findings blame, which are never offered as wrong answers.
  private let blamed: Set<PromiseID>

  init(_ facts: RunFacts) {
    var (store, analyzer) = (ChainStore(texts: facts.texts), Analyzer())
    for event in facts.events {
      store.apply(event)
      analyzer.apply(event, in: store)
    }
    (self.facts, self.store) = (facts, store)
    findings = analyzer.findings(in: store).filter { $0.severity > .note }
    blamed = Set(findings.flatMap(\.promises))
  }

  /// The questions that the run answers.
  ///
  /// - Parameters:
  ///   - kinds: The kinds to ask; nil for all, with `check` only if the run is changed or gives no other question.
  ///   - isChanged: Whether a student has changed the run.
  /// - Returns: The questions in the order in which they are asked.
  func questions(_ kinds: [QuestionKind]?, isChanged: Bool = false) -> [Question] {
    func asks(_ kind: QuestionKind) -> Bool { kinds?.contains(kind) ?? true }
    var questions: [Question] = []
    if let first = findings.first {
      if asks(.root), let question = root(of: first) { questions.append(question) }
      let hang = findings.first { $0.kind == .hang }
      if asks(.waits), let question = hang.flatMap(waits) { questions.append(question) }
      if asks(.mend) {
        var names: Set<String> = []
        questions += findings.compactMap(mend).filter { names.insert($0.identity).inserted }.prefix(3)
      }
    }
    // The other questions about a fault give away what `pscope check` finds.
    guard asks(.check), isChanged || kinds != nil || questions.isEmpty, let check = check(isChanged) else {
      return questions
    }
    return [check] + questions
  }

  // MARK: Questions

  private func root(of finding: Finding) -> Question? {
    let prompt =
      switch finding.kind {
      case .hang:
        LocalizedLine(
          "Some promises never settle. In which row does that begin?", "有的 Promise 永远不会敲定。根源在哪一行？")
      case .unhandled:
        LocalizedLine("No handler takes an error of this run. In which row does it begin?", "有一个错误没有处理函数接住。它从哪一行开始？")
      default:
        LocalizedLine("`pscope check` names one of these rows. Which one?", "`pscope check` 指出了其中一行。是哪一行？")
      }
    // First the promises that the fault affects, then any others.
    let others = finding.evidence + finding.related.map(\.promise) + facts.events.map(\.promise)
    var wrong: [PromiseID] = []
    for id in others where wrong.count < 3 && id != 0 && store.contains(id) && !blamed.contains(id) {
      if !wrong.contains(id), name(id) != name(finding.promise) { wrong.append(id) }
    }
    let answers = ([finding.promise] + wrong).map { id in
      Answer(
        text: LocalizedLine(name(id), name(id)), refutation: id == finding.promise ? nil : fault(finding),
        pick: .row(id))
    }
    let rule =
      switch finding.kind {
      case .hang: Text("Follow the waiting to its end: what waits is not at fault.", "顺着等待找到尽头：等待者并没有错。")
      case .unhandled:
        Text("Follow the error to its start: what passes it on is not at fault.", "顺着错误找到起点：只是往下传的并没有错。")
      default: hint(finding)
      }
    // About no promise, because the screen marks the row of a question's promise, which is the answer here.
    return question(.root, about: 0, prompt, answers, rule)
  }

  private func waits(for finding: Finding) -> Question? {
    let root = finding.promise
    let all = finding.evidence.filter { !blamed.contains($0) && store.settledTime(of: $0) == nil }
    guard !all.isEmpty, finding.occurrences == 1, finding.victims == all.count else { return nil }
    var direct: [PromiseID] = []
    store.forEachDependent(of: root, limit: 64) { id, _, _ in
      if all.contains(id) { direct.append(id) }
      return true
    }
    var answers = [
      answer(
        all.count > 4
          ? LocalizedLine("\(String(all.count)) promises, directly or not", "\(String(all.count)) 个，直接或间接地")
          : LocalizedLine("\(list(all, ", "))", "\(list(all, "、"))"))
    ]
    if !direct.isEmpty, direct.count < min(all.count, 5) {
      let words = LocalizedLine("Only \(list(direct, ", ")), directly", "只有直接等待的 \(list(direct, "、"))")
      answers.append(answer(words, refutedBy: finding))
    }
    answers.append(answer(LocalizedLine("None: what waits is rejected", "没有：等待的会被拒绝"), refutedBy: finding))
    return question(
      .waits, about: root,
      LocalizedLine("\(name(root)) never settles. Who waits because of it?", "\(name(root)) 永远不会敲定。谁因此一直等待？"), answers,
      Text(
        "Whatever waits for a promise that never settles never settles either, all the way down.",
        "一个 Promise 永远不敲定，等待它的也都不会敲定，一直到链的末端。"))
  }

  private func mend(_ finding: Finding) -> Question? {
    guard let site = finding.site, site.line > 0 else { return nil }
    let others = facts.events.filter { $0.kind == .created && facts.texts[$0.site.file] == site.file }.map(\.site)
    guard var right = others.first else { return nil }
    right.line = UInt32(clamping: site.line)
    // A change to any line that is part of a fault may repair it, so no such line is offered as a wrong answer, nor, if others are left, one of
    // the same function.
    let sites = findings.compactMap(\.site) + findings.flatMap(\.related).map(\.site)
    let involved = Set(sites.filter { $0.file == site.file }.map { UInt32(clamping: $0.line) } + [0])
    let free = others.filter { !involved.contains($0.line) }
    let apart = free.filter { !site.function.isEmpty && facts.texts[$0.function] != site.function }
    func distance(_ other: Site) -> Int { abs(Int(other.line) - site.line) }
    var lines = [right]
    // The nearest ones, so that their code is on the screen together.
    for other in (apart.isEmpty ? free : apart).sorted(by: { distance($0) < distance($1) }) where lines.count < 4 {
      if !lines.contains(where: { $0.line == other.line }) { lines.append(other) }
    }
    lines.sort { $0.line < $1.line }
    let file = site.fileName
    let answers = lines.map { line in
      let text = StoryLine([.site("\(Escaping.line(file, limit: 40)):\(line.line)")])
      return Answer(
        text: LocalizedLine(text, text), refutation: line.line == right.line ? nil : sentence(finding),
        pick: .line(line))
    }
    let fault = fault(finding)
    // About no promise, because the screen shows the line of a question's promise, which can be the answer.
    return question(
      .mend, about: 0,
      LocalizedLine(
        "\(fault.english) Which of these lines leads to the code that has to change?", "\(fault.chinese)顺着哪一行能找到要改的代码？"),
      answers,
      hint(finding), right: lines.firstIndex { $0.line == right.line } ?? 0)
  }

  private func check(_ isChanged: Bool) -> Question? {
    guard facts.isWhole else { return nil }
    let kinds = Set(findings.map(\.kind))
    let found = findings.first?.kind
    var answers = [answer(Self.words(found))]
    for kind in [found == nil ? .swallowed : nil, .hang, .unhandled, .misuse] as [ProblemKind?] {
      guard answers.count < 4, kind.map({ !kinds.contains($0) }) ?? true else { continue }
      answers.append(answer(Self.words(kind)))
    }
    return question(
      .check, about: 0,
      isChanged
        ? LocalizedLine("The run is changed. What will `pscope check` find in it?", "这次运行有改动。`pscope check` 会发现什么？")
        : LocalizedLine("What does `pscope check` find in this run?", "`pscope check` 在这次运行里发现了什么？"), answers,
      Text("Look at how each row ends.", "看看每一行的结局。"), at: isChanged ? 0 : nil)
  }

  // MARK: Words

  /// What `pscope check` finds, in a few words.
  private static func words(_ kind: ProblemKind?) -> LocalizedLine {
    switch kind {
    case nil: LocalizedLine("No error and no warning", "没有错误，也没有警告")
    case .hang, .unfinished: LocalizedLine("A promise that never settles", "一个永远不会敲定的 Promise")
    case .unhandled: LocalizedLine("An error that no handler takes", "一个没有处理函数接住的错误")
    case .swallowed: LocalizedLine("A handler that hides an error", "一个掩盖错误的处理函数")
    case .cycle: LocalizedLine("A promise that waits for itself", "一个等待自己的 Promise")
    case .slow: LocalizedLine("Code that keeps others waiting", "让其他代码久等的代码")
    case .misuse, .note: LocalizedLine("A promise that is used wrongly", "一个用错的 Promise")
    }
  }

  /// What is wrong with the promise that a finding blames, without the line, which a question asks for.
  private func fault(_ finding: Finding) -> LocalizedLine {
    let name = name(finding.promise)
    return switch finding.kind {
    case .hang, .unfinished: LocalizedLine("\(name) never settles.", "\(name) 永远不会敲定。")
    case .unhandled: LocalizedLine("No handler takes the error of \(name).", "\(name) 的错误没有处理函数接住。")
    case .swallowed: LocalizedLine("\(name) hides an error.", "\(name) 掩盖了一个错误。")
    case .cycle: LocalizedLine("\(name) waits for itself.", "\(name) 在等待自己。")
    case .slow: LocalizedLine("\(name) keeps others waiting.", "\(name) 让其他 Promise 久等。")
    case .misuse, .note: LocalizedLine("\(name) is used wrongly.", "\(name) 用错了。")
    }
  }

  private func sentence(_ finding: Finding) -> LocalizedLine {
    func line(_ language: Language) -> StoryLine { StoryLine([.text(Escaping.line(finding.sentence(language)))]) }
    return LocalizedLine("\(line(.english)).", "\(line(.chinese))。")
  }

  private func hint(_ finding: Finding) -> Text { Text(finding.hint(.english), finding.hint(.chinese)) }

  private func name(_ id: PromiseID) -> StoryLine {
    StoryLine([.promise(id, label: facts.label(of: id).map { Escaping.line($0, limit: Story.labelLimit) })])
  }

  private func list(_ ids: [PromiseID], _ separator: String) -> StoryLine {
    StoryLine(ids.enumerated().flatMap { ($0.offset > 0 ? [.text(separator)] : []) + name($0.element).pieces })
  }

  private func answer(_ text: LocalizedLine, refutedBy finding: Finding? = nil) -> Answer {
    Answer(text: text, refutation: finding.map(fault))
  }

  /// Makes a question; nil if there is no wrong answer to choose.
  private func question(
    _ kind: QuestionKind, about promise: PromiseID, _ prompt: LocalizedLine, _ answers: [Answer], _ rule: Text,
    right: Int = 0, at asked: Int? = nil
  ) -> Question? {
    guard answers.count > 1 else { return nil }
    let end = UInt64(facts.events.count)
    return Question(
      kind: kind, template: kind.rawValue, promise: promise, askedAt: asked.map(UInt64.init) ?? end, answeredAt: end,
      prompt: prompt, answers: answers, right: right, rule: rule)
  }
}
