// What a rule is called, how serious its findings are, and what to do about them. Each rule has a file in `Rules`, with its value and its check.

import ChainModel
import PlainText

/// A kind of finding.
///
/// docs/findings.md explains each rule.
public struct Rule: RawRepresentable, Sendable, Codable {
  /// The ID, which `pscope check` prints and `promisescope.yml` refers to.
  public let rawValue: String
  /// The severity of its findings, unless the settings choose another one.
  ///
  /// Some findings are less serious, or more: ``neverSettled`` is an `error` for a promise that was freed while pending, or that was pending when
  /// nothing was left to do, a `warning` for one that hung until the program ended, and a `note` for one that was merely unfinished then. A
  /// ``floatingPromise`` that was not rejected is a `note`.
  public let severity: Severity
  /// The family of its findings on the screen.
  package let kind: ProblemKind
  /// What the rule looks for, in one sentence.
  public let summary: String
  let advice: Text
  /// The same in the words of a runtime, for an operator; nil if they do not differ.
  let words: @Sendable (RuntimeProfile, _ operation: String) -> Text?
  /// What to do about a finding that is a note, if that differs.
  let noteAdvice: Text?
  /// Whether the promise whose row shows it has settled, so that a pending one does not show it yet.
  let needsSettlement: Bool

  init(
    _ id: String, _ severity: Severity, _ kind: ProblemKind, needsSettlement: Bool = false, _ summary: String,
    advice: Text, noteAdvice: Text? = nil,
    words: @escaping @Sendable (RuntimeProfile, _ operation: String) -> Text? = { _, _ in nil }
  ) {
    (rawValue, self.severity, self.kind, self.needsSettlement) = (id, severity, kind, needsSettlement)
    (self.summary, self.advice, self.noteAdvice, self.words) = (summary, advice, noteAdvice, words)
  }

  /// What to do about a finding, in one sentence.
  public var hint: String { hint(.english) }

  /// What to do about a finding, in one sentence.
  public func hint(_ language: Language) -> String { advice.text(in: language) }
}

extension Rule: Hashable {
  /// Compares the IDs.
  public static func == (left: Rule, right: Rule) -> Bool { left.rawValue == right.rawValue }

  /// Hashes the ID.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// How serious a finding is.
public enum Severity: String, Sendable, Comparable, CaseIterable, Codable {
  /// Worth knowing. It may be intended.
  case note
  /// Probably wrong.
  case warning
  /// Wrong.
  case error

  /// Compares by seriousness: `note` is the least.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int { Severity.allCases.firstIndex(of: self) ?? 0 }
}
