// What became of a promise, with the roles of the screen. `RowOutcome` has the words.

import Canvas
import ChainAnalysis
import ChainModel
import LessonEngine
import PlainText

extension Screen {
  /// What became of the promises at the moment that is shown.
  var rowOutcome: RowOutcome {
    RowOutcome(
      store, problems, now: shownTime, options.language, isASCII: glyphs.isASCII, bodies: answers.bodies,
      settings: options.analysis,
      hidesHangs: lesson?.walk?.hidesFaults ?? false)
  }

  /// The most important fact about a promise; empty if there is none.
  func outcome(of facts: NodeFacts) -> [Span] { rowOutcome.spans(of: facts) }

  /// Why a promise is not settled yet.
  func reason(of facts: NodeFacts) -> [Span] { rowOutcome.reason(facts) }

  /// Running promises are brightest; waiting ones and handled rejections are calmer.
  func role(of facts: NodeFacts) -> StyleRole {
    switch facts.state {
    case .rejected where store.isHandled(facts.id): .error
    case .pending where !rowOutcome.isBlocked(facts): .running
    default: facts.state.role
    }
  }
}

extension ProblemKind {
  /// The role of its glyph.
  var role: StyleRole {
    switch self {
    case .unhandled: .alarm
    case .hang, .cycle, .misuse, .slow, .swallowed: .warning
    case .note, .unfinished: .note
    }
  }
}
