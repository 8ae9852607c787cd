// Each pane as text in both languages, and in the colors of each theme. `cat Pictures/dark.ansi` shows them.
//
// After an intended change, `PROMISESCOPE_UPDATE_GOLDEN=1 swift test --filter PanePictureTests` updates the files; look at them.

import Foundation

@Suite struct PanePictureTests {
  /// The keys that show each pane, after the first problem was selected.
  private static let keys = [
    ("details", "d"), ("why", ""), ("critical path", "c"), ("source", "s"), ("log", "L"), ("lanes", "t"),
    ("groups", "C"), ("problems", "P"), ("changes", "( ] ] ] m ) v"),
  ]

  private func panes(_ language: Language) -> [(name: String, grid: Grid)] {
    let lines = (1...90).map { "let line\($0) = \"\($0)\"" }
    let finder = SourceFinder { _ in SourceFinder.File(lines: lines, hasChanged: false) }
    return Self.keys.map { name, keys in
      var screen = TestScreen(.shop(), columns: 80, rows: 24, sources: finder, language: language)
      screen.now = 5_000
      screen.view.end()
      screen.play("e \(keys)")
      return (name, screen.draw())
    }
  }

  private func compare(_ drawn: String, _ name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pictures/\(name)")
    if let difference = try GoldenFile(file).difference(from: drawn) { Issue.record("\(difference)") }
  }

  @Test(arguments: Language.allCases)
  func everyPaneHasItsText(_ language: Language) throws {
    let pages = panes(language).map { "== \($0)\n\($1.text)\n" }
    try compare(pages.joined(separator: "\n"), "panes.\(language.rawValue).txt")
  }

  @Test(arguments: Theme.all.map(\.name))
  func everyPaneHasItsColors(_ name: String) throws {
    let theme = try #require(Theme.named(name))
    let pages = panes(.english).map { "== \($0)\n\($1.ansi(theme))\n" }
    try compare(pages.joined(separator: "\n"), "\(name).ansi")
  }

  @Test func noPaneLooksLikeAnother() {
    let pages = panes(.english).map(\.grid.text)
    expectEqual(Set(pages).count, pages.count)
  }
}
