// The help of a rule: its section of docs/findings.md, which is compiled in, so that a consumer of a report can show it without a network; or
// the address of that section, if the project's settings say where the documentation is.

import CCarriedFiles
import ChainAnalysis

/// The help of a rule.
struct RuleHelp {
  let rule: Rule

  /// The address of the rule's section.
  ///
  /// - Parameter documentation: The address of the folder `docs`; nil if it has none.
  /// - Returns: The address; nil without one of the folder.
  func address(in documentation: String?) -> String? {
    documentation.map { "\($0.hasSuffix("/") ? String($0.dropLast()) : $0)/findings.md#\(rule.rawValue)" }
  }

  /// What the rule looks for, a program with the fault, its repair, and when the rule is silent, in Markdown without links.
  var markdown: String { Self.sections[rule.rawValue] ?? rule.summary }

  /// The same as plain text.
  var text: String {
    markdown.replacing("**", with: "").split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("```") }
      .map { ($0.hasPrefix("*") ? $0.replacing("*", with: "")[...] : $0).replacing("`", with: "") }
      .joined(separator: "\n")
  }

  private static let sections: [String: String] = {
    var sections: [String: String] = [:]
    let text = carriedText("docs/findings.md").map { String(cString: $0) } ?? ""
    for section in text.split(separator: "\n## ").dropFirst() {
      guard let end = section.firstIndex(of: "\n") else { continue }
      let body = section[end...].drop { $0 == "\n" }
      sections[String(section[..<end])] = withoutLinks(body.last == "\n" ? body.dropLast() : body)
    }
    return sections
  }()

  /// Replaces `[text](address)`, which is relative to the documentation, by `text`.
  static func withoutLinks(_ text: Substring) -> String {
    var (rest, result) = (text, "")
    while let middle = rest.firstRange(of: "](") {
      guard let open = rest[..<middle.lowerBound].lastIndex(of: "["),
        let close = rest[middle.upperBound...].firstIndex(of: ")")
      else { break }
      result += rest[..<open]
      result += rest[rest.index(after: open)..<middle.lowerBound]
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
