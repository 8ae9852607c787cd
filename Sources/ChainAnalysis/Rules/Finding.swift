// A finding: one rule that holds for a history, with its evidence. Owns its identity across runs. Does not format a report.

import ChainModel
import PlainText
import PromiseTrace

/// Something that is wrong with a program's promises, or worth knowing.
///
/// Occurrences of one rule at one call site are one finding.
public struct Finding: Sendable, Equatable {
  /// The rule that holds.
  public var rule: Rule
  /// How serious it is.
  public var severity: Severity
  /// The promise at the root of the problem, of the first occurrence.
  public var promise: PromiseID
  /// The root promises of all occurrences, in order; at most 64.
  public var promises: [PromiseID]
  /// The number of occurrences.
  public var occurrences = 1
  /// Promises that prove the finding, besides ``promises``: the handler, the body that waited, the promises that hang; at most 64.
  public var evidence: [PromiseID] = []
  /// The sequence numbers of events that prove it, ascending; at most 64.
  public var events: [UInt64] = []
  /// The number of promises that suffer from the problem, and have no findings of their own because of it.
  public var victims = 0
  /// The call site: where a rejection originated, the leaf of a hang, the handler that swallowed an error, the registration of a slow
  /// body; nil if the log doesn't give it.
  public var site: NodeSite?
  /// The operator that created the promise; empty if unknown.
  public var operation = ""
  /// The promise's label.
  public var label: String?
  /// The moment when the rule started to hold, in nanoseconds since the log's start.
  public var time: Int64 = 0
  /// What is wrong, in one sentence without a period.
  public var sentence: String
  /// Whether the program ran in Node, so that the hint uses Node's words.
  var isNode = false

  /// Creates a finding with one occurrence.
  public init(_ rule: Rule, _ promise: PromiseID, severity: Severity? = nil, sentence: String) {
    self.rule = rule
    self.severity = severity ?? rule.severity
    self.promise = promise
    promises = [promise]
    self.sentence = sentence
  }

  /// What to do about it, in one sentence.
  public var hint: String { hint(.english) }

  /// What to do about it, in one sentence.
  public func hint(_ language: Language) -> String {
    if rule == .neverSettled, severity == .note {
      return language(
        "If the program should have waited for it, let it end only after this promise has settled.",
        "如果程序本应等它，就等这个 Promise 敲定之后再退出。")
    }
    return (isNode ? rule.nodeHint(language, operation: operation) : nil) ?? rule.hint(language)
  }

  /// What the finding is about, without anything that differs between runs: `"fetch 0" (async) in load()`.
  public var subject: String {
    let name = label.map { "\"\(Finding.normalized($0))\"" }
    let kind = operation.isEmpty ? nil : name == nil ? operation : "(\(operation))"
    let function = site.flatMap { $0.function.isEmpty ? nil : "in \($0.function)" }
    let words = [name, kind, function].compactMap(\.self)
    return words.isEmpty ? "a promise" : words.joined(separator: " ")
  }

  /// The identity of the finding across runs: rule, file, function, operator, and label with digits normalized to `0`.
  ///
  /// It contains neither lines nor promise numbers, so it survives edits elsewhere in the file.
  public var fingerprint: String {
    let parts = [rule.rawValue, site?.file ?? "", site?.function ?? "", operation, label ?? ""]
    return parts.enumerated().map { $0 == 0 ? $1 : Finding.normalized($1) }.joined(separator: "|")
  }

  /// Replaces each run of decimal digits by one `0`, and the separator of fingerprints by a space.
  static func normalized(_ text: String) -> String {
    var result = ""
    var isInNumber = false
    for character in text.unicodeScalars {
      let isDigit = ("0"..."9").contains(character)
      if !isDigit || !isInNumber { result.unicodeScalars.append(isDigit ? "0" : character == "|" ? " " : character) }
      isInNumber = isDigit
    }
    return result
  }
}
