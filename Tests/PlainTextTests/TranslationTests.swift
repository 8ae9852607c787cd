// The texts of all modules that the compiler can't check: both languages say the same about the same arguments, and the Chinese text of the
// screen fits into columns. Reads the sources, because a text is built only where it is shown.

import Foundation
import PlainText
import Testing

@Suite struct TranslationTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// The pairs of plain literals in `language("…", "…")`; a text that is put together from several literals is left out.
  private static func pairs(in folder: String) throws -> [(english: String, chinese: String)] {
    let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
    let sources = try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
    return sources.flatMap {
      $0.matches(of: /language\(\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"\)/).map {
        (String($0.output.1), String($0.output.2))
      }
    }
  }

  @Test("both languages have the same arguments", arguments: ["Sources", "demos"])
  func arguments(folder: String) throws {
    let pairs = try Self.pairs(in: folder)
    #expect(folder == "demos" || pairs.count > 400)
    for pair in pairs {
      func arguments(_ text: String) -> [String] { text.matches(of: /\\\([^()]*\)/).map { String($0.output) }.sorted() }
      #expect(arguments(pair.english) == arguments(pair.chinese), "\(pair)")
    }
  }

  @Test("the Chinese texts of the screen are Chinese, and terminals agree on the width of each character")
  func widths() throws {
    // `×` is in the English text as well.
    let ambiguous: Set<Character> = ["“", "”", "‘", "’", "…", "—", "·"]
    let pairs = try Self.pairs(in: "Sources/ChainScreen")
    #expect(pairs.count > 350)
    for pair in pairs {
      #expect(pair.chinese == "Promise" || pair.chinese.contains { DisplayWidth.of(String($0)) == 2 }, "\(pair)")
      #expect(ambiguous.isDisjoint(with: pair.chinese), "\(pair)")
    }
  }
}
