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
    lesson: LessonOptions? = nil, lines: Int = .max, isPresenter: Bool = false
  ) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appendingPathComponent("ScenariosTests/Golden/\(log).ndjson")
    let bytes = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).prefix(lines)
      .joined(separator: [UInt8(ascii: "\n")])
    let reader = LogReader(bytes: Array(bytes))
    var options = ScreenOptions(name: log, isASCII: ascii)
    options.language = language
    options.lesson = try lesson ?? LessonOptions(.asking(log, LogReader(bytes: Array(bytes)).labels()))
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

extension LogReader {
  /// The first labels of its promises.
  fileprivate func labels() throws -> [String] {
    var labels: [String] = []
    for event in try allEvents() where event.kind == .named && labels.count < 5 {
      if let label = texts[event.text], !labels.contains(label) { labels.append(label) }
    }
    return labels
  }
}

extension Lesson {
  /// A lesson that asks of some promises how they settle, each right after it is created.
  static func asking(_ title: String, _ labels: [String]) -> Lesson {
    Lesson(
      name: title, title: Text(title, title),
      questions: labels.map { label in
        func option(_ kind: NamedEvent.Kind, _ english: String, _ chinese: String) -> LessonQuestion.Option {
          LessonQuestion.Option(Text(english, chinese), .happens(NamedEvent(.label(label), kind)))
        }
        return LessonQuestion(
          .claim, at: LessonQuestion.Moment(NamedEvent(.label(label), .created)),
          Text("What happens to `\(label)`, which was created just now?", "刚刚创建的 `\(label)` 会怎样？"),
          options: [
            option(
              .rejected, "It is rejected with an error that this code or its source throws.", "它被拒绝，错误由这段代码或它的来源抛出。"),
            option(.fulfilled, "It is fulfilled with a value, also if that is empty.", "它会兑现；值也可以是空的。"),
            option(.canceled, "It is canceled.", "它被取消。"),
            LessonQuestion.Option(
              Text("It stays pending.", "它一直待定。"), .never(NamedEvent(.label(label), .settled))),
          ], rule: Text("A promise settles once, or never.", "Promise 只敲定一次，或者永不敲定。"))
      }, run: .scenario(title, options: []))
  }
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
