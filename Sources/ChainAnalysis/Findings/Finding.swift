// A finding: one rule that holds for a history, with its evidence. Owns its identity across runs. Does not format a report.

import ChainModel
import PlainText
import PromiseTrace

/// Something that is wrong with a program's promises, or worth knowing.
///
/// Occurrences of one rule at one call site are one finding.
public struct Finding: Sendable {
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
  /// The occurrences, each with the moment from which it was known; at most ``Occurrence/limit``.
  package var list: [Occurrence]
  /// Promises that prove the finding, besides ``promises``: the handler, the body that waited, the promises that hang; at most 64.
  public var evidence: [PromiseID] = []
  /// The sequence numbers of events that prove it, ascending; at most 64.
  public var events: [UInt64] = []
  /// The number of promises that suffer from the problem, and have no findings of their own because of it.
  public var victims = 0
  /// The number of those that wait for none of the findings before it, either.
  package var newVictims = 0
  /// The call site where it can be mended: the end of the chain of an unhandled rejection, the leaf of a hang, the handler that swallowed an
  /// error, the registration of a slow body, the caller that a loop or a list belongs to; nil if the log doesn't give it.
  public var site: NodeSite?
  /// The operator of the promise at that call site; empty if unknown.
  public var operation = ""
  /// The label of the promise at that call site.
  public var label: String?
  /// The call site of the first caller outside of the function of ``site``; nil if the log has none.
  public var caller: NodeSite?
  /// The functions that called the one at ``site``, nearest first, if the program recorded them; the first one is ``caller`` then, without
  /// a file and a line, unless the log has its call site.
  public var callers: [String] = []
  /// Who awaits the promise, or called the function of ``site``, as the end of the sentence; empty unless that is outside of the function.
  var outside = FindingText.empty
  /// The other call sites that the finding involves, in the order of the chain.
  public var related: [RelatedSite] = []
  /// What to do about it, if the hint of its rule does not fit; as for a promise that waits for a queue and not for a call of `fulfill`.
  var advice: Text?
  /// Its number among the findings of one history that are otherwise alike, in the order of their lines; the first one has 1.
  var ordinal = 1
  /// The moment when the rule started to hold, in nanoseconds since the log's start.
  public var time: Int64 = 0
  /// What is wrong, without the numbers of occurrences and victims.
  var statement: FindingText
  /// The family that it is shown as.
  package var kind: ProblemKind
  /// Whether it is about what had not settled when the program ended normally: neither a hang nor the cause of one.
  package var isUnfinished = false
  /// The moment since which ``promise`` has been pending, if that is what is wrong.
  var pendingSince: Int64?
  /// Why it is still pending, as the rest of ``statement``; nil unless it may settle yet.
  var pendingReason: FindingText?
  /// What ran the program, whose words the hint uses.
  var runtime = RuntimeProfile.swift

  /// Creates a finding with one occurrence.
  public init(_ rule: Rule, _ promise: PromiseID, severity: Severity? = nil, _ statement: FindingText) {
    (self.rule, kind, self.statement) = (rule, rule.kind, statement)
    self.severity = severity ?? rule.severity
    self.promise = promise
    promises = [promise]
    list = [Occurrence(promise: promise, row: promise, evidence: 0, known: 0)]
  }

  /// What is wrong, in one English sentence without a period.
  public var sentence: String { sentence(.english) }

  /// What is wrong, in one sentence without a period.
  public func sentence(_ language: Language) -> String {
    var sentence = statement.text(in: language)
    sentence += outside.text(in: language)
    if !callers.isEmpty {
      let names = callers.joined(separator: " < ")
      sentence += language("; called from \(names)", "；由 \(names) 调用")
    }
    if occurrences > 1 {
      let count = NumberText.grouped(occurrences)
      sentence += language("; \(count) times at this call site", "；此调用点共 \(count) 次")
    }
    guard victims > 0 else { return sentence }
    let count = NumberText.grouped(victims)
    let hang =
      victims == 1
      ? language("1 promise hangs", "1 个 Promise") : language("\(count) promises hang", "\(count) 个 Promise")
    // The number is that of all occurrences.
    return sentence
      + (occurrences == 1
        ? language("; \(hang) because of it", "；\(hang) 因它卡住")
        : language("; \(hang) because of them", "；共有 \(hang) 因它们卡住"))
  }

  /// What to do about it, in one sentence.
  public var hint: String { hint(.english) }

  /// What to do about it, in one sentence.
  public func hint(_ language: Language) -> String {
    if severity == .note, isUnfinished, let advice = rule.noteAdvice { return advice.text(in: language) }
    return (advice ?? rule.words(runtime, operation) ?? rule.advice).text(in: language)
  }

  /// What the finding is about, without anything that differs between runs: `"fetch 0" (async) in load()`.
  public var subject: String {
    let name = label.map { "\"\(Finding.normalized($0))\"" }
    let kind = operation.isEmpty ? nil : name == nil ? operation : "(\(operation))"
    let function = site.flatMap { $0.function.isEmpty ? nil : "in \($0.function)" }
    let calling = callers.first.map { "called from \($0)" }
    let words = [name, kind, function, calling].compactMap(\.self)
    return words.isEmpty ? "a promise" : words.joined(separator: " ")
  }

  /// The identity of the finding across runs: rule, the file, function, operator, and label of its call site, and the file and function of the
  /// first caller, with the digits of operator and label normalized to `0`; the second finding of a history with the same identity ends in `|2`.
  ///
  /// It contains neither lines nor promise numbers, so it survives edits elsewhere in the file.
  public var fingerprint: String {
    let names = [operation, label ?? ""].map(Finding.normalized)
    let parts = [site?.file ?? "", site?.function ?? ""] + names + [caller?.file ?? "", caller?.function ?? ""]
    return ([rule.rawValue] + parts.map { $0.replacing("|", with: " ") }).joined(separator: "|")
      + (ordinal > 1 ? "|\(ordinal)" : "")
  }

  /// Replaces each run of decimal digits by one `0`.
  static func normalized(_ text: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var isInNumber = false
    for byte in text.utf8 {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if !isDigit || !isInNumber { result.append(isDigit ? UInt8(ascii: "0") : byte) }
      isInNumber = isDigit
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension Finding: Equatable {
  /// Compares what a report shows.
  public static func == (left: Finding, right: Finding) -> Bool {
    left.rule == right.rule && left.severity == right.severity && left.promises == right.promises
      && left.occurrences == right.occurrences && left.evidence == right.evidence && left.events == right.events
      && left.victims == right.victims && left.time == right.time && left.statement == right.statement
      && left.fingerprint == right.fingerprint && left.site == right.site && left.related == right.related
  }
}

/// A call site that a finding involves besides its own.
public struct RelatedSite: Sendable, Equatable {
  /// The promise.
  public var promise: PromiseID
  /// Its call site.
  public var site: NodeSite
  /// What happened there, in a few words without a period.
  public var text: Text
}
