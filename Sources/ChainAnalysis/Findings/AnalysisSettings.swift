// What the analysis considers too long, too many or not worth mentioning. Owns the defaults. Does not read files; the command does.

import ChainModel

/// The thresholds, severities and exceptions of an analysis.
public struct AnalysisSettings: Sendable, Equatable {
  /// A promise that is pending for longer is ``Rule/stuck``, in nanoseconds.
  public var stuck: Int64 = 5_000_000_000
  /// A body that occupies a queue for at least this long, and causes most of the wait of a shorter one, is a ``Rule/slowHandler``, in
  /// nanoseconds.
  public var slowHandler: Int64 = 100_000_000
  /// Bodies that wait for at least this long, on a queue that others keep busy for at least a twentieth of it each, are
  /// ``Rule/queueContention``, in nanoseconds.
  public var queueContention: Int64 = 100_000_000
  /// More retries of one operation within ``retryWindow`` are a ``Rule/retryStorm``.
  public var retries = 10
  /// The window in which retries are counted, in nanoseconds.
  public var retryWindow: Int64 = 10_000_000_000
  /// A promise with at least this many handlers has ``Rule/manyHandlers``.
  public var handlers = 100
  /// A chain with at least this many links is a ``Rule/deepChain``.
  public var depth = 1_000
  /// At least this many promises from one call site, one after another, are ``Rule/serialAlthoughIndependent``.
  public var serial = 3
  /// Whether the log is that of a test, which leaves no promise pending; at the end of a program, that is no fault by itself.
  public var isTest = false
  /// A body that runs for at least this long without a stop, while others wait for the event loop, is ``Rule/eventLoopBlocked``, in
  /// nanoseconds.
  public var eventLoop: Int64 = 50_000_000
  /// At least this many promises of one call site in flight at once, created by one body, are ``Rule/unboundedConcurrency``.
  public var concurrency = 1_000
  /// The severities that replace a rule's own one; nil turns the rule off.
  public var severities: [Rule: Severity?] = [:]
  /// What is not reported.
  public var exceptions: [FindingException] = []

  /// Creates the default settings.
  public init() {}

  /// The severity of a finding, or nil if it is not to be reported.
  public func severity(of finding: Finding) -> Severity? {
    if exceptions.contains(where: { $0.matches(finding) }) { return nil }
    guard let chosen = severities[finding.rule] else { return finding.severity }
    return chosen
  }
}

/// Findings that are not to be reported.
public struct FindingException: Sendable, Equatable {
  /// The rule; nil for every rule.
  public var rule: Rule?
  /// The file, as in the log, or the end of its path (`Loader.swift`); nil for every file.
  public var file: String?
  /// The line; nil for every line.
  public var line: Int?
  /// The function, as in the log; nil for every function.
  public var function: String?
  /// The label; nil for every label.
  public var label: String?

  /// Creates an exception for every finding.
  public init() {}

  /// Whether it applies to a finding.
  public func matches(_ finding: Finding) -> Bool {
    if let rule, rule != finding.rule { return false }
    if let file {
      guard let found = finding.site?.file, found == file || found.hasSuffix("/" + file) else { return false }
    }
    if let line, line != finding.site?.line { return false }
    if let function, function != finding.site?.function { return false }
    if let label, label != finding.label { return false }
    return true
  }
}
