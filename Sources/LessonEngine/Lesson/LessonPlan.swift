// A lesson on one run: its steps, each with a sentence, and its questions. Owns which note belongs to which step.
//
// The steps and the questions come from the events alone, so any log makes a lesson.

import PlainText
import PromiseTrace

/// Why a run makes no lesson.
public enum LessonRefusal: Error, Sendable, Equatable {
  /// It holds no promise.
  case nothingHappens
  /// It is too long, and its promises depend on each other, so that no part stands alone.
  case tooLarge(promises: Int)

  /// The sentence for the user.
  public var text: Text {
    switch self {
    case .nothingHappens:
      Text(
        "There is nothing to learn from this log: it holds no promise.", "这个日志无法用作课程：其中没有 Promise。")
    case .tooLarge(let promises):
      Text(
        "This log has \(NumberText.grouped(promises)) promises that depend on each other, which is too much for a lesson. "
          + "Cut out a part first: pscope export LOG --subtree PROMISE --output part.ndjson",
        "这个日志有 \(NumberText.grouped(promises)) 个互相依赖的 Promise，对一节课来说太多了。"
          + "请先截取一部分：pscope export LOG --subtree PROMISE --output part.ndjson")
    }
  }
}

/// A moment of a lesson: an event that matters, and what is said of it.
public struct LessonStep: Sendable, Equatable {
  /// The sentence of the story.
  public var sentence: StorySentence
  /// The lesson's notes at this moment.
  public var notes: [Text] = []

  /// Whether it only tells that a promise was created.
  var isCreation: Bool { sentence.kind == .created && notes.isEmpty }

  /// Whether it is shown together with the next one, at the same moment: lines that the program writes, calls inside calls, one body that starts,
  /// writes, and ends, or an outcome that goes from promise to promise.
  ///
  /// - Parameter next: The next step.
  func leads(to next: LessonStep) -> Bool {
    let (kind, nextKind) = (sentence.kind, next.sentence.kind)
    guard notes.isEmpty, sentence.time == next.sentence.time else { return false }
    if kind == .created, nextKind == .created { return next.isCreation }
    let (calls, outcomes): (Set<EventKind>, Set<EventKind>) = (
      [.created, .started, .awaiting, .adopted], [.fulfilled, .rejected, .handled]
    )
    if kind == .progressed || kind == .noted, nextKind == .noted { return true }
    if kind == .noted, nextKind == .created || sentence.promise == 0 { return true }
    let isOfBody = (kind == .started || kind == .noted) && sentence.promise == next.sentence.promise
    return isOfBody && sentence.promise != 0 || calls.isSuperset(of: [kind, nextKind])
      || outcomes.isSuperset(of: [kind, nextKind])
  }
}

/// The steps and the questions of a run.
public struct LessonPlan: Sendable {
  /// The events to show, in order; a step's position counts these.
  public let events: [Event]
  /// The texts that they refer to.
  public let texts: TextTable
  /// The moments, in order.
  public let steps: [LessonStep]
  /// The questions, in the order in which they are asked.
  public let questions: [Question]
  /// The number of promises in the whole run.
  public let promises: Int
  /// The number of promises that the lesson shows, if that is only a part of them; nil if it shows all.
  public let shown: Int?
  private let hold: TextHold

  /// Makes a lesson of a run.
  ///
  /// - Parameters:
  ///   - run: The run, read to its end.
  ///   - lesson: The lesson whose notes are shown; nil for a lesson without texts of its own.
  ///   - asksQuestions: Whether to ask, or only to narrate.
  /// - Throws: ``LessonRefusal`` if the run makes no lesson.
  public init(of run: LessonIntake, lesson: Lesson? = nil, asksQuestions: Bool = true) throws(LessonRefusal) {
    let chosen = try run.chosen()
    (events, shown) = (Self.labeled(chosen.events), chosen.shown)
    (texts, promises, hold) = (run.texts, run.promises, run.hold)
    guard events.contains(where: { $0.kind == .created }) else {
      throw LessonRefusal.nothingHappens
    }
    var story = Story(texts: run.texts)
    let sentences = events.compactMap { story.add($0) } + story.finish()
    let facts = RunFacts(events, texts: run.texts)
    questions = asksQuestions ? Question.asked(by: lesson, events, facts) : []
    steps = Self.annotated(sentences, facts, lesson?.notes ?? [])
  }

  /// The events with the final label of each promise in its creation.
  ///
  /// A program names a promise after it has created it. Without this, a row would change its name, and the sentences theirs.
  private static func labeled(_ events: [Event]) -> [Event] {
    var labels: [PromiseID: TextID] = [:]
    for event in events where event.kind == .named { labels[event.promise] = event.text }
    return events.map { event in
      guard event.kind == .created, let label = labels[event.promise] else { return event }
      var labeled = event
      labeled.text = label
      return labeled
    }
  }

  /// The sentence that tells the answer to a question; nil if the run has none.
  ///
  /// - Parameter question: One of ``questions``.
  /// - Returns: The last sentence about the question's promise after the question, up to the event that answers it.
  public func explanation(of question: Question) -> StorySentence? {
    let start = steps.partitioningIndex { $0.sentence.position > question.askedAt }
    let end = steps.partitioningIndex { $0.sentence.position > question.answeredAt }
    return steps[start..<end].last { $0.sentence.promise == question.promise }?.sentence
  }

  /// Adds each note that the run bears out to the step of its event, or to the next one.
  private static func annotated(
    _ sentences: [StorySentence], _ facts: RunFacts, _ notes: [LessonNote]
  ) -> [LessonStep] {
    var steps = sentences.map { LessonStep(sentence: $0) }
    guard !steps.isEmpty else { return steps }
    for note in notes where note.claims.allSatisfy({ facts.holds($0) == true }) {
      guard let moment = facts.first(note.moment) else { continue }
      let step = steps.firstIndex { $0.sentence.position > UInt64(moment) } ?? steps.count - 1
      steps[step].notes.append(note.text)
    }
    return steps
  }
}

/// A run on its way to becoming a lesson.
///
/// Its memory is bounded.
public struct LessonIntake: Sendable {
  /// The texts of the events.
  public let texts: TextTable
  /// The number of promises created.
  public private(set) var promises = 0
  /// The first events of the run.
  private var events: [Event] = []
  /// The loss that stands for the events that were not kept; nil if all were.
  private var cut: Event?
  /// The end of the run, if it came after the kept events.
  private var end: Event?
  /// The number of events, those that were not kept included.
  private var count = 0
  let hold: TextHold

  /// The number of events up to which a run is shown whole.
  static let wholeLimit = 20_000
  /// The number of events of a longer run among which a part is chosen.
  static let keptLimit = 200_000
  /// The greatest size of a part.
  static let partPromises = 200
  /// The greatest number of events of a part.
  static let partEvents = 4_000

  /// Creates an intake for the events of a table.
  public init(texts: TextTable) {
    self.texts = texts
    hold = texts.hold()
  }

  /// Adds the next event.
  public mutating func add(_ event: Event) {
    count += 1
    if event.kind == .created { promises += 1 }
    if events.count < Self.keptLimit {
      events.append(event)
    } else if event.kind == .ended {
      // How the run ended is said even if its middle is not kept.
      end = event
    } else {
      var lost = cut ?? Event(.lost, 0)
      if cut == nil { (lost.sequence, lost.time) = (event.sequence, event.time) }
      lost.count += 1
      cut = lost
    }
  }

  /// The events to show, and the number of promises among them if that is not all.
  func chosen() throws(LessonRefusal) -> (events: [Event], shown: Int?) {
    guard count > Self.wholeLimit else { return (events, nil) }
    // Promises that one body has created belong together, unless that makes everything one group.
    guard let part = part(withContexts: true) ?? part(withContexts: false) else {
      throw LessonRefusal.tooLarge(promises: promises)
    }
    return (excerpt(part), part.count)
  }

  private func excerpt(_ part: Set<PromiseID>) -> [Event] {
    var chosen: [Event] = []
    for var event in events {
      switch event.kind {
      case .lost, .ended: break
      case .noted where event.promise == 0: guard part.contains(event.context) else { continue }
      default: guard part.contains(event.promise) else { continue }
      }
      if !part.contains(event.peer) { event.peer = 0 }
      if !part.contains(event.context) { event.context = 0 }
      chosen.append(event)
    }
    chosen += [cut, end].compactMap { $0 }
    // A part is a stream of its own: a position in it is the sequence number of an event.
    for index in chosen.indices { chosen[index].sequence = UInt64(index + 1) }
    return chosen
  }

  /// The most instructive group of promises; nil if no group stands alone.
  private func part(withContexts: Bool) -> Set<PromiseID>? {
    var groups = DisjointSets()
    var open: Set<PromiseID> = []
    var failed: Set<PromiseID> = []
    var sizes: [PromiseID: Int] = [:]
    for event in events where event.promise != 0 {
      switch event.kind {
      case .created:
        open.insert(event.promise)
        groups.join(event.promise, event.peer)
        if withContexts { groups.join(event.promise, event.context) }
      case .registered, .adopted: groups.join(event.promise, event.peer)
      case .fulfilled, .released: open.remove(event.promise)
      case .rejected:
        open.remove(event.promise)
        failed.insert(event.promise)
      default: break
      }
      sizes[event.promise, default: 0] += 1
    }
    var members: [PromiseID: [PromiseID]] = [:]
    for id in sizes.keys { members[groups.root(of: id), default: []].append(id) }
    let candidates = members.values.filter { group in
      group.count <= Self.partPromises && group.reduce(0) { $0 + (sizes[$1] ?? 0) } <= Self.partEvents
        && !group.contains(where: open.contains)
    }
    // Those in which something fails teach most; of these, the ones that come first in the log.
    let ranked = candidates.map { group in
      (isCalm: !group.contains(where: failed.contains), first: group.min() ?? 0, group: Set(group))
    }.sorted { (left, right) in
      left.isCalm == right.isCalm ? left.first < right.first : !left.isCalm
    }
    var best: (kinds: Int, group: Set<PromiseID>)?
    for candidate in ranked.prefix(20) {
      let kinds = Set(Question.all(of: excerpt(candidate.group), texts: texts).map(\.kind)).count
      if kinds > best?.kinds ?? 0 { best = (kinds, candidate.group) }
    }
    return best?.group
  }
}

/// Groups that grow together.
///
/// Source: R. E. Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm", 1975.
private struct DisjointSets {
  private var parents: [PromiseID: PromiseID] = [:]

  mutating func root(of id: PromiseID) -> PromiseID {
    var root = id
    while let parent = parents[root] { root = parent }
    var current = id
    while let parent = parents[current], parent != root {
      parents[current] = root
      current = parent
    }
    return root
  }

  /// Puts two promises into one group; 0 stands for none.
  mutating func join(_ one: PromiseID, _ other: PromiseID) {
    guard other != 0, one != other else { return }
    let (first, second) = (root(of: one), root(of: other))
    if first != second { parents[max(first, second)] = min(first, second) }
  }
}
