// Reads and writes the baselines of `pscope check` and `pscope diff`. Owns their checks: a file that is not a baseline is an error and hides no
// finding.

import ChainAnalysis
import ChainExport
import ChainModel
import Yams

enum BaselineFile {
  /// Reads a baseline.
  ///
  /// - Throws: ``Failure``, which names the file and the line.
  static func read(_ path: String) throws -> Baseline {
    try parse(SmallFile.read(path), path: path)
  }

  /// Parses a baseline.
  ///
  /// - Throws: ``Failure``, which names the file and the line.
  static func parse(_ text: String, path: String) throws -> Baseline {
    let (document, mapping) = try open(
      text, path, Baseline.schema, Baseline.version, "a baseline, as written by check --write-baseline")
    return Baseline(counts: try findings(mapping, document))
  }

  /// Reads the baseline of a run.
  ///
  /// - Throws: ``Failure``, which names the file and the line.
  static func readRun(_ path: String) throws -> RunSummary {
    let (document, mapping) = try open(
      SmallFile.read(path), path, RunBaseline.schema, RunBaseline.version, "a run, as written by diff --write-baseline")
    guard let entries = mapping["sites"]?.sequence else {
      throw document.failure(mapping["sites"], "expected a list of call sites")
    }
    var run = RunSummary(try entries.map { try site($0, document) })
    run.fingerprints = try findings(mapping, document)
    return run
  }

  private static func site(_ entry: Node, _ document: YAMLDocument) throws -> CallSiteGroup {
    var group = CallSiteGroup()
    let texts = ["file", "function", "operation"].compactMap { entry.mapping?[$0]?.scalar?.string }
    guard texts.count == 3, let line = number(entry.mapping?["line"]) else {
      throw document.failure(entry, "expected a call site with file, line, function, and operation")
    }
    if line > 0 { group.site = NodeSite(file: texts[0], line: line, function: texts[1]) }
    group.operation = texts[2]
    for (name, path) in RunBaseline.counts {
      guard let count = number(entry.mapping?[name]) else {
        throw document.failure(entry, "expected a number for \(name)")
      }
      group[keyPath: path] = count
    }
    for (name, path) in RunBaseline.times {
      guard let list = entry.mapping?[name]?.sequence else {
        throw document.failure(entry, "expected times for \(name)")
      }
      if list.isEmpty { continue }
      let numbers = list.compactMap { $0.scalar.flatMap { Int64($0.string) } }
      guard numbers.count == list.count, let times = Histogram(numbers) else {
        throw document.failure(entry, "expected times for \(name), as written by diff --write-baseline")
      }
      group[keyPath: path] = times
    }
    return group
  }

  /// A number from 0 to 2³¹ - 1, so that sums cannot overflow.
  private static func number(_ node: Node?) -> Int? {
    node?.scalar.flatMap { Int32($0.string) }.flatMap { $0 < 0 ? nil : Int($0) }
  }

  /// The members of a file with a schema.
  private static func open(
    _ text: String, _ path: String, _ schema: String, _ version: Int, _ what: String
  ) throws -> (YAMLDocument, Node.Mapping) {
    // JSON is also YAML, whose nodes know their lines.
    let document = try YAMLDocument(text, path: path)
    guard let root = document.root, let mapping = root.mapping, mapping["schema"]?.string == schema else {
      throw document.failure(document.root, "expected \(what) ({\"schema\": \"\(schema)\", …})")
    }
    let found = mapping["version"]?.scalar.flatMap { Int($0.string) }
    guard found == version else {
      throw document.failure(
        mapping["version"] ?? root, "expected version \(version), found \(found.map(String.init) ?? "none")")
    }
    return (document, mapping)
  }

  /// The number of findings with each fingerprint.
  private static func findings(_ mapping: Node.Mapping, _ document: YAMLDocument) throws -> [String: Int] {
    guard let entries = mapping["findings"]?.sequence else {
      throw document.failure(mapping["findings"] ?? document.root, "expected a list of findings")
    }
    var counts: [String: Int] = [:]
    for entry in entries {
      guard let members = entry.mapping, let print = members["fingerprint"]?.scalar?.string,
        let count = members["count"]?.scalar.flatMap({ Int($0.string) }), count > 0
      else { throw document.failure(entry, "expected a fingerprint and a count of at least 1") }
      let (sum, isTooLarge) = counts[print, default: 0].addingReportingOverflow(count)
      counts[print] = isTooLarge ? .max : sum
    }
    return counts
  }

  /// Writes a baseline; an existing file is replaced only once the new one is complete.
  static func write(_ text: String, to path: String) throws {
    let output = try Output(path: path, isData: true)
    try output.write(text)
    try output.finish()
  }
}
