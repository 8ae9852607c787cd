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
  /// The entries of a baseline of version 1, in the same form.
  ///
  /// Such an entry counts call sites of the promises that caused findings, so it stands for every finding that has the same one.
  public var countsV1: [String: Int] = [:]

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

  /// Whether it is of version 1.
  public var isOld: Bool { !countsV1.isEmpty }

  /// The baseline without some of its findings, and with the known ones of a report instead of entries of version 1.
  ///
  /// - Parameters:
  ///   - report: A report that was compared with the baseline.
  ///   - gone: What no longer occurs, as that comparison found.
  /// - Returns: A baseline of the current version.
  public func updated(with report: CheckReport, without gone: Baseline) -> Baseline {
    var rest = Baseline()
    for (print, count) in counts {
      let left = count - gone.counts[print, default: 0]
      rest.counts[print] = left > 0 ? left : nil
    }
    for entry in report.entries where entry.isKnown && counts[entry.finding.fingerprint] == nil {
      rest.counts[entry.finding.fingerprint] = 1
    }
    return rest
  }

  /// The baseline as a file: JSON with one line per fingerprint, sorted, so that version control shows what changed.
  public var text: String {
    var text = "{\n  \"schema\": \"\(Self.schema)\",\n  \"version\": \(Self.version),\n  \"findings\": ["
    for (index, entry) in counts.sorted(by: { $0.key < $1.key }).enumerated() {
      text += index > 0 ? ",\n    " : "\n    "
      text += "{\"fingerprint\": "
      JSON.quote(entry.key, into: &text)
      text += ", \"count\": \(entry.value)}"
    }
    return text + (counts.isEmpty ? "]\n}\n" : "\n  ]\n}\n")
  }
}
