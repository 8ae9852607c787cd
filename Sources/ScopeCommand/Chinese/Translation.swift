// English sentences with gaps, and their Chinese. The commands write English, which machine formats keep; what a person reads is translated where it
// is printed. Owns finding the sentence that a text is, and putting its parts into the Chinese one. `ChineseMessages` and `ChineseHelp` have the sentences.

import Foundation

struct Translation: Sendable {
  private struct Sentence {
    /// The English text around the gaps.
    let english: [String]
    /// The Chinese text, with `{0}` for the first gap.
    let chinese: String
    /// The number of characters outside of gaps: of two sentences that a text could be, the longer one is meant.
    var length: Int { english.reduce(0) { $0 + $1.utf8.count } }
  }

  private let exact: [String: String]
  private let sentences: [Sentence]

  /// Creates a table.
  ///
  /// - Parameter pairs: English sentences, with `{}` for each gap, and their Chinese, with `{0}`, `{1}`, and so on.
  init(_ pairs: [(english: String, chinese: String)]) {
    exact = Dictionary(pairs.filter { !$0.english.contains("{}") }.map { ($0.english, $0.chinese) }) { first, _ in first
    }
    sentences = pairs.filter { $0.english.contains("{}") }
      .map { Sentence(english: $0.english.components(separatedBy: "{}"), chinese: $0.chinese) }
      .sorted { $0.length > $1.length }
  }

  /// The Chinese text; nil if the table does not have the sentence.
  ///
  /// What is in a gap is translated, too, if it is a sentence of the table, such as the reason of the operating system.
  func text(_ english: String) -> String? {
    if let text = exact[english] { return text }
    for sentence in sentences {
      guard let gaps = Self.gaps(of: english, in: sentence.english) else { continue }
      // What is quoted is the user's.
      let texts = zip(sentence.english, gaps).map { $0.hasSuffix("'") || $1.isEmpty ? $1 : self.text($1) ?? $1 }
      return Self.fill(sentence.chinese, texts)
    }
    return nil
  }

  /// The text with its gaps filled; what fills one may look like a gap.
  private static func fill(_ text: String, _ gaps: [String]) -> String {
    let parts = text.components(separatedBy: "{")
    return parts.dropFirst().reduce(parts[0]) { text, part in
      guard let end = part.firstIndex(of: "}"), let index = Int(part[..<end]), gaps.indices.contains(index) else {
        return text + "{" + part
      }
      return text + gaps[index] + part[part.index(after: end)...]
    }
  }

  /// The texts in the gaps; nil unless the rest is the same.
  private static func gaps(of text: String, in parts: [String]) -> [String]? {
    guard let first = parts.first, let last = parts.last, text.hasPrefix(first) else { return nil }
    var rest = text.dropFirst(first.count)
    var gaps: [String] = []
    for part in parts.dropFirst().dropLast() {
      guard let range = rest.firstRange(of: part) else { return nil }
      gaps.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    guard rest.hasSuffix(last) else { return nil }
    return gaps + [String(rest.dropLast(last.count))]
  }
}
