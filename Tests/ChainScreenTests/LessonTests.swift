// Lessons on the screen: from the introduction to the score by keys alone, in both languages and at every size, and nothing seen too early.

import ChainAnalysis
import ChainModel
import Foundation
import LessonEngine

@testable import ChainScreen

@Suite struct LessonTests {
  private static let logs = [
    "list-loader.remote-fails", "race-with-timeout", "cancel", "promisekit-box", "chain", "million",
  ]

  @Test("keys lead from the introduction to the score, and right answers count", arguments: logs, Language.allCases)
  func script(_ log: String, _ language: Language) throws {
    var screen = try LessonScreen(log, language: language)
    #expect(screen.text.contains(language("introduction", "导言")))
    let questions = try #require(screen.walk).plan.questions
    for question in questions {
      screen.play("End \(question.right + 1)")
      #expect(screen.text.contains(language("Right.", "答对了。")))
    }
    screen.play("End")
    let count = "\(questions.count)"
    #expect(
      screen.text.contains(
        language("You answered \(count) of \(count) questions right.", "你答对了 \(count) 题，共 \(count) 题。")))
    #expect(!screen.text.contains(language("Worth repeating:", "值得复习：")))
    screen.play("q")
    expectEqual(screen.effect, .quit)
  }

  @Test("the screen holds no event that answers an open question", arguments: logs)
  func nothingTooEarly(_ log: String) throws {
    var screen = try LessonScreen(log, columns: 140, rows: 45)
    var furthest: UInt64 = 0
    while let walk = screen.walk, walk.place != .score {
      // Tree, panes, header and timeline are drawn from the history alone.
      #expect(screen.view.history.playback.count <= max(furthest, walk.position))
      #expect(screen.view.endTime <= walk.plan.events.prefix(Int(walk.position)).map(\.time).max() ?? 0)
      if let question = walk.question, walk.isAsking {
        expectEqual(screen.view.history.playback.count, question.askedAt)
        let text = screen.text
        for step in walk.plan.steps where step.sentence.position > question.askedAt {
          let sentence = step.sentence.text.english.spans().map(\.text).joined()
          #expect(!text.contains(sentence), "\(sentence)")
        }
      }
      furthest = max(furthest, walk.position)
      screen.play(walk.isAsking ? "J" : "Right")
    }
    expectEqual(screen.walk?.place, .score)
  }

  @Test("every row has its columns, at every step", arguments: [(40, 10), (60, 16), (80, 24), (140, 45), (200, 60)])
  func widths(columns: Int, rows: Int) throws {
    for language in Language.allCases {
      for log in [language == .english ? "cancel" : "list-loader.remote-fails"] {
        var screen = try LessonScreen(log, columns: columns, rows: rows, language: language)
        while screen.walk?.place != .score {
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

  @Test func anASCIIScreenInEnglishIsASCII() throws {
    var screen = try LessonScreen("list-loader.remote-fails", ascii: true)
    while screen.walk?.place != .score {
      let text = screen.text
      #expect(text.unicodeScalars.allSatisfy { $0.isASCII }, "\(text)")
      screen.play("1 Right")
    }
    let text = screen.text
    #expect(text.unicodeScalars.allSatisfy { $0.isASCII }, "\(text)")
  }

  @Test func iChangesTheLanguageOfEverythingButWhatTheProgramSaid() throws {
    var screen = try LessonScreen("race-with-timeout")
    screen.play("End I")
    #expect(screen.text.contains("问题 1/") && !screen.text.contains("question"))
    screen.play("I")
    #expect(screen.text.contains("question 1 of"))
  }

  @Test("a lesson's own texts frame the run")
  func texts() throws {
    let lesson = Lesson(
      name: "races", title: Text("Races", "竞速"), introduction: [Text("Watch the clocks.", "注意时钟。")],
      notes: [LessonNote(at: NamedEvent(.label("quick answer"), .fulfilled), Text("Here it is.", "来了。"))],
      summary: [Text("That was it.", "就这些。")], run: .scenario("race-with-timeout", options: []),
      twin: .scenario("twin", options: []))
    let before = Lesson(name: "clocks", title: Text("Clocks", "时钟"), run: .scenario("one", options: []))
    let options = LessonOptions(lesson, place: (3, 12), prerequisites: [before], asksQuestions: false)
    var screen = try LessonScreen("race-with-timeout", lesson: options)
    #expect(screen.text.contains("lesson 3 of 12  Races") && screen.text.contains("Watch the clocks."))
    #expect(screen.text.contains("Builds on: Clocks (clocks)"))
    while screen.walk?.promise != 1 || !screen.text.contains("was fulfilled") { screen.play("Right") }
    #expect(screen.text.contains("Here it is."))
    screen.play("End")
    #expect(screen.text.contains("That was it.") && screen.text.contains("pscope demo twin --lesson"))
  }

  @Test func aLogThatIsTooShortSaysSoAndCanBeLeft() throws {
    var screen = try LessonScreen("one", lines: 1)
    #expect(screen.text.contains("There is nothing to learn from this log"))
    screen.play("Right Left Space 1 I End Home PgDn")
    #expect(screen.text.contains("这个日志无法用作课程"))
    screen.play("q")
    expectEqual(screen.effect, .quit)
  }
}
