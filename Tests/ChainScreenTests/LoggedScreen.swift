// The screen of a log from a file, with the keys and clicks of a test.

import Foundation
import PromiseLog

/// A screen on which a test plays keys.
protocol PlayedScreen {
  var view: Screen { get }
  var lines: [String] { mutating get }
  mutating func play(_ keys: String, sourceLocation: SourceLocation)
}

extension PlayedScreen {
  /// Plays keys that select a promise.
  mutating func play(_ keys: String, selects promise: PromiseID, sourceLocation: SourceLocation = #_sourceLocation) {
    play(keys, sourceLocation: sourceLocation)
    expectEqual(view.state.selection, promise, sourceLocation: sourceLocation)
  }

  /// Plays keys after which a line, or any line, has a text.
  mutating func play(
    _ keys: String, shows text: String, in line: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    play(keys, sourceLocation: sourceLocation)
    let shown = line.map { [lines[$0]] } ?? lines
    #expect(shown.contains { $0.contains(text) }, "\(text) after \(keys)", sourceLocation: sourceLocation)
  }
}

struct LoggedScreen: PlayedScreen {
  var view: Screen
  let size: Size
  private var now: Int64 = 0

  /// The logs of the repository: those of the demos, and those for authors of readers.
  static let all: [String] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let folders = ["ScenariosTests/Golden", "ChainExportTests/Golden", "../docs/conformance"]
    return folders.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)) ?? []
      return names.filter { $0.hasSuffix(".ndjson") }.sorted().map {
        root.appendingPathComponent("\(folder)/\($0)").path
      }
    }
  }()

  /// The log of a demo.
  static func demo(_ name: String, _ columns: Int = 80, _ rows: Int = 24, opens: Bool = false) throws -> LoggedScreen {
    let path = all.first { $0.hasSuffix("ScenariosTests/Golden/\(name).ndjson") } ?? name
    return try LoggedScreen(path, columns, rows, opens: opens)
  }

  init(_ path: String, _ columns: Int = 80, _ rows: Int = 24, opens: Bool = false) throws {
    let reader = try LogReader(path: path)
    var options = ScreenOptions(name: "a log")
    options.opensAtWhatMatters = opens
    view = Screen(options, texts: reader.texts)
    size = Size(columns: columns, rows: rows)
    var events: [Event] = []
    while try reader.read(into: &events, limit: 1_000) != .ended {}
    view.apply(events)
    view.end(program: .gone)
    now = events.last?.time ?? 0
    draw()
  }

  @discardableResult
  mutating func draw() -> Grid { view.frame(size, now: now) }

  mutating func play(_ keys: String, sourceLocation: SourceLocation = #_sourceLocation) {
    for key in keys.split(separator: " ").compactMap({ Key(named: String($0)) }) {
      _ = view.update(key, now: now)
      draw()
    }
  }

  mutating func click(column: Int, row: Int) {
    _ = view.update(MouseEvent(.press, column: column, row: row), now: now)
    draw()
  }

  /// Clicks on the first place of a text at or below a row.
  mutating func click(_ text: String, from first: Int = 0) {
    for (row, line) in lines.enumerated().dropFirst(first) {
      guard let range = line.range(of: text) else { continue }
      return click(column: line.distance(from: line.startIndex, to: range.lowerBound), row: row)
    }
  }

  var lines: [String] {
    mutating get { draw().text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  }
}
