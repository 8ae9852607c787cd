// The lesson that a screen shows: first the run that it takes in, then the way through it.

import ChainModel
import LessonEngine
import PlainText
import PromiseTrace

/// A lesson on a screen.
struct LessonState: Sendable {
  let options: LessonOptions
  /// The run, until it is read to its end.
  private(set) var intake: LessonIntake?
  /// The way through the lesson; nil while the run is read, or if it makes no lesson.
  private(set) var walk: LessonWalk?
  /// Why the run makes no lesson.
  private(set) var refusal: Text?
  /// The number of rows that the tree has at the end of the lesson.
  private(set) var treeRows = 0
  /// The number of events taken in.
  private(set) var count = 0
  /// Whether the program draws screens of its own, which then stand beside the tree.
  private(set) var showsScreens = false
  /// The first visible line of the page or the question, in lines that were scrolled.
  var scroll = 0
  /// The number of lines that the page or the question can show; 0 before the first frame.
  var rows = 0
  /// Whether a person can change the run, and run it again.
  var canChange = false
  /// The answer to the open question that the arrow keys have chosen: a line or a moment; nil for none.
  var mark: Int?
  /// The pane that covers the tree; nil for none.
  var pane: PaneKind?
  /// Whether the name of the editor was shown, so that its key opens it now.
  var opensEditor = false
  /// Whether no pane tells the story.
  var isAlone = false
  /// The lines of the longest question or note; nil before the first frame.
  var longest: Longest?
  /// The time since the last step while it plays by itself, in nanoseconds.
  private var waited: Int64 = 0

  /// The time between two steps at normal speed, in nanoseconds: long enough to read a sentence.
  static let pace: Int64 = 2_000_000_000

  /// The number of lines that the longest question or note takes in a pane.
  struct Longest: Sendable {
    let width: Int
    let language: Language
    /// Without and with the sentences that explain the answers.
    let (plain, explained): (Int, Int)
  }

  init(_ options: LessonOptions, texts: TextTable) {
    self.options = options
    intake = LessonIntake(texts: texts)
  }

  /// Takes in events of the run.
  mutating func add(_ events: [Event]) {
    count += events.count
    for event in events {
      intake?.add(event)
      guard event.kind == .noted, !showsScreens, let text = intake?.texts[event.text] else { continue }
      showsScreens = DrawnNote(text) != nil
    }
  }

  /// Starts the lesson: the run was read to its end.
  mutating func begin() {
    guard let run = intake else { return }
    intake = nil
    do throws(LessonRefusal) {
      walk = LessonWalk(
        try LessonPlan(
          of: run, lesson: options.lesson, asksQuestions: options.asksQuestions, isChanged: !options.changes.isEmpty,
          without: options.answered, again: options.changes.isEmpty ? options.again : []))
      if let plan = walk?.plan {
        var store = ChainStore(texts: plan.texts)
        for event in plan.events { store.apply(event) }
        var outline = Outline()
        outline.update(from: store)
        treeRows = outline.count
      }
    } catch {
      refusal = error.text
    }
  }

  /// Changes the place in the lesson.
  mutating func move(_ change: (inout LessonWalk) -> Void) {
    guard var moved = walk else { return }
    change(&moved)
    walk = moved
    scroll = 0
    mark = nil
    waited = 0
  }

  /// Lets time pass while the lesson plays by itself.
  ///
  /// - Parameters:
  ///   - elapsed: Nanoseconds.
  ///   - factor: The speed; 2 is twice as fast.
  /// - Returns: Whether the next step is due.
  mutating func wait(_ elapsed: Int64, factor: Double) -> Bool {
    waited += Int64(Double(elapsed) * factor)
    return waited >= Self.pace
  }

  /// Whether a page of text takes the place of the tree: at the introduction, at the score, and if there is no lesson.
  var isPage: Bool {
    switch walk?.place {
    case .introduction, .score, nil: true
    case .forecast, .step, .question: false
    }
  }

  /// The answer of the open question that stands for something on the screen; nil if there is none.
  func answer(where fits: (AnswerPick) -> Bool) -> Int? {
    guard let walk, walk.isAsking else { return nil }
    return walk.question?.answers.firstIndex { $0.pick.map(fits) ?? false }
  }

  /// The answers of the open question that a person can point at, with their numbers from 1.
  var picks: [(number: Int, pick: AnswerPick)] {
    guard let walk, walk.isAsking, let question = walk.question else { return [] }
    return question.answers.enumerated().compactMap { index, answer in answer.pick.map { (index + 1, $0) } }
  }

  /// The answers that are lines of the source or moments, from the first to the last, and whether they are moments.
  var pickOrder: (answers: [Int], isTime: Bool) {
    var places: [(answer: Int, place: Int64)] = []
    var isTime = false
    for (number, pick) in picks {
      switch pick {
      case .row: continue
      case .line(let site): places.append((number - 1, Int64(site.line)))
      case .time(let time):
        places.append((number - 1, time))
        isTime = true
      }
    }
    return (places.sorted { ($0.place, $0.answer) < ($1.place, $1.answer) }.map(\.answer), isTime)
  }

  /// Whether problems may be shown: none of them tells what is still to be asked.
  var mayShowProblems: Bool { walk.map { walk in walk.plan.questions.count == walk.replyCount } ?? false }

  /// The result, once the end was reached; nil before that.
  var result: LessonResult? {
    guard let walk, walk.place == .score else { return nil }
    var result = LessonResult(name: options.name, right: 0, questions: 0)
    for (index, question) in walk.plan.questions.enumerated() {
      let texts = question.answers.map(\.text.english.text)
      let given: Int? = if case .answer(let answer) = walk.replies[index] { answer } else { nil }
      let isRight = given == question.right
      if question.origin != nil {
        if isRight { result.recalled.append(question.key) }
        continue
      }
      if isRight { result.right += 1 } else { result.missed.append(question.key) }
      result.answers.append(
        LessonResult.Answer(
          template: question.template, question: question.prompt.english.text, given: given.map { texts[$0] },
          expected: texts[question.right]))
    }
    result.questions = result.answers.count
    return result
  }

  /// The identities of the questions that were answered or skipped.
  var answered: Set<String> {
    Set(walk.map { walk in walk.replies.keys.map { walk.plan.questions[$0].identity } } ?? [])
  }

  /// The promise that an open question is about; nil if none is open.
  var askedPromise: PromiseID? { walk.flatMap { $0.isAsking ? $0.promise : nil } }
}

/// How a lesson that was gone through to its end was answered.
public struct LessonResult: Sendable, Hashable {
  /// What was answered to a question, in English, because programs read it.
  public struct Answer: Sendable, Hashable {
    /// What the question asks, in a word: ``Question/template``.
    public var template: String
    /// The question.
    public var question: String
    /// The chosen answer; nil if the question was skipped.
    public var given: String?
    /// The right answer.
    public var expected: String
  }

  /// The name of the lesson, or of the run without one.
  public var name: String
  /// The number of questions answered right.
  public var right: Int
  /// The number of its questions.
  public var questions: Int
  /// What was answered to each question, in order; empty if that was not kept.
  public var answers: [Answer] = []
  /// The keys of the questions that were not answered correctly.
  public var missed: [String] = []
  /// The keys of the questions of earlier lessons that were answered correctly this time.
  public var recalled: [String] = []

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - name: The name of the lesson.
  ///   - right: The number of questions answered right.
  ///   - questions: The number of its questions.
  public init(name: String, right: Int, questions: Int) {
    (self.name, self.right, self.questions) = (name, right, questions)
  }
}
