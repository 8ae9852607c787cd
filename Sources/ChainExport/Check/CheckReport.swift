// The result of a check of several sources: what was read, and what was found. Owns the counts and the comparison with a baseline. The
// formats are in files of their own.

import ChainAnalysis
import PlainText

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
    /// The reason why the source could not be read, or not to its end; nil if it could.
    public var failure: String?

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

    /// Creates an entry.
    public init(_ finding: Finding, source: Int) { (self.finding, self.source) = (finding, source) }
  }

  /// The sources, in the order given.
  public private(set) var sources: [Source] = []
  /// The findings: source by source, most serious first.
  public private(set) var entries: [Entry] = []
  /// Whether the findings were compared with a baseline.
  public private(set) var hasBaseline = false

  /// Creates an empty report.
  public init() {}

  /// Adds a source and its findings.
  public mutating func add(_ source: Source, findings: [Finding]) {
    sources.append(source)
    entries += findings.map { Entry($0, source: sources.count - 1) }
  }

  /// Records why a source could not be read to its end.
  public mutating func fail(_ source: Int, _ sentence: String) { sources[source].failure = sentence }

  /// Whether anything could be read; if not, ``summary`` is meaningless.
  public var hasRead: Bool { sources.contains { $0.failure == nil || $0.events > 0 } }

  /// The findings that no baseline contains.
  public var new: [Entry] { entries.filter { !$0.isKnown } }

  /// Marks the findings that a baseline contains.
  ///
  /// Each source may have as many findings with the same fingerprint as the baseline; those beyond are new.
  public mutating func compare(with baseline: Baseline) {
    hasBaseline = true
    var left: [[String: Int]] = Array(repeating: baseline.counts, count: sources.count)
    for index in entries.indices {
      let (source, print) = (entries[index].source, entries[index].finding.fingerprint)
      guard let count = left[source][print], count > 0 else { continue }
      left[source][print] = count - 1
      entries[index].isKnown = true
    }
  }

  /// Whether a finding that is not in the baseline is at least this serious.
  public func fails(on severity: Severity) -> Bool {
    entries.contains { !$0.isKnown && $0.finding.severity >= severity }
  }

  /// The number of findings of a severity that are not in the baseline.
  public func count(_ severity: Severity) -> Int {
    entries.count { !$0.isKnown && $0.finding.severity == severity }
  }

  /// One sentence, without a period: `2 findings (1 error, 1 note) in run.ndjson: 44 promises, 310 events`.
  public var summary: String {
    let read = sources.filter { $0.failure == nil || $0.events > 0 }
    let fresh = new.count
    var text = fresh == 0 ? "no \(hasBaseline ? "new " : "")findings" : ""
    if fresh > 0 {
      text = "\(NumberText.grouped(fresh)) \(hasBaseline ? "new " : "")\(fresh == 1 ? "finding" : "findings")"
      let parts = [Severity.error, .warning, .note].compactMap { severity -> String? in
        let count = count(severity)
        return count == 0 ? nil : NumberText.plural(count, severity.rawValue, severity.rawValue + "s")
      }
      text += " (\(parts.joined(separator: ", ")))"
    }
    text += " in "
    text += sources.count == 1 ? Escaping.line(sources[0].name) : NumberText.plural(read.count, "source", "sources")
    text += ": \(NumberText.plural(read.reduce(0) { $0 + $1.promises }, "promise", "promises"))"
    text += ", \(NumberText.plural(read.reduce(UInt64(0)) { $0 &+ $1.events }, "event", "events"))"
    let known = entries.count - fresh
    if known > 0 { text += "; \(NumberText.plural(known, "finding", "findings")) in the baseline" }
    return text
  }
}
