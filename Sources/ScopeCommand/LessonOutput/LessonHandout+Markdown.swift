// A lesson's page as Markdown. Owns its form only.

import LessonEngine
import PlainText

extension LessonHandout {
  /// The page as Markdown; every text of the program is in a code block, a code span or escaped, and no paragraph has HTML.
  var markdown: String {
    var parts = ["# \(Self.escaped(title))"]
    if let prerequisites { parts.append("*\(Self.escaped(prerequisites))*") }
    parts += introduction.map(Self.markdown)
    for file in code { parts += ["## \(Self.code(file.name))", Self.block(file.text, file.language)] }
    if !quiz.isEmpty { parts.append("## \(language("Questions", "问题"))") }
    for (index, question) in quiz.enumerated() {
      parts.append("\(index + 1). **\(question.prompt.pieces.map(Self.span).joined())**")
      parts.append(
        question.answers.enumerated().map { "   \($0.offset + 1). " + $0.element.pieces.map(Self.span).joined() }
          .joined(separator: "\n"))
      parts.append("   " + String(repeating: "\\_", count: 40))
    }
    parts.append("## \(language("What happens", "经过"))")
    var list: [String] = []
    for step in steps {
      list.append("- `\(step.time)` " + step.sentence.pieces.map(Self.span).joined())
      guard let picture = step.picture else { continue }
      parts.append(list.joined(separator: "\n"))
      list = []
      parts += step.notes.map { "> \(Self.markdown($0))" }
      parts.append(Self.block(picture))
    }
    if !list.isEmpty { parts.append(list.joined(separator: "\n")) }
    parts.append("## \(language("At the end", "最后"))")
    parts.append(Self.block(end))
    parts += summary.map(Self.markdown)
    if !quiz.isEmpty {
      parts.append("---")
      parts.append("## \(language("Key", "答案"))")
      parts.append(
        quiz.enumerated().map { "\($0.offset + 1). **\($0.element.right)** \(Self.sentence($0.element.rule))" }
          .joined(separator: "\n")
      )
    }
    parts.append(Self.code(command))
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// A paragraph of the lesson's author, which is Markdown itself: without HTML, and without what could affect a terminal.
  private static func markdown(_ paragraph: String) -> String {
    let lines = paragraph.split(separator: "\n", omittingEmptySubsequences: false).map { Escaping.line(String($0)) }
    let parts = lines.joined(separator: "\n").split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    return parts.enumerated().map { $0.offset % 2 == 0 ? $0.element.replacing("<", with: "&lt;") : $0.element }
      .joined(separator: "`")
  }

  /// A piece of a sentence; a value or an error is code.
  private static func span(_ piece: StoryPiece) -> String {
    switch piece {
    case .value(let text), .error(let text): code(text)
    case .text(let words): sentence(words)
    case .promise, .site, .output: escaped(piece.text)
    }
  }

  /// A text of the program as code, on one line.
  private static func code(_ text: String) -> String {
    let line = Escaping.line(text)
    return line.contains("`") || line.isEmpty ? escaped(line) : "`\(line)`"
  }

  /// Our own words, in which code stands between backquotes.
  private static func sentence(_ words: String) -> String {
    let parts = words.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    guard parts.count % 2 == 1 else { return escaped(words) }
    return parts.enumerated().map { $0.offset % 2 == 0 ? escaped($0.element) : "`\($0.element)`" }.joined()
  }

  /// Escapes what Markdown would interpret.
  static func escaped(_ text: String) -> String {
    String(Escaping.line(text).flatMap { "\\`*_[]<>&|".contains($0) ? ["\\", $0] : [$0] })
  }

  /// A code block whose fence is longer than any in the text.
  private static func block(_ text: String, _ language: String = "") -> String {
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\(language)\n\(text)\n\(fence)"
  }
}
