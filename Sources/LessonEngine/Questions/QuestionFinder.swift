// Finds the moments of a run at which a question has exactly one right answer, and makes the questions. The wording never depends on a
// particular scenario.
//
// Owns the proof: an answer is a claim that the events decide, and a question is kept only if the right answer is true and every wrong one
// is false. The extensions know the moments. Where events are missing between the creation of a promise and the answer, nothing is asked.

import ChainModel
import PlainText
import PromiseTrace

/// Makes the questions of a run.
struct QuestionFinder {
  /// The number of events between a question and its answer, at most.
  ///
  /// Beyond that, the steps in between would reveal too much.
  static let reach = 60

  let record: RunRecord
  /// The run up to the moment of a question.
  var store: ChainStore
  /// The questions found so far, several for one moment among them.
  private(set) var found: [Question] = []
  /// The handlers that wait on each queue, in order.
  var queued: [TextID: [PromiseID]] = [:]

  init(_ record: RunRecord, texts: TextTable) {
    self.record = record
    store = ChainStore(texts: texts, limit: 1_000_000, historyLimit: 0)
  }

  /// All questions that the run answers, in order of the moments at which they are asked.
  static func questions(of events: [Event], texts: TextTable) -> [Question] {
    var finder = QuestionFinder(RunRecord(events), texts: texts)
    for (index, event) in events.enumerated() {
      finder.askBefore(event, at: index)
      finder.store.apply(event)
      finder.askAfter(event, at: index + 1)
    }
    // A question about a new promise waits for everything that belongs to its creation.
    return finder.found.enumerated().sorted { ($0.element.askedAt, $0.offset) < ($1.element.askedAt, $1.offset) }.map(
      \.element)
  }

  private mutating func askBefore(_ event: Event, at index: Int) {
    switch event.kind {
    case .created: askAboutNewPromise(event, at: index)
    case .ignored: askAboutSecondSettlement(event, at: index)
    case .enqueued: queued[event.queue, default: []].append(event.promise)
    case .started:
      askAboutSharedQueue(event, at: index)
      queued[event.queue]?.removeAll { $0 == event.promise }
    default: break
    }
  }

  private mutating func askAfter(_ event: Event, at index: Int) {
    switch event.kind {
    case .created:
      askWhenBodyRuns(event, at: index)
      askWhenHandlerRuns(event, at: index)
      askWhichLineIsFirst(event, at: index)
    case .released:
      askAboutLeak(event, at: index)
      askAboutVictims(event, at: index)
    case .finished:
      askAfterBody(event, at: index)
      askAboutForgottenReturn(event, at: index)
    case .fulfilled, .rejected:
      guard isLatestOutcome(event) else { return }
      askAboutChildren(event, at: index)
      askAboutHandler(event, at: index)
      askBeyondCatch(event, at: index)
      askWhetherHandled(event, at: index)
      askAboutOrder(event, at: index)
      askAboutNext(event, at: index)
      askAboutCombinators(event, at: index)
      askAboutLosers(event, at: index)
      askAboutAdopters(event, at: index)
      askAboutCancellation(event, at: index)
    default: break
    }
  }

  /// Whether the store took the outcome of a settlement, which it ignores if the promise had settled before.
  private func isLatestOutcome(_ event: Event) -> Bool {
    guard let facts = store.facts(event.promise) else { return false }
    return facts.settled == event.time && facts.text == event.text
  }

  // MARK: Names

  var names: StoryNames {
    let start = Int(store.counts.events)
    let end = min(start + Story.lookahead, record.events.count)
    return StoryNames(store: store, upcoming: record.events[start..<end], valueLimit: Self.valueLimit)
  }

  /// The longest value in a question, in Unicode scalars.
  private static let valueLimit = 40

  /// A promise with its label.
  func name(_ id: PromiseID) -> StoryLine { line(names.name(id)) }

  func short(_ id: PromiseID) -> StoryLine { line(names.short(id)) }

  /// A value; nil if it was not recorded.
  func value(_ id: TextID) -> StoryLine? { names.value(id).map(line) }

  /// An error, from its preview or its type; nil if neither was recorded.
  func error(_ text: TextID, _ type: TextID = .none) -> StoryLine? { names.error(text, type).map(line) }

  /// A line of one part.
  func line(_ part: StoryPart) -> StoryLine { names.line { $0.add(part) } }

  /// The sentence about a settlement, without its cause.
  func outcome(_ event: Event) -> LocalizedLine { outcome(event, of: name(event.promise)) }

  /// The sentence about a settlement, without its cause, with a clause that follows in each language.
  func outcome(
    _ event: Event, of name: StoryLine, _ clause: StoryLine = "", _ chineseClause: StoryLine = ""
  ) -> LocalizedLine {
    if event.kind == .fulfilled {
      guard let value = value(event.text) else {
        return LocalizedLine("\(name) was fulfilled\(clause).", "\(name) 已兑现\(chineseClause)。")
      }
      return LocalizedLine(
        "\(name) was fulfilled with \(value)\(clause).", "\(name) 已兑现，值为 \(value)\(chineseClause)。")
    }
    if event.isCancelled {
      return LocalizedLine("\(name) was canceled\(clause).", "\(name) 被取消\(chineseClause)。")
    }
    guard let error = error(event.text, event.type) else {
      return LocalizedLine("\(name) was rejected\(clause).", "\(name) 被拒绝\(chineseClause)。")
    }
    return LocalizedLine(
      "\(name) was rejected with \(error)\(clause).", "\(name) 被拒绝，错误为 \(error)\(chineseClause)。")
  }

  func whatHappens(to id: PromiseID) -> LocalizedLine {
    LocalizedLine("What happens to \(short(id))?", "\(short(id)) 会怎样？")
  }

  // MARK: Dependents

  /// The promises that derive from one and still wait, with the outcomes that they handle.
  func children(of id: PromiseID) -> [(id: PromiseID, sides: HandledSides)] {
    var children: [(id: PromiseID, sides: HandledSides)] = []
    store.forEachDependent(of: id, limit: 64) { child, dependence, sides in
      if dependence == .derived, store.isOpen(child) { children.append((child, sides)) }
      return true
    }
    return children
  }

  /// The only promise that waits for one, if exactly one derives from it and nothing else observes it.
  func onlyChild(of id: PromiseID) -> (id: PromiseID, sides: HandledSides)? {
    let children = children(of: id)
    guard children.count == 1, store.reactionCount(of: id) == 1 else { return nil }
    return children[0]
  }

  // MARK: Keeping

  /// Keeps a question if the run answers it, and only with its right answer.
  ///
  /// - Parameters:
  ///   - kind: Its subject.
  ///   - promise: The promise that it is about.
  ///   - asked: The number of events before it.
  ///   - answer: The index of the event that answers it.
  ///   - others: Further promises that it depends on.
  ///   - site: The call that it is about, if that is not the one that created the promise.
  ///   - rule: The rule that explains the right answer; nil for that of the subject.
  ///   - facts: What has just happened.
  ///   - prompt: The question.
  ///   - right: The right answer and its claim.
  ///   - wrong: Wrong answers; those that the run does not refute are left out.
  mutating func propose(
    _ kind: QuestionKind, about promise: PromiseID, at asked: Int, answeredBy answer: Int?,
    with others: [PromiseID] = [], site: Site = Site(), rule: Text? = nil,
    facts: [LocalizedLine], _ prompt: LocalizedLine, right: (LocalizedLine, Claim),
    wrong: [(Misconception, LocalizedLine, Claim)]
  ) {
    guard let answer, answer >= asked, answer - asked < Self.reach else { return }
    guard ([promise] + others).allSatisfy({ record.isComplete($0, upTo: answer) || isCreated($0, at: asked) }) else {
      return
    }
    guard record.holds(right.1, from: asked) == true else { return }
    var refuted: [Answer] = []
    for (misconception, text, claim) in wrong where record.holds(claim, from: asked) == false {
      if refuted.count < 3, !refuted.contains(where: { $0.text == text }) {
        refuted.append(
          Answer(
            text: text, claim: claim, misconception: misconception, refutation: refutation(of: claim, from: asked)))
      }
    }
    guard !refuted.isEmpty else { return }
    // The order must not give the answer away, and must be the same each time.
    var answers = refuted
    let place =
      Int((UInt64(asked) &* 0x9E37_79B9_7F4A_7C15 ^ promise &* 0xD1B5_4A32_D192_ED03) >> 33) % (answers.count + 1)
    answers.insert(Answer(text: right.0, claim: right.1, misconception: nil, refutation: nil), at: place)
    found.append(
      Question(
        kind: kind, template: kind.name, promise: promise, site: site, askedAt: UInt64(asked),
        answeredAt: UInt64(shown(answer)),
        facts: facts,
        prompt: prompt,
        answers: answers, right: place, rule: rule ?? kind.rule))
  }

  /// The number of events with which an answer is shown: with a new promise, its label and its registrations.
  func shown(_ answer: Int) -> Int {
    let created = record.events[answer]
    var end = answer + 1
    guard created.kind == .created else { return end }
    while end < record.events.count, record.events[end].belongs(toCreationOf: created.promise) { end += 1 }
    return end
  }

  /// Whether the next event creates the promise.
  private func isCreated(_ id: PromiseID, at index: Int) -> Bool {
    index < record.events.count && record.events[index].kind == .created && record.events[index].promise == id
  }
}
