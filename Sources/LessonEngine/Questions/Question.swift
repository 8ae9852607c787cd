// A question about a run, with the answers to choose from. `QuestionMaker` makes those that a lesson has as data, and `FaultQuestions`
// those about the faults of a run.

import PlainText
import PromiseTrace

/// An answer to choose.
public struct Answer: Sendable, Hashable {
  /// What it says.
  public var text: LocalizedLine
  /// The same as a statement that the events prove or refute; nil if findings decide instead.
  public var claim: Statement?
  /// What the run shows instead; nil for the right answer.
  public var refutation: LocalizedLine?
  /// What to remember; nil for the rule of the question.
  public var why: Text?
  /// What a person can point at to choose it; nil for nothing.
  public var pick: AnswerPick?
}

/// What stands for an answer on the screen.
public enum AnswerPick: Sendable, Hashable {
  /// A row of the tree.
  case row(PromiseID)
  /// A line of the source.
  case line(Site)
  /// A moment since the start, in nanoseconds.
  case time(Int64)
}

/// What a question asks about the faults of a run.
public enum QuestionKind: String, Sendable, Hashable, CaseIterable {
  /// The row in which a fault begins.
  case root
  /// The promises that wait because of a hang.
  case waits
  /// The line to change.
  case mend
  /// What `pscope check` finds; asked about a changed run before it plays.
  case check
}

/// A question with one right answer.
public struct Question: Sendable, Hashable {
  /// What it asks about the faults of the run; nil for a question of a lesson.
  public var kind: QuestionKind?
  /// What it asks, in a word: the name of its kind, or the template of a lesson's question.
  public var template: String
  /// The promise that it is about.
  public var promise: PromiseID
  /// The number of events of the run that have happened when it is asked.
  public var askedAt: UInt64
  /// The number of events after which the run has answered it.
  public var answeredAt: UInt64
  /// The question itself.
  public var prompt: LocalizedLine
  /// Two to four answers.
  public var answers: [Answer]
  /// The index of the right answer.
  public var right: Int
  /// The rule that explains the right answer.
  public var rule: Text
  /// A part of the source line to show; nil for the line of its promise: the last `await` of an async function, or the call site.
  public var code: String?
  /// The title of the earlier lesson in which it was missed; nil for a question of the current lesson.
  public var origin: Text?

  /// Identifies the question across runs: its text and that of the right answer, in English.
  public var identity: String { "\(prompt.english.text) \(answers[right].text.english.text)" }

  /// The hash of ``identity`` in eight hexadecimal digits, by which a file can name the question.
  ///
  /// Source: G. Fowler, L. C. Noll, K.-P. Vo, the hash FNV-1a.
  public var key: String {
    let hash = identity.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return String(0x1_0000_0000 + UInt64(hash), radix: 16).suffix(8).description
  }
}

extension Question {
  /// A copy to ask at the end of another run, in which there is nothing to point at.
  func again(at end: UInt64) -> Question {
    var question = self
    (question.kind, question.promise, question.askedAt, question.answeredAt) = (nil, 0, end, end)
    for index in question.answers.indices { question.answers[index].pick = nil }
    return question
  }
}
