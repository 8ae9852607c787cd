// What a lesson says about a run, in a form that the run decides: the claim of a note or of an answer. `RunFacts` decides it.

import PromiseTrace

/// A statement about a whole run.
public enum Statement: Sendable, Hashable {
  /// It happens.
  case happens(NamedEvent)
  /// It never happens.
  case never(NamedEvent)
  /// It happens this many times.
  case times(NamedEvent, Int)
  /// The first one happens, and before the second one, which may never happen.
  case before(NamedEvent, NamedEvent)
  /// The first one happens after the second one.
  case after(NamedEvent, NamedEvent)
  /// Both happen within a millisecond.
  case with(NamedEvent, NamedEvent)
  /// It happens at this time since the start, in nanoseconds, to the millisecond.
  case at(NamedEvent, Int64)
  /// It is the first of them to happen.
  case first(NamedEvent, of: [NamedEvent])
  /// All of them happen, and it is the last one.
  case last(NamedEvent, of: [NamedEvent])
  /// The value or the error of the promise has this preview; one that ends in `*` stands for all that start so.
  case gives(NamedEvent, String)
  /// The body or handler runs on this queue.
  case on(NamedEvent, String)
  /// Of the second labels, exactly the first ones are pending after something happened, or at the end.
  case pending([String], of: [String], after: NamedEvent?)

  /// Reads a statement; nil if the text is none.
  ///
  /// The forms: `` `A` settled ``, `` never `A` started ``, `` `A` started 3 times ``, `` `A` started before `B` settled `` (or `after`, or
  /// `with`), `` `A` settled at 1.2 s ``, `` `A` settled first of `B`, `C` `` (or `last of`), `` `A` fulfilled giving "3" ``,
  /// `` `A` started on "main" ``, and `` pending `A`, `B` of `A`, `B`, `C` after `D` settled ``.
  public init?(_ text: String) {
    var words = StatementWords(text)
    guard let statement = Self.read(&words), words.isAtEnd else { return nil }
    self = statement
  }

  private static func read(_ words: inout StatementWords) -> Statement? {
    if words.take("never ") { return words.happening().map(never) }
    if words.take("pending ") {
      let pending = words.take("none") ? [] : words.labels()
      guard let pending, words.take("of "), let all = words.labels(), Set(all).isSuperset(of: pending) else {
        return nil
      }
      if words.isAtEnd { return .pending(pending, of: all, after: nil) }
      guard words.take("after "), let moment = words.happening() else { return nil }
      return .pending(pending, of: all, after: moment)
    }
    guard let happening = words.happening() else { return nil }
    if words.isAtEnd { return .happens(happening) }
    if words.take("before ") { return words.happening().map { .before(happening, $0) } }
    if words.take("after ") { return words.happening().map { .after(happening, $0) } }
    if words.take("with ") { return words.happening().map { .with(happening, $0) } }
    if words.take("at ") { return words.duration().map { .at(happening, $0) } }
    if words.take("on ") { return words.text().map { .on(happening, $0) } }
    if words.take("giving ") { return words.text().map { .gives(happening, $0) } }
    if words.take("first of ") { return words.labels().map { .first(happening, of: others($0, happening)) } }
    if words.take("last of ") { return words.labels().map { .last(happening, of: others($0, happening)) } }
    guard let count = words.number(), words.take("times") || words.take("time") else { return nil }
    return .times(happening, count)
  }

  private static func others(_ labels: [String], _ happening: NamedEvent) -> [NamedEvent] {
    labels.map { NamedEvent(.label($0), happening.kind) }
  }

  /// Everything that it names, the subject first.
  public var happenings: [NamedEvent] {
    switch self {
    case .happens(let one), .never(let one), .times(let one, _), .at(let one, _), .gives(let one, _), .on(let one, _):
      [one]
    case .before(let one, let other), .after(let one, let other), .with(let one, let other): [one, other]
    case .first(let one, let others), .last(let one, let others): [one] + others
    case .pending(_, let all, let moment): all.map { NamedEvent(.label($0), .created) } + [moment].compactMap { $0 }
    }
  }

  /// What it is about, without what that is compared with.
  var subjects: [NamedEvent] {
    switch self {
    case .first(let one, _), .last(let one, _): [one]
    case .pending(let labels, _, _): labels.map { NamedEvent(.label($0), .created) }
    default: happenings
    }
  }
}
