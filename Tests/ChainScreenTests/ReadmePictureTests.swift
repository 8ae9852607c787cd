// The screen at the top of the README: the list loader while it waits for the server, drawn from the scenario's golden log.
//
// `PROMISESCOPE_UPDATE_GOLDEN=1 swift test --filter ReadmePictureTests` writes the picture into the README; read the diff.

import Canvas
import ChainScreen
import Foundation
import PromiseTrace
import Testing

@Suite struct ReadmePictureTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// The screen at 80×24, 2.76 s into the run, with `load remote` selected.
  private func screen() throws -> String {
    let reader = try LogReader(path: Self.root.appending(path: "Tests/ScenariosTests/Golden/list-loader.ndjson").path)
    var events: [Event] = []
    while try reader.read(into: &events, limit: 1_000) != .ended {}
    let now: Int64 = 2_760_000_000
    var view = ChainView(ScreenOptions(name: "list-loader", canRunAgain: true), texts: reader.texts)
    view.apply(events.filter { $0.time <= now })
    let size = Size(columns: 80, rows: 24)
    _ = view.draw(size, now: now)
    for name in ["Down", "Down", "Down", "Down", "Down"] {
      _ = view.update(try #require(Key(named: name)), now: now)
      _ = view.draw(size, now: now)
    }
    return view.draw(size, now: now).text
  }

  @Test func theReadmeShowsTheScreen() throws {
    let page = Self.root.appending(path: "README.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.range(of: "```\n")).upperBound
    let end = try #require(text.range(of: "```", range: start..<text.endIndex)).lowerBound
    let picture = try screen() + "\n"
    if ProcessInfo.processInfo.environment["PROMISESCOPE_UPDATE_GOLDEN"] == "1" {
      let updated = text.replacingCharacters(in: start..<end, with: picture)
      if updated != text { try updated.write(to: page, atomically: true, encoding: .utf8) }
    } else {
      #expect(text[start..<end] == picture)
    }
  }
}
