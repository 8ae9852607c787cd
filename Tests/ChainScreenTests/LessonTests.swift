// Lessons on the screen: from the introduction to the score by keys alone, in both languages and at every size, and nothing seen too early.

import Canvas
import ChainLessons
import ChainModel
import Foundation
import PlainText
import PromiseTrace
import Testing

@testable import ChainScreen

/// A lesson on the golden log of a scenario.
struct LessonScreen {
  var view: ChainView
  var size: Size
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
    view = ChainView(options, texts: reader.texts)
    size = Size(columns: columns, rows: rows)
    try view.read(reader) { false }
    draw()
  }

  @discardableResult
  mutating func draw() -> Grid { view.draw(size, now: view.store.lastTime) }

  mutating func play(_ keys: String) {
    for name in keys.split(separator: " ") {
      guard let key = Key(named: String(name)) else { continue }
      effect = view.update(key, now: 0)
      draw()
    }
  }

  var walk: LessonWalk? { view.lesson?.walk }
  var text: String { mutating get { draw().text } }
}

@Suite struct LessonTests {
  private static let logs = [
    "list-loader.remote-fails", "race-with-timeout", "cancel", "promisekit-box", "stuck", "million",
  ]

  @Test("presentation remotes step, whatever keys they send")
  func remotes() throws {
    var screen = try LessonScreen("cancel", lesson: LessonOptions(asksQuestions: false), isPresenter: true)
    screen.play("PgDn PgDn")
    let second = try #require(screen.walk).stop
    screen.play("PgDn PgUp")
    #expect(screen.walk?.stop == second)
    screen.play("PgUp PgUp Right Right")
    #expect(screen.walk?.stop == second)
  }

  @Test("keys lead from the introduction to the score, and right answers count", arguments: logs, Language.allCases)
  func script(_ log: String, _ language: Language) throws {
    var screen = try LessonScreen(log, language: language)
    let words = Words(language)
    #expect(screen.text.contains(words(.introductionTitle)))
    let questions = try #require(screen.walk).plan.questions
    for question in questions {
      screen.play("End \(question.right + 1)")
      #expect(screen.text.contains(words(.answerRight)))
    }
    screen.play("End")
    let count = "\(questions.count)"
    #expect(screen.text.contains(words(.scoreSentence, count, count)))
    #expect(!screen.text.contains(words(.toRepeat)))
    screen.play("q")
    #expect(screen.effect == .quit)
  }

  @Test("the screen holds no event that answers an open question", arguments: logs)
  func nothingTooEarly(_ log: String) throws {
    var screen = try LessonScreen(log, columns: 140, rows: 45)
    var furthest: UInt64 = 0
    while let walk = screen.walk, walk.stop != .score {
      // Tree, panes, header and timeline are drawn from the history alone.
      #expect(screen.view.history.playback.count <= max(furthest, walk.position))
      #expect(screen.view.endTime <= walk.plan.events.prefix(Int(walk.position)).map(\.time).max() ?? 0)
      if let question = walk.question, walk.isAsking {
        #expect(screen.view.history.playback.count == question.askedAt)
        let text = screen.text
        for step in walk.plan.steps where step.sentence.position > question.askedAt {
          let sentence = step.sentence.text.english.spans().map(\.text).joined()
          #expect(!text.contains(sentence), "\(sentence)")
        }
      }
      furthest = max(furthest, walk.position)
      screen.play(walk.isAsking ? "s" : "Right")
    }
    #expect(screen.walk?.stop == .score)
  }

  @Test("no key that steps gives up an open question", arguments: Language.allCases)
  func openQuestion(_ language: Language) throws {
    var screen = try LessonScreen("race-with-timeout", language: language)
    screen.play("End")
    let position = screen.view.history.playback.position
    let count = try #require(screen.walk?.question).answers.count
    let sentence = Words(language)(.answerFirst, "\(count)", "s")
    for key in ["Right", "Enter", "l", "]", "Space", "End", "G"] {
      screen.play("\(key) \(key)")
      #expect(screen.walk?.isAsking == true && screen.walk?.replyCount == 0, "\(key)")
      #expect(screen.view.history.playback.position == position && !screen.view.state.isPlaying, "\(key)")
      #expect(screen.text.split(separator: "\n").last?.contains(sentence) == true, "\(key): \(screen.text)")
    }
    screen.play("Left")
    #expect(!screen.text.contains(sentence))
    // The key that skips is always in sight of a question, and shows the answer.
    screen.play("Right")
    let footer = screen.text.split(separator: "\n").last ?? ""
    #expect(footer.contains("s \(Words(language)(.skipWord))"))
    screen.play("s")
    #expect(screen.walk?.reply == .skipped && screen.text.contains(Words(language)(.answerShown)))
    #expect(screen.view.history.playback.position > position)
  }

  @Test("End leads to each question in turn, and to the score when all of them are answered or skipped")
  func end() throws {
    var screen = try LessonScreen("race-with-timeout")
    let count = try #require(screen.walk).plan.questions.count
    for number in 0..<count {
      screen.play("End End End")
      #expect(screen.walk?.stop == .question(number) && screen.walk?.replyCount == number)
      screen.play(number.isMultiple(of: 2) ? "1" : "s")
    }
    screen.play("End")
    #expect(screen.walk?.stop == .score)
  }

  @Test("a click on an answer chooses it, on each of its lines; no other click does")
  func clicks() throws {
    var screen = try LessonScreen("race-with-timeout")
    screen.play("End")
    let rows = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.hasPrefix("  2  ") })
    for (column, other) in [(5, 0), (5, 3), (70, row), (5, 23)] {
      _ = screen.view.update(MouseEvent(.press, column: column, row: other), now: 0)
      #expect(screen.walk?.isAsking == true, "\(column), \(other)")
    }
    _ = screen.view.update(MouseEvent(.press, column: 5, row: row), now: 0)
    #expect(screen.walk?.reply == .answer(1))
    // A click on an answer that was given leads nowhere.
    let stop = screen.walk?.stop
    _ = screen.view.update(MouseEvent(.press, column: 5, row: row), now: 0)
    #expect(screen.walk?.stop == stop && screen.walk?.reply == .answer(1))
  }

  @Test("an open question looks the same whatever comes after it")
  func sameBefore() throws {
    // The run up to the question, and then another end.
    var whole = try LessonScreen("race-with-timeout", columns: 140, rows: 45)
    var cut = try LessonScreen("race-with-timeout", columns: 140, rows: 45, lines: 37)
    for _ in 0..<4 where whole.walk?.question?.kind != .combinator { whole.play("s End") }
    for _ in 0..<4 where cut.walk?.question?.kind != .combinator { cut.play("s End") }
    let tree = { (screen: inout LessonScreen) in
      // What follows decides how many rows the tree has room for, so only the rows of promises are compared.
      screen.text.split(separator: "\n", omittingEmptySubsequences: false)[1...screen.view.outline.count]
    }
    #expect(whole.walk?.question?.kind == .combinator && cut.walk?.question?.kind == .combinator)
    let (first, second) = (tree(&whole), tree(&cut))
    #expect(first == second)
  }

  @Test("every row has its columns, at every step", arguments: [(40, 10), (60, 16), (80, 24), (140, 45), (200, 60)])
  func widths(columns: Int, rows: Int) throws {
    for language in Language.allCases {
      for log in [language == .english ? "cancel" : "list-loader.remote-fails"] {
        var screen = try LessonScreen(log, columns: columns, rows: rows, language: language)
        while screen.walk?.stop != .score {
          for keys in ["", "1"] {
            screen.play(keys)
            let grid = screen.draw()
            #expect(grid.hasExactRows, "\(grid.text)")
          }
          screen.play("Right")
        }
        screen.play("F1")
        #expect(screen.draw().hasExactRows)
      }
    }
  }

  @Test("an ASCII screen in English is ASCII")
  func ascii() throws {
    var screen = try LessonScreen("list-loader.remote-fails", ascii: true)
    while screen.walk?.stop != .score {
      let text = screen.text
      #expect(text.unicodeScalars.allSatisfy { $0.isASCII }, "\(text)")
      screen.play("1 Right")
    }
    let text = screen.text
    #expect(text.unicodeScalars.allSatisfy { $0.isASCII }, "\(text)")
  }

  @Test("t changes the language of everything but what the program said")
  func language() throws {
    var screen = try LessonScreen("race-with-timeout")
    screen.play("End t")
    #expect(screen.text.contains("问题 1/") && !screen.text.contains("question"))
    screen.play("t")
    #expect(screen.text.contains("question 1 of"))
  }

  @Test("Space plays up to the next question, slower or faster")
  func playing() throws {
    var screen = try LessonScreen("race-with-timeout")
    screen.play("Space")
    #expect(screen.view.state.isPlaying)
    screen.view.advance(by: LessonState.pace / 2)
    #expect(screen.walk?.stop == .introduction)
    screen.view.advance(by: LessonState.pace / 2)
    #expect(screen.walk?.stop == .step(0))
    screen.play(">")
    screen.view.advance(by: LessonState.pace / 2)
    #expect(screen.walk?.stop == .step(1))
    for _ in 0..<20 { screen.view.advance(by: LessonState.pace) }
    #expect(screen.walk?.isAsking == true && !screen.view.state.isPlaying)
    screen.play("Space")
    #expect(!screen.view.state.isPlaying, "an open question is not passed over")
  }

  @Test("no key and no drag of the whole screen shows more of the run")
  func otherKeys() throws {
    var screen = try LessonScreen("race-with-timeout")
    screen.play("End")
    let before = screen.view.history.playback.position
    screen.play("w e c L P v 0 Tab ) } p m C-s / 5 6 9")
    for action in Action.allCases where action != .openEditor {
      #expect(screen.view.perform(action, now: 0) == .none)
    }
    _ = screen.view.update(MouseEvent(.press, column: 70, row: 3), now: 0)
    #expect(screen.view.history.playback.position == before && screen.walk?.isAsking == true)
    #expect(screen.view.state.prompt == nil && screen.view.state.showsPanes)
  }

  @Test("the help lists every key of a lesson")
  func help() throws {
    var screen = try LessonScreen("race-with-timeout", columns: 120, rows: 60)
    screen.play("F1")
    for command in LessonCommand.all where command.action != .runAgain {
      #expect(screen.text.contains(command.sentence.text(.english)))
      #expect(screen.text.contains(command.keys[0].name))
    }
    let keys = LessonCommand.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(Set(LessonCommand.all.map(\.action)) == Set(LessonAction.allCases))
    screen.play("F1")
    #expect(!screen.text.contains(LessonCommand.all[0].sentence.text(.english)))
  }

  @Test("the help of a low screen scrolls by pages to its end and back", arguments: [24, 32])
  func longHelp(rows: Int) throws {
    var screen = try LessonScreen("race-with-timeout", rows: rows)
    let last = Phrase.legendFreed.text(.english)
    screen.play("?")
    #expect(!screen.text.contains(last))
    screen.play("PgDn PgDn PgDn PgDn PgDn PgDn")
    #expect(screen.view.state.showsHelp && screen.text.contains(last))
    // Not one line too far: the next page up moves at once.
    screen.play("PgUp")
    #expect(!screen.text.contains(last))
    screen.play("PgUp PgUp PgUp PgUp PgUp")
    #expect(screen.text.contains(LessonCommand.all[0].sentence.text(.english)))
    screen.play("End")
    #expect(screen.text.contains(last))
    screen.play("?")
    #expect(!screen.view.state.showsHelp && screen.view.state.helpTop == 0)
  }

  @Test("a lesson's own texts frame the run")
  func texts() throws {
    let lesson = Lesson(
      name: "races", title: LocalizedText("Races", "竞速"), introduction: [LocalizedText("Watch the clocks.", "注意时钟。")],
      notes: [LessonNote(at: "quick answer", .fulfilled, LocalizedText("Here it is.", "来了。"))],
      summary: [LocalizedText("That was it.", "就这些。")], scenario: "race-with-timeout", repairedTwin: "twin")
    let before = Lesson(name: "clocks", title: LocalizedText("Clocks", "时钟"), scenario: "one")
    let options = LessonOptions(lesson, place: (3, 12), prerequisites: [before], asksQuestions: false)
    var screen = try LessonScreen("race-with-timeout", lesson: options)
    #expect(screen.text.contains("lesson 3 of 12  Races") && screen.text.contains("Watch the clocks."))
    #expect(screen.text.contains("Builds on: Clocks (clocks)"))
    while screen.walk?.promise != 1 || !screen.text.contains("was fulfilled") { screen.play("Right") }
    #expect(screen.text.contains("Here it is."))
    screen.play("End")
    #expect(screen.text.contains("That was it.") && screen.text.contains("pscope demo twin --lesson"))
  }

  @Test("a log that is too short says so, and can be left")
  func tooShort() throws {
    var screen = try LessonScreen("one", lines: 2)
    #expect(screen.text.contains("There is nothing to learn from this log"))
    screen.play("Right Left Space 1 t End Home PgDn")
    #expect(screen.text.contains("这个日志无法用作课程"))
    screen.play("q")
    #expect(screen.effect == .quit)
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
