// Answers by pointing with the keyboard: lines of the source and moments of the timeline, from the first to the last, whatever the order of
// the options.

import LessonEngine

@testable import ChainScreen

@Suite struct LessonPointingTests {
  /// The log of `error-paths` with one question at its start.
  private func screen(
    _ template: QuestionTemplate, _ options: [Statement], columns: Int = 120, _ language: Language = .english
  ) throws -> LessonScreen {
    let moment = LessonQuestion.Moment(NamedEvent(.label("look at the prices"), .created))
    let question = LessonQuestion(
      template, at: moment, Text("Which?", "哪个？"), options: options.map { LessonQuestion.Option(nil, $0) },
      rule: Text("The first.", "第一个。"))
    let lesson = Lesson(
      name: "own", title: Text("Own", "自己的"), questions: [question], run: .scenario("error-paths", options: [])
    )
    var screen = try LessonScreen(
      "error-paths", columns: columns, rows: 40, language: language, lesson: LessonOptions(lesson))
    screen.play("End")
    #expect(screen.walk?.isAsking == true)
    return screen
  }

  private func lines(_ columns: Int = 120, _ language: Language = .english) throws -> LessonScreen {
    let handlers = ["rethrow glue", "catch tea", "read paper"].map { NamedEvent(.label($0), .started) }
    return try screen(
      .handler, handlers.map { one in .first(one, of: handlers.filter { $0 != one }) }, columns: columns, language)
  }

  private func moments() throws -> LessonScreen {
    let ink = NamedEvent(.label("price of ink"), .settled)
    return try screen(.when, [1_800, 1_000, 1_400].map { .at(ink, $0 * 1_000_000) })
  }

  /// The index of the answer at a line, or at a time in milliseconds.
  private func number(of place: Int64, in screen: LessonScreen) throws -> Int {
    let answers = try #require(screen.walk?.question).answers
    return try #require(
      answers.firstIndex { answer in
        switch answer.pick {
        case .line(let site): Int64(site.line) == place
        case .time(let time): time == place * 1_000_000
        case .row, nil: false
        }
      })
  }

  @Test("the arrow keys go from line to line, and Enter answers", arguments: Language.allCases)
  func linesOfTheSource(_ language: Language) throws {
    var screen = try lines(120, language)
    #expect(screen.text.contains(language("Or choose a source line", "或用方向键选一行源代码")))
    // Before a line is chosen, Enter only says how to answer.
    screen.play("Enter")
    #expect(screen.walk?.isAsking == true)
    let row = screen.view.state.row
    // In the order of the source, whatever the order of the answers.
    let order = try [14, 34, 46].map { try number(of: $0, in: screen) }
    for (key, line) in [("Down", 0), ("Down", 1), ("j", 2), ("Down", 2), ("Up", 1), ("k", 0), ("Up", 0)] {
      screen.play(key)
      expectEqual(screen.view.lesson?.mark, order[line])
      #expect(screen.text.contains("▌ \(order[line] + 1)  "), "\(screen.text)")
    }
    #expect(screen.view.state.row == row && screen.walk?.isAsking == true)
    screen.play("Enter")
    #expect(screen.walk?.reply == .answer(order[0]) && screen.walk?.right == 1 && screen.view.lesson?.mark == nil)
  }

  @Test("without a choice, the first key up takes the last line; a step forgets the choice")
  func fromTheEnd() throws {
    var screen = try lines()
    let last = try number(of: 46, in: screen)
    screen.play("Up")
    expectEqual(screen.view.lesson?.mark, last)
    screen.play("Left Right")
    #expect(screen.walk?.isAsking == true && screen.view.lesson?.mark == nil)
    screen.play("Up Enter")
    #expect(screen.walk?.reply == .answer(last) && screen.walk?.right == 0)
  }

  @Test func theArrowKeysGoFromMomentToMomentAndLeftOfTheFirstOneIsAStepBack() throws {
    var screen: LessonScreen = try moments()
    let place = screen.walk?.place
    #expect(screen.text.contains("Or choose a moment with the arrows"))
    let order = try [1_000, 1_400, 1_800].map { try number(of: $0, in: screen) }
    let path: [(String, Int?)] = [
      ("Right", 0), ("Right", 1), ("Down", 2), ("Right", 2), ("Left", 1), ("Up", 0), ("Left", nil), ("Right", 0),
    ]
    for (key, moment) in path {
      screen.play(key)
      #expect(screen.view.lesson?.mark == moment.map { order[$0] } && screen.walk?.place == place, "\(key)")
    }
    screen.play("Right")
    // The chosen moment is marked on the ruler, where no other number stands.
    let ruler = screen.text.split(separator: "\n").first { $0.contains("▌\(order[1] + 1)") } ?? ""
    expectEqual(ruler.filter(\.isNumber), order.map { "\($0 + 1)" }.joined())
    screen.play("Enter")
    #expect(screen.walk?.reply == .answer(order[1]) && screen.walk?.right == 1)
    var other: LessonScreen = try moments()
    other.play("Left")
    #expect(other.walk?.place != place)
  }

  @Test func aQuestionThatNamesNeitherLinesNorMomentsLeavesTheArrowKeysToTheTree() throws {
    let prices = ["price of tea", "price of ink", "price of glue"].map { NamedEvent(.label($0), .settled) }
    var screen = try screen(.first, prices.map { one in .first(one, of: prices.filter { $0 != one }) })
    let row = screen.view.state.row
    screen.play("Up")
    #expect(screen.view.state.row != row && screen.view.lesson?.mark == nil)
  }
}
