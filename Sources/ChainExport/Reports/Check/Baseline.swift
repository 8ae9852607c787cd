// A baseline: the findings that a code base already has, so that a check fails only on new ones. Owns its meaning and how it is written.
// The command reads it, with the parser of its configuration file.

import ChainAnalysis

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
