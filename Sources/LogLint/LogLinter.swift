// Judges a log by every rule of its format, line by line. Owns what holds for single lines and for their order; `LogLinter+Promises` owns the
// life of a promise. Reads nothing itself: it is given the lines.

import PromiseLog
import PromiseTrace

/// A linter of one log.
///
/// Its memory is a few bytes per promise, and more for each one that waits. After a `lost` event, it makes no claim about what may be missing.
public struct LogLinter {
  /// The name of the program, as the header has it.
  public private(set) var program = ""
  /// The number of events, without those that are no JSON.
  public private(set) var events: UInt64 = 0
  /// Whether the log has an `ended`.
  public private(set) var isEnded = false

  var promises = PromiseTable()
  /// The numbers of promises whose IDs are texts.
  private var numbers: [String: UInt64] = [:]
  /// The promises that pending ones have adopted.
  var adopted: [PromiseID: PromiseID] = [:]
  /// Whether events are missing, so that nothing follows from their absence.
  private(set) var isIncomplete = false
  private var hasHeader = false
  private var hasValues = true
  private var sequence: UInt64 = 0
  private var time: UInt64 = 0
  private var isBeyondEnd = false
  private var line = 0
  private let report: (LintFault) -> Void

  /// Creates a linter.
  ///
  /// - Parameter report: Receives the faults, in the order of their lines.
  public init(report: @escaping (LintFault) -> Void) { self.report = report }

  func fault(_ rule: LintRule, _ sentence: String) {
    report(LintFault(line: line, rule: rule, sentence: sentence))
  }

  /// Whether something is missing because the log lacks it, not because events were lost.
  var isComplete: Bool { !isIncomplete && !promises.isFull }

  /// Judges the next line.
  ///
  /// - Parameters:
  ///   - content: The line.
  ///   - number: Its number, from 1.
  ///   - isCutOff: Whether it has no newline.
  package mutating func lint(_ content: LogLines.Line, number: Int, isCutOff: Bool) {
    line = number
    if isCutOff { fault(.json, "expected a newline at the end of the last line") }
    guard case .members(let members) = content else {
      // What else is wrong with a line that was cut off follows from that.
      if case .malformed(let problem) = content, !isCutOff { fault(.json, problem) }
      if hasHeader { isIncomplete = true }
      hasHeader = true
      return
    }
    findDuplicates(members)
    if hasHeader { takeEvent(members) } else { takeHeader(members) }
  }

  private func findDuplicates(_ members: [LogLineMember]) {
    for (index, member) in members.enumerated() {
      if members[..<index].contains(where: { $0.name == member.name }) {
        fault(.duplicate, "expected '\(member.name)' once, found it twice")
      }
      if case .object(let inner) = member.value, member.name == "site" { findDuplicates(inner) }
    }
  }

  private mutating func takeHeader(_ members: [LogLineMember]) {
    hasHeader = true
    check(members, LineForm.header, as: .header)
    for member in members {
      guard case .text(let text, _) = member.value else { continue }
      if member.name == "program" { program = text }
      if member.name == "values" { hasValues = text != "off" }
    }
    if !hasValues, members.contains(where: { $0.name == "argv" }) { fault(.values, Self.noValue("argv")) }
  }

  /// Compares members with their forms.
  private func check(_ members: [LogLineMember], _ form: LineForm, as missing: LintRule) {
    for name in form.required.keys.sorted() where !members.contains(where: { $0.name == name }) {
      fault(missing, "expected '\(name)', which is \(form.required[name]?.expectation ?? "")")
    }
    for member in members {
      guard let form = form[member.name] else { continue }
      check(member, form)
    }
  }

  private func check(_ member: LogLineMember, _ form: ValueForm) {
    guard form.accepts(member.value) else {
      return fault(.value, "expected \(form.expectation) in '\(member.name)', found \(member.value.description)")
    }
    guard case .preview = form, case .text(let text, let isSafe) = member.value else { return }
    if text.utf8.count > 120, text.unicodeScalars.count > 120 {
      fault(.preview, "expected at most 120 characters in '\(member.name)', found \(text.unicodeScalars.count)")
    }
    if !isSafe {
      fault(.preview, "expected control and format characters in '\(member.name)' to be written as \\uXXXX")
    }
  }

  private static func noValue(_ name: String) -> String {
    "expected no '\(name)', because the header has \"values\":\"off\""
  }

  // MARK: Events

  /// The members that refer to promises.
  private static let references: Set<String> = ["p", "ctx", "from", "by", "source", "via"]

  private mutating func takeEvent(_ members: [LogLineMember]) {
    events += 1
    var numbered = members
    for index in members.indices where Self.references.contains(members[index].name) {
      guard case .text(let id, _) = members[index].value, !id.isEmpty else { continue }
      let number = numbers[id] ?? UInt64(numbers.count) + 1
      numbers[id] = number
      numbered[index].value = .integer(number)
    }
    let event = LintedEvent(numbered)
    if isEnded, !isBeyondEnd {
      isBeyondEnd = true
      fault(.end, "expected 'ended' to be the last event, found '\(event.name)' after it")
    }
    for name in ["seq", "t", "ev"] where !members.contains(where: { $0.name == name }) {
      fault(.missing, "expected '\(name)', which is \(LineForm.common[name]?.expectation ?? "")")
    }
    for member in members {
      if let form = LineForm.common[member.name] { check(member, form) }
    }
    checkOrder(event)
    guard let form = LineForm.events[event.name] else {
      if event.hasName { fault(.event, "expected an event of version 1, found '\(event.name)'") }
      return
    }
    check(members, form, as: .missing)
    let misplaced = form.takesPromise ? LineForm.names : LineForm.names.union(["p", "ctx"])
    for member in members where form[member.name] == nil && misplaced.contains(member.name) {
      fault(.misplaced, "expected no '\(member.name)' in '\(event.name)'")
    }
    if form.needsPromise, event.number("p") == nil, !members.contains(where: { $0.name == "p" }) {
      fault(.missing, "expected 'p', which is \(ValueForm.promise.expectation)")
    }
    if !hasValues, let name = ["value", "error"].first(where: { event.has($0) }) {
      fault(.values, Self.noValue(name))
    }
    if event.name == "ended" { isEnded = true }
    if event.name == "lost" { isIncomplete = true }
    if event.name == "progressed", !event.has("fraction"), !event.has("stage") {
      fault(.missing, "expected 'fraction' or 'stage'")
    }
    takePromise(event)
  }

  private mutating func checkOrder(_ event: LintedEvent) {
    if let found = event.number("seq") {
      let mayStartLate = sequence == 0 && event.name == "lost"
      if found != sequence &+ 1, !mayStartLate {
        fault(.sequence, "expected sequence \(sequence &+ 1), found \(found)")
        isIncomplete = true
      }
      sequence = found
    }
    if let found = event.number("t") {
      if found < time { fault(.time, "expected a time of at least \(time), found \(found)") }
      time = found
    }
  }
}

/// The members of an event by name.
struct LintedEvent {
  /// The word in `ev`; empty if there is none.
  let name: String
  let members: [LogLineMember]
  var hasName: Bool { has("ev") }

  init(_ members: [LogLineMember]) {
    self.members = members
    name = Self.text("ev", members) ?? ""
  }

  func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  func text(_ name: String) -> String? { Self.text(name, members) }

  func number(_ name: String) -> UInt64? {
    for member in members where member.name == name {
      if case .integer(let number) = member.value { return number }
    }
    return nil
  }

  private static func text(_ name: String, _ members: [LogLineMember]) -> String? {
    for member in members where member.name == name {
      if case .text(let text, _) = member.value { return text }
    }
    return nil
  }
}

extension LogLineValue {
  /// The value for a sentence.
  fileprivate var description: String {
    switch self {
    case .text(let text, _): "'\(text.count > 40 ? text.prefix(39) + "…" : text)'"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .boolean(let value): "\(value)"
    case .null: "null"
    case .object, .nested: "an object or a list"
    case .list: "a list"
    }
  }
}
