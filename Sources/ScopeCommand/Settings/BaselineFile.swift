// Reads and writes the baseline of `pscope check`. Owns its checks: a file that is not a baseline is an error and hides no finding.

import ChainExport
import Yams

/// The file of a baseline.
enum BaselineFile {
  /// Reads a baseline.
  ///
  /// - Throws: ``Failure``, which names the file and the line.
  static func read(_ path: String) throws -> Baseline {
    try parse(SmallFile.read(path), path: path)
  }

  /// Parses a baseline; JSON is also YAML, whose nodes know their lines.
  ///
  /// - Throws: ``Failure``, which names the file and the line.
  static func parse(_ text: String, path: String) throws -> Baseline {
    let document = try YAMLDocument(text, path: path)
    let what = "a baseline ({\"schema\": \"\(Baseline.schema)\", …), as written by --write-baseline"
    guard let root = document.root, let mapping = root.mapping, mapping["schema"]?.string == Baseline.schema else {
      throw document.failure(document.root, "expected \(what)")
    }
    let version = mapping["version"]?.scalar.flatMap { Int($0.string) }
    guard let version, (1...Baseline.version).contains(version) else {
      throw document.failure(
        mapping["version"] ?? root,
        "expected version 1 to \(Baseline.version), found \(version.map(String.init) ?? "none")")
    }
    guard let entries = mapping["findings"]?.sequence else {
      throw document.failure(mapping["findings"] ?? root, "expected a list of findings")
    }
    var baseline = Baseline()
    for entry in entries {
      guard let members = entry.mapping, let print = members["fingerprint"]?.scalar?.string,
        let count = members["count"]?.scalar.flatMap({ Int($0.string) }), count > 0
      else { throw document.failure(entry, "expected a fingerprint and a count of at least 1") }
      let (sum, isTooLarge) = baseline.counts[print, default: 0].addingReportingOverflow(count)
      baseline.counts[print] = isTooLarge ? .max : sum
    }
    if version == 1 { (baseline.counts, baseline.countsV1) = ([:], baseline.counts) }
    return baseline
  }

  /// Writes a baseline; an existing file is replaced only once the new one is complete.
  ///
  /// - Throws: The errors of ``Output``.
  static func write(_ baseline: Baseline, to path: String) throws {
    let output = try Output(path: path, isData: true)
    try output.write(baseline.text)
    try output.finish()
  }
}
