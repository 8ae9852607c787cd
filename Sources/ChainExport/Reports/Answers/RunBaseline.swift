// A run as a baseline for later ones: its call sites with their counts and times, and its findings. Owns how it is written, one line per call
// site, so that version control shows what changed. The command reads it, with the parser of its configuration file.

import ChainAnalysis
import ChainModel

/// The file with which `pscope diff` compares a run.
public enum RunBaseline {
  /// The schema's name, the `schema` member of the file.
  public static let schema = "promisescope.run-baseline"
  /// The version of the format.
  public static let version = 1

  /// The counts of a call site, in the order of their names.
  public static var counts: [(name: String, path: WritableKeyPath<CallSiteGroup, Int>)] {
    [
      ("count", \.count), ("fulfilled", \.fulfilled), ("rejected", \.rejected), ("canceled", \.canceled),
      ("unhandled", \.unhandled), ("leaked", \.leaked),
    ]
  }
  /// The times of a call site, in the order of their names.
  public static var times: [(name: String, path: WritableKeyPath<CallSiteGroup, Histogram>)] {
    [("total", \.total), ("own", \.own)]
  }

  /// The file: JSON.
  public static func text(_ run: RunSummary) -> String {
    let sites = run.groups.map { group -> JSON in
      let counts = counts.map { JSON.Member($0.name, group[keyPath: $0.path]) }
      let times = times.map { JSON.Member($0.name, group[keyPath: $0.path].numbers) }
      return .onOneLine(
        .merged(
          [
            "file": group.site?.file ?? "", "line": group.site?.line ?? 0, "function": group.site?.function ?? "",
            "operation": group.operation,
          ], .object(counts + times)))
    }
    let file: JSON = [
      "schema": schema, "version": version, "sites": sites,
      "findings": Baseline(counts: run.fingerprints).findings,
    ]
    return file.text
  }
}
