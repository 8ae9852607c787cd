// The rules for logs. Owns their IDs and what each one demands; docs/event-log.md has the same table.

/// A rule of the log's format.
public enum LintRule: String, CaseIterable, Sendable {
  // Lines and members.
  case header
  case json
  case event
  case missing
  case duplicate
  case misplaced
  case value
  case preview
  case values
  // The order of the log.
  case sequence
  case time
  case end
  // Promises.
  case unknownPromise = "unknown-promise"
  case itself
  case created
  case body
  case awaiting
  case adopted
  case settled
  case cause
  case via
  case handled
  case released

  /// What the rule demands, as a sentence.
  public var demand: String {
    switch self {
    case .header:
      "The first line has every member that a writer provides: `schema`, `version`, `unit`, `started`, `program`, `pid`, `sourceRoot`, `values`, `seed`."
    case .json: "Every line is a JSON object as RFC 8259 has it, and ends with a newline."
    case .event: "`ev` is an event of this page."
    case .missing: "The required members are present."
    case .duplicate: "No member occurs twice in an object."
    case .misplaced: "A member of this page occurs only in events that have it."
    case .value: "Every value has its type, is one of the listed words, and is in its range."
    case .preview:
      "Texts for people take at most 120 characters, and their bytes cannot affect a terminal."
    case .values: "With `\"values\":\"off\"`, the log has no `value`, `error`, or `argv`."
    case .sequence: "`seq` counts 1, 2, 3, … without gaps. The first event may be a `lost` with a higher number."
    case .time: "`t` never decreases."
    case .end: "`ended` is the last event."
    case .unknownPromise: "Every promise that an event refers to has been created, except after a `lost` event."
    case .itself: "No promise derives from, adopts, awaits, or is registered on itself."
    case .created: "A promise is created once."
    case .body: "`enqueued`, `started`, and `finished` occur in this order, and each `finished` follows a `started`."
    case .awaiting:
      "`awaiting` and `continued` alternate between `started` and `finished`."
    case .adopted: "A pending promise adopts one promise at most, and then settles as that one did."
    case .settled:
      "A promise settles once; while its body runs, only by a resolver. Only `handled`, `unhandled`, `registered`, `ignored`, `named`, `noted`, `released`, and the `finished` of such a body follow."
    case .cause:
      "The `cause` fits: only a rejection has `threw` or `timeout`, only `resolver` and `threw` go with a `site`, and a promise that ran does not settle by `passthrough`."
    case .via: "The promise in `via` has settled before, and in the same way if its outcome was passed on or adopted."
    case .handled: "`handled` and `unhandled` are about a rejected promise; it is handled once, or unhandled."
    case .released: "`released` is the last event of a promise, and its `state` is the promise's."
    }
  }
}

/// A place where a log breaks a rule.
public struct LintFault: Sendable, Equatable {
  /// The line, from 1.
  public var line: Int
  /// The rule.
  public var rule: LintRule
  /// What was expected and what was found, without a period.
  public var sentence: String
}
