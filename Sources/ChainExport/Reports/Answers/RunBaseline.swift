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
    func list(_ name: String, _ entries: [String]) -> String {
      "  \"\(name)\": [" + entries.map { "\n    " + $0 }.joined(separator: ",") + (entries.isEmpty ? "]" : "\n  ]")
    }
    let sites = run.groups.map { group in
      var line = "{\"file\": \(quoted(group.site?.file ?? "")), \"line\": \(group.site?.line ?? 0)"
      line += ", \"function\": \(quoted(group.site?.function ?? "")), \"operation\": \(quoted(group.operation))"
      for (name, path) in counts { line += ", \"\(name)\": \(group[keyPath: path])" }
      for (name, path) in times { line += ", \"\(name)\": \(group[keyPath: path].numbers)" }
      return line + "}"
    }
    let findings = run.fingerprints.sorted { $0.key < $1.key }.map {
      "{\"fingerprint\": \(quoted($0.key)), \"count\": \($0.value)}"
    }
    return "{\n  \"schema\": \"\(schema)\",\n  \"version\": \(version),\n"
      + "\(list("sites", sites)),\n\(list("findings", findings))\n}\n"
  }

  private static func quoted(_ text: String) -> String {
    var result = ""
    JSON.quote(text, into: &result)
    return result
  }
}
