// A lesson on the screen without a terminal: the golden log of a scenario, keys in, and the screen as text.

import ChainModel
import Foundation
import LessonEngine
import PromiseLog

@testable import ChainScreen

/// A lesson on the golden log of a scenario.
struct LessonScreen {
  var view: Screen { didSet { grid = nil } }
  var size: Size { didSet { grid = nil } }
  /// What was drawn last; nil if something may have changed since.
  private var grid: Grid?
  private(set) var effect = ScreenEffect.none

  init(
    _ log: String, columns: Int = 80, rows: Int = 24, ascii: Bool = false, language: Language = .english,
    lesson: LessonOptions = LessonOptions(), lines: Int = .max, isPresenter: Bool = false
  ) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appendingPathComponent("ScenariosTests/Golden/\(log).ndjson")
    let bytes = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).prefix(lines)
      .joined(separator: [UInt8(ascii: "\n")])
    let reader = LogReader(bytes: Array(bytes))
    var options = ScreenOptions(name: log, isASCII: ascii)
    options.language = language
    options.lesson = lesson
    options.isPresenter = isPresenter
    view = Screen(options, texts: reader.texts)
    size = Size(columns: columns, rows: rows)
    try view.read(reader) { false }
    draw()
  }

  @discardableResult
  mutating func draw() -> Grid {
    let drawn = view.frame(size, now: view.store.lastTime)
    grid = drawn
    return drawn
  }

  mutating func play(_ keys: String) {
    for name in keys.split(separator: " ") {
      guard let key = Key(named: String(name)) else { continue }
      effect = view.update(key, now: 0)
      draw()
    }
  }

  var walk: LessonWalk? { view.lesson?.walk }
  var text: String { mutating get { (grid ?? draw()).text } }
}

extension Grid {
  /// Whether the glyphs of every row fill its columns: the second cell of a wide glyph follows it, and stands nowhere else.
  var hasExactRows: Bool {
    (0..<size.rows).allSatisfy { row in
      var column = row * size.columns
      let end = column + size.columns
      while column < end {
        switch cells[column].width {
        case 1: column += 1
        case 2 where column + 1 < end && cells[column + 1].width == 0: column += 2
        default: return false
        }
      }
      return true
    }
  }
}
