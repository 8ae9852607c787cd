// What excuses findings: the exceptions of promisescope.yml, and comments beside call sites, `// pscope:ignore RULE REASON`.

import ChainAnalysis
import ChainExport
import ChainModel
import PlainText

/// The excuses of a check, and how often each was used.
struct Excuses {
  private struct Comment {
    var line: Int
    /// The line of the call site: its own, or the next one with code.
    var target: Int
    var rule: Rule
    var isUsed = false
  }

  private let exceptions: [FindingException]
  /// The lines of the exceptions in the configuration, whose path is `path`.
  private let lines: [Int]
  private let path: String
  private var isUsed: [Bool]
  /// The comments of each file, by its path.
  private var comments: [String: [Comment]] = [:]
  /// What is wrong with comments: a sentence each, with the place.
  private(set) var problems: [String] = []

  /// Creates the excuses of a configuration.
  init(_ configuration: Configuration) {
    exceptions = configuration.analysis.exceptions
    (lines, path) = (configuration.exceptionLines, configuration.path)
    isUsed = exceptions.map { _ in false }
  }

  /// Reads the comments of a source file, once.
  mutating func read(_ path: String, in root: String) {
    guard comments[path] == nil else { return }
    comments[path] = []
    guard let text = try? SmallFile.read("\(root)/\(path)"), text.contains(Self.mark) else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard let mark = line.firstRange(of: Self.mark), let start = Self.comment(line[..<mark.lowerBound]) else {
        continue
      }
      let word = String(line[mark.upperBound...].drop { $0 == " " }.prefix { $0 != " " && $0 != "," && $0 != "\r" })
      guard let rule = Rule(rawValue: word) else {
        let nearest = Suggestion.nearest(to: word, among: Rule.allCases.map(\.rawValue))
        let hint = nearest.map { "; did you mean '\($0)'?" } ?? "."
        problems.append("\(path):\(index + 1): expected a rule after \(Self.mark), found '\(word)'\(hint)")
        continue
      }
      var target = index
      if start.allSatisfy(\.isWhitespace) {
        // A comment of its own is about the next line with code.
        target += 1
        while target < lines.count, Self.isComment(lines[target]) { target += 1 }
      }
      comments[path]?.append(Comment(line: index + 1, target: target + 1, rule: rule))
    }
  }

  private static let mark = "pscope:ignore"

  /// The code before the comment that precedes a mark directly; nil if there is no comment.
  private static func comment(_ text: Substring) -> Substring? {
    let text = text.trimmingSuffix { $0 == " " }
    for opening in ["//", "#", "/*"] where text.hasSuffix(opening) { return text.dropLast(opening.count) }
    return nil
  }

  private static func isComment(_ line: Substring) -> Bool {
    let text = line.drop(while: \.isWhitespace)
    return text.hasPrefix("//") || text.hasPrefix("#") || text.hasPrefix("/*")
  }

  /// Whether a finding is excused, by the exceptions and by the comments of the files that were read.
  mutating func excuse(_ finding: Finding, at path: String?) -> Bool {
    var isExcused = false
    var found = finding
    if let path { found.site?.file = path }
    for index in exceptions.indices where exceptions[index].matches(finding) || exceptions[index].matches(found) {
      isExcused = true
      isUsed[index] = true
    }
    guard let path, let line = finding.site?.line, let comments = comments[path] else { return isExcused }
    for (index, comment) in comments.enumerated() where comment.rule == finding.rule && comment.target == line {
      isExcused = true
      self.comments[path]?[index].isUsed = true
    }
    return isExcused
  }

  /// A sentence for each excuse that no finding needed.
  var unused: [String] {
    let unused = exceptions.indices.filter { !isUsed[$0] }.map { index in
      "\(path):\(index < lines.count ? lines[index] : 1): this exception matched no finding; remove it if the problem is solved."
    }
    return unused
      + comments.sorted { $0.key < $1.key }.flatMap { path, all in
        all.filter { !$0.isUsed }.map {
          "\(path):\($0.line): \(Self.mark) \($0.rule.rawValue) matched no finding; remove it if the problem is solved."
        }
      }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    var text = self
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}
