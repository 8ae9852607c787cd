// The result of a check of several sources: what was read, and what was found. The formats are in files of their own.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

/// The findings of one or more sources.
public struct CheckReport: Sendable, Equatable {
  /// One source, and what was read of it.
  public struct Source: Sendable, Equatable {
    /// The scenario's name or the log's path, as given.
    public var name: String
    /// The program that wrote the log.
    public var program = ""
    /// The number of events read.
    public var events: UInt64 = 0
    /// The number of promises seen.
    public var promises = 0
    /// The number of events that are missing.
    public var lost: UInt64 = 0
    /// The number of problems of the input, such as malformed lines.
    public var problems = 0
    /// Whether the log ended normally.
    public var isEnded = false
    /// The number of occurrences that the rules did not examine, because each examines a limited number.
    public var unexamined = 0
    /// What the adapter could not see, in its words.
    public var unrecorded: [String] = []
    /// The number of events of kinds that this version does not know.
    public var unknownEvents: UInt64 = 0
    /// The paths of files in their repository, by their names in the log; files that were not found are missing.
    public var paths: [String: String] = [:]
    /// The reason why the source could not be read, or not to its end; nil if it could.
    public var failure: String?

    /// Why the findings may be incomplete; nil if they are not.
    var problem: String? {
      if let failure { return failure }
      if lost > 0 { return "\(name): \(NumberText.plural(lost, "event is", "events are")) missing" }
      if problems > 0 { return "\(name): \(NumberText.plural(problems, "problem", "problems")) in the log" }
      if let sentence = Unrecorded.sentence(unrecorded) { return "\(name): \(sentence)" }
      guard unexamined > 0 else { return nil }
      return "\(name): \(NumberText.plural(unexamined, "occurrence was", "occurrences were")) not examined"
    }

    /// Creates a source that has not been read yet.
    public init(name: String) { self.name = name }
  }

  /// A finding, the source that it is about, and whether the baseline contains it.
  public struct Entry: Sendable, Equatable {
    /// The finding.
    public var finding: Finding
    /// The index of its source in ``CheckReport/sources``.
    public var source: Int
    /// Whether the baseline contains it.
    public var isKnown = false
    /// The events that prove it, in their order; empty if the source was not read a second time.
    public var evidence: [Evidence] = []

    /// Creates an entry.
    public init(_ finding: Finding, source: Int) { (self.finding, self.source) = (finding, source) }
  }

  /// The sources, in the order given.
  public private(set) var sources: [Source] = []
  /// The findings: source by source, most serious first.
  public private(set) var entries: [Entry] = []
  /// Whether the findings were compared with a baseline.
  public private(set) var hasBaseline = false
  /// The number of findings that were removed by ``excuse(_:)``.
  public private(set) var excused = 0
  /// The address of PromiseScope's folder `docs`, to which help refers; nil if it has none, so that reports contain the help.
  public var documentation: String?
  /// The least severity that fails the check.
  public var failOn = Severity.warning

  /// The language of the report for people; all other formats are English.
  public let language: Language

  /// Creates an empty report.
  public init(language: Language = .english) { self.language = language }

  /// Adds a source and its findings.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - findings: Its findings.
  public mutating func add(_ source: Source, findings: [Finding]) {
    sources.append(source)
    entries += findings.map { Entry($0, source: sources.count - 1) }
  }

  /// Records the events that prove the findings of a source, in the order of the findings.
  public mutating func prove(_ source: Int, _ evidence: [[Evidence]]) {
    let indexes = entries.indices.filter { entries[$0].source == source }
    for (index, evidence) in zip(indexes, evidence) { entries[index].evidence = evidence }
  }

  /// Keeps only the findings of a rule, with a fingerprint, or about a promise.
  ///
  /// - Parameter id: The rule's ID, the fingerprint, or the promise's number, such as `#12`.
  public mutating func keep(_ id: String) { entries.removeAll { !$0.finding.isNamed(id) } }

  /// Records why a source could not be read to its end.
  public mutating func fail(_ source: Int, _ sentence: String) { sources[source].failure = sentence }

  /// Removes the findings for which a condition holds, as those that the author of the program has excused.
  public mutating func excuse(_ isExcused: (Finding, Source) -> Bool) {
    let count = entries.count
    entries.removeAll { isExcused($0.finding, sources[$0.source]) }
    excused += count - entries.count
  }

  /// Sets the path in the repository of a file.
  public mutating func setPath(_ path: String, of file: String, in source: Int) { sources[source].paths[file] = path }

  /// Where a finding is: the path of its file in the repository, or its name in the log if the file was not found; nil without a call site.
  func location(of entry: Entry) -> (path: String, line: Int)? {
    entry.finding.site.map { (sources[entry.source].paths[$0.file] ?? $0.file, $0.line) }
  }

  /// Whether anything could be read; if not, ``summary`` is meaningless.
  public var hasRead: Bool { sources.contains { $0.failure == nil || $0.events > 0 } }

  /// The findings that no baseline contains.
  public var new: [Entry] { entries.filter { !$0.isKnown } }

  /// Marks the findings that a baseline contains.
  ///
  /// Each source may have as many findings with the same fingerprint as the baseline; those beyond are new.
  ///
  /// - Returns: The part of the baseline that no source has any more.
  @discardableResult public mutating func compare(with baseline: Baseline) -> Baseline {
    hasBaseline = true
    var left: [[String: Int]] = Array(repeating: baseline.counts, count: sources.count)
    for index in entries.indices {
      let (source, print) = (entries[index].source, entries[index].finding.fingerprint)
      guard let count = left[source][print], count > 0 else { continue }
      left[source][print] = count - 1
      entries[index].isKnown = true
    }
    var unused = Baseline()
    for print in baseline.counts.keys {
      let least = left.map { $0[print] ?? 0 }.min() ?? 0
      if least > 0 { unused.counts[print] = least }
    }
    return unused
  }

  /// Whether a finding that is not in the baseline is at least as serious as ``failOn``.
  public var fails: Bool { entries.contains(where: fails) }

  /// Whether a finding fails the check.
  func fails(_ entry: Entry) -> Bool { !entry.isKnown && entry.finding.severity >= failOn }

  /// The number of findings of a severity that are not in the baseline.
  public func count(_ severity: Severity) -> Int {
    entries.count { !$0.isKnown && $0.finding.severity == severity }
  }

  /// One sentence, without a period: `2 findings (1 error, 1 note) in run.ndjson: 44 promises, 310 events`.
  public var summary: String { summary(language) }

  func summary(_ language: Language) -> String {
    let read = sources.filter { $0.failure == nil || $0.events > 0 }
    let fresh = new.count
    let parts = [Severity.error, .warning, .note].compactMap { severity -> String? in
      let count = count(severity)
      guard count > 0 else { return nil }
      return language(
        NumberText.plural(count, severity.rawValue, severity.rawValue + "s"),
        "\(NumberText.grouped(count)) \(severity.chinese)")
    }
    let name = sources.count == 1 ? Escaping.line(sources[0].name) : nil
    let promises = read.reduce(0) { $0 + $1.promises }
    let events = read.reduce(UInt64(0)) { $0 &+ $1.events }
    let known = entries.count - fresh
    // Nothing is known about what was not recorded.
    let isBlind = fresh == 0 && read.contains { !$0.unrecorded.isEmpty }
    func english() -> String {
      let new = hasBaseline ? "new " : ""
      var text = fresh == 0 ? "no \(new)findings" : "\(NumberText.plural(fresh, "\(new)finding", "\(new)findings"))"
      if fresh > 0 { text += " (\(parts.joined(separator: ", ")))" }
      if isBlind { text = "nothing \(new)was found in what was recorded" }
      text += "\(isBlind ? " of" : " in") \(name ?? NumberText.plural(read.count, "source", "sources"))"
      text += ": \(NumberText.plural(promises, "promise", "promises")), \(NumberText.plural(events, "event", "events"))"
      if known > 0 { text += "; \(NumberText.plural(known, "finding", "findings")) in the baseline" }
      if excused > 0 { text += "; \(NumberText.plural(excused, "finding", "findings")) excused" }
      return text
    }
    func chinese() -> String {
      let new = hasBaseline ? "新的" : ""
      var text = (name ?? "\(NumberText.grouped(read.count)) 个来源") + "："
      text +=
        isBlind
        ? "在记录到的部分里没有发现\(new)问题"
        : fresh == 0 ? "没有\(new)问题" : "\(NumberText.grouped(fresh)) 个\(new)问题（\(parts.joined(separator: "，"))）"
      text += "；\(NumberText.grouped(promises)) 个 Promise，\(NumberText.grouped(events)) 个事件"
      if known > 0 { text += "；基线中已有 \(NumberText.grouped(known)) 个" }
      if excused > 0 { text += "；已豁免 \(NumberText.grouped(excused)) 个" }
      return text
    }
    return language(english(), chinese())
  }
}

extension Finding {
  /// Whether an ID names it; see ``CheckReport/keep(_:)``.
  public func isNamed(_ id: String) -> Bool {
    let number = PromiseID(id.hasPrefix("#") ? id.dropFirst() : id[...])
    return id == rule.rawValue || id == fingerprint || number.map(promises.contains) ?? false
  }
}

extension Severity {
  /// The word after a number of findings.
  fileprivate var chinese: String {
    switch self {
    case .error: "个错误"
    case .warning: "个警告"
    case .note: "条提示"
    }
  }
}

/// The findings that are already known, as the number of findings per fingerprint.
///
/// Counts findings (call sites), not occurrences, because the number of occurrences varies between runs.
public struct Baseline: Sendable, Equatable {
  /// The schema's name, the `schema` member of the file.
  public static let schema = "promisescope.baseline"
  /// The version of the format.
  public static let version = 2

  /// The number of findings with each fingerprint; above 0.
  public var counts: [String: Int] = [:]

  /// Creates a baseline.
  public init(counts: [String: Int] = [:]) { self.counts = counts }

  /// Creates the baseline that contains all findings of a report.
  ///
  /// A finding that several sources have counts once: these are usually several runs of one program.
  public init(_ report: CheckReport) {
    for source in report.sources.indices {
      var own: [String: Int] = [:]
      for entry in report.entries where entry.source == source { own[entry.finding.fingerprint, default: 0] += 1 }
      counts.merge(own, uniquingKeysWith: max)
    }
  }

  /// The baseline without what no longer occurs.
  public func without(_ gone: Baseline) -> Baseline {
    Baseline(counts: counts.merging(gone.counts, uniquingKeysWith: -).filter { $0.value > 0 })
  }

  /// The baseline as a file: JSON with one line per fingerprint, sorted, so that version control shows what changed.
  public var text: String {
    let file: JSON = ["schema": Self.schema, "version": Self.version, "findings": findings]
    return file.text
  }

  var findings: JSON {
    .array(counts.sorted { $0.key < $1.key }.map { .onOneLine(["fingerprint": $0.key, "count": $0.value]) })
  }
}
