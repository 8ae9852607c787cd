// A project's `promisescope.yml`: severities, thresholds and exceptions of findings, the folders of modules, and where help is.

import ChainAnalysis
import PlainText
import Yams

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct Configuration {
  /// The name of the file.
  static let name = "promisescope.yml"

  var analysis = AnalysisSettings()
  /// The lines of the exceptions in the file.
  var exceptionLines: [Int] = []
  /// The folders of modules, as absolute paths or relative to the working directory.
  var folders: [String: String] = [:]
  /// The lines of these folders in the file.
  private var folderLines: [String: Int] = [:]
  /// The address of PromiseScope's folder `docs`, to which reports refer for help.
  var documentation: String?
  /// The path of the file; the name of the default one if there is none.
  var path = Configuration.name

  init() {}

  /// Reads the settings of a file or, without one, of the nearest `promisescope.yml` in the working directory or a folder above it.
  ///
  /// - Parameter path: The file; nil to search for it. Without any, the settings are the default ones.
  /// - Throws: ``Failure``, which names the file and the line.
  init(path: String?) throws {
    guard let path = path ?? Self.nearest() else { return }
    self = try Configuration(SmallFile.read(path), path: path)
    for (module, folder) in folders.sorted(by: { $0.key < $1.key }) where realPath(folder) == nil {
      let place = "\(path):\(folderLines[module] ?? 1)"
      throw Failure(
        sentence: "\(place): expected a folder, relative to this file; there is no \(Escaping.line(folder)).")
    }
  }

  /// The nearest file, as a path relative to the working directory.
  private static func nearest() -> String? {
    var path = name
    guard let working = getcwd(nil, 0) else { return nil }
    defer { free(working) }
    for _ in String(cString: working).split(separator: "/", omittingEmptySubsequences: false) {
      if access(path, F_OK) == 0 { return path }
      path = "../" + path
    }
    return nil
  }

  /// Parses the settings of a file.
  ///
  /// - Throws: ``Failure``, which names the file and the line.
  init(_ text: String, path: String) throws {
    self.path = path
    let document = try YAMLDocument(text, path: path)
    guard let root = document.root else { return }
    // A file with only comments.
    if root.scalar?.string.isEmpty == true { return }
    let sections = ["severities", "thresholds", "exceptions", "paths", "documentation"]
    let expected = sections.dropLast().joined(separator: ", ") + " or documentation"
    for (name, key, value) in try document.members(of: root, expecting: expected) {
      // A section whose lines are all commented out.
      if value.scalar?.string.isEmpty == true, sections.contains(name) { continue }
      switch name {
      case "severities":
        for (name, key, value) in try document.members(of: value, expecting: "rules and their severities") {
          analysis.severities[try document.rule(name, at: key)] = .some(try document.severity(value))
        }
      case "thresholds":
        for (name, key, value) in try document.members(of: value, expecting: "rules and their thresholds") {
          try document.setThreshold(of: document.rule(name, at: key), to: value, at: key, in: &analysis)
        }
      case "exceptions":
        guard let list = value.sequence else {
          throw document.failure(value, "expected a list of exceptions, found \(document.found(value))")
        }
        analysis.exceptions = try list.map { try document.exception($0) }
        exceptionLines = list.map { $0.mark?.line ?? 1 }
      case "paths":
        let folder = parentFolder(of: path)
        for (name, _, value) in try document.members(of: value, expecting: "modules and their folders") {
          let text = try document.text(value, expecting: "a folder, relative to this file")
          folders[name] = text.hasPrefix("/") ? text : "\(folder)/\(text)"
          folderLines[name] = value.mark?.line ?? 1
        }
      case "documentation": documentation = try document.address(value)
      default: throw document.unknown("key", name, at: key, among: sections)
      }
    }
  }
}

extension YAMLDocument {
  fileprivate func rule(_ name: String, at node: Node) throws -> Rule {
    guard let rule = Rule(rawValue: name) else {
      throw unknown("rule", name, at: node, among: Rule.allCases.map(\.rawValue))
    }
    return rule
  }

  /// The address of a page or folder.
  fileprivate func address(_ node: Node) throws -> String {
    let expected = "an address, such as https://example.com/promisescope/docs"
    let text = try text(node, expecting: expected)
    guard text.hasPrefix("https://") || text.hasPrefix("http://"), text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
      !text.contains(where: { "<>\"#".contains($0) })
    else { throw failure(node, "expected \(expected), found '\(text)'") }
    return text
  }

  /// A severity; nil for `off`.
  fileprivate func severity(_ node: Node) throws -> Severity? {
    let expected = "error, warning, note or off"
    let name = try text(node, expecting: expected)
    if name == "off" { return nil }
    guard let severity = Severity(rawValue: name) else {
      let nearest = Suggestion.nearest(to: name, among: Severity.allCases.map(\.rawValue) + ["off"])
      throw failure(node, "expected \(expected), found '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
    }
    return severity
  }

  fileprivate func setThreshold(of rule: Rule, to node: Node, at key: Node, in settings: inout AnalysisSettings) throws
  {
    switch rule.threshold {
    case .duration(let path): settings[keyPath: path] = try duration(node)
    case .count(let path, let least, let word):
      settings[keyPath: path] = try number(node, atLeast: least, expecting: "a number of \(word), at least \(least)")
    case .retries: (settings.retries, settings.retryWindow) = try retries(node, settings)
    case nil:
      let rules = Rule.allCases.filter { $0.threshold != nil }.map(\.rawValue)
      throw failure(
        key,
        "the rule '\(rule.rawValue)' has no threshold; these have one: \(rules.joined(separator: ", "))")
    }
  }

  private func duration(_ node: Node) throws -> Int64 {
    let expected = "a duration with a unit, such as 250 ms or 5 s"
    let text = try text(node, expecting: expected)
    guard let duration = DurationArgument.nanoseconds(text) else {
      throw failure(node, "expected \(expected), found '\(text)'")
    }
    return duration
  }

  /// `10` or `10 in 30 s`.
  private func retries(_ node: Node, _ settings: AnalysisSettings) throws -> (count: Int, window: Int64) {
    let expected = "a number of retries, such as 10, or with a window, such as 10 in 30 s"
    let text = try text(node, expecting: expected)
    let parts = text.components(on: " in ")
    if let count = Int(parts[0]), count >= 0 {
      if parts.count == 1 { return (count, settings.retryWindow) }
      if parts.count == 2, let window = DurationArgument.nanoseconds(parts[1]), window > 0 { return (count, window) }
    }
    throw failure(node, "expected \(expected), found '\(text)'")
  }

  fileprivate func exception(_ node: Node) throws -> FindingException {
    let keys = ["rule", "file", "line", "function", "label", "reason"]
    var exception = FindingException()
    var isEmpty = true
    for (name, key, value) in try members(of: node, expecting: "an exception with \(keys.joined(separator: ", "))") {
      switch name {
      case "rule": exception.rule = try rule(text(value, expecting: "a rule"), at: value)
      case "file": exception.file = try text(value, expecting: "a path or the end of one")
      case "line": exception.line = try number(value, atLeast: 1, expecting: "a line number")
      case "function": exception.function = try text(value, expecting: "a function, such as load(page:)")
      case "label": exception.label = try text(value, expecting: "a label")
      case "reason": _ = try text(value, expecting: "a text")
      default: throw unknown("key", name, at: key, among: keys)
      }
      if name != "reason" { isEmpty = false }
    }
    // It would hide every finding, which is hardly what the author intended.
    if isEmpty { throw failure(node, "expected a rule, file, line, function or label to except, found none") }
    return exception
  }
}

extension String {
  /// The parts between the occurrences of a separator, at least one; they may be empty.
  fileprivate func components(on separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}

/// Parsing of durations with a unit.
enum DurationArgument {
  /// The units, and their lengths in nanoseconds.
  static let units: [(name: String, nanoseconds: Double)] = [
    ("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9), ("min", 60e9), ("h", 3600e9),
  ]

  /// The nanoseconds of a text such as `250 ms`; nil if it isn't a number of at least 0 with a unit, or is too long.
  static func nanoseconds(_ text: String) -> Int64? {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let unit = text.dropFirst(number.count).drop { $0 == " " }
    guard let value = Double(number), let length = units.first(where: { $0.name == unit })?.nanoseconds else {
      return nil
    }
    return Int64(exactly: (value * length).rounded())
  }
}
