// docs/screen.md against the code: the guide lists every state with the glyphs and the word that the screen shows.

import ChainModel
import Foundation

@testable import ChainScreen

@Suite struct StyleGuideTests {
  @Test(arguments: NodeState.allCases)
  func theGuideListsEveryState(state: NodeState) throws {
    let page = URL(filePath: #filePath).appending(path: "../../../docs/screen.md").standardized
    let text = try String(contentsOf: page, encoding: .utf8)
    let row = "| `\(TextGlyphs.unicode[state])` | `\(TextGlyphs.ascii[state])` | \(state.word(in: .english)) | "
    #expect(text.contains(row), "docs/screen.md lacks the row \(row)")
  }
}
