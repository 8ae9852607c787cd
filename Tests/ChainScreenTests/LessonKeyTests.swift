// The keys of a lesson: which of them step, answer, and play, what the others do, and that none of them gives up an open question.

import ChainModel
import LessonEngine

@testable import ChainScreen

@Suite struct LessonKeyTests {
  @Test func presentationRemotesStepWhateverKeysTheySend() throws {
    var screen = try LessonScreen("cancel", lesson: LessonOptions(asksQuestions: false), isPresenter: true)
    screen.play("PgDn PgDn")
    let second = try #require(screen.walk).place
    screen.play("PgDn PgUp")
    expectEqual(screen.walk?.place, second)
    screen.play("PgUp PgUp Right Right")
    expectEqual(screen.walk?.place, second)
  }

  @Test("no key that steps gives up an open question", arguments: Language.allCases)
  func openQuestion(_ language: Language) throws {
    var screen = try LessonScreen("race-with-timeout", language: language)
    screen.play("End")
    let position = screen.view.history.playback.position
    let count = try #require(screen.walk?.question).answers.count
    let sentence = language(
      "Answer with \(language.answerNumbers(count)), or press J to skip it.",
      "请按数字键 \(language.answerNumbers(count)) 选择，或按 J 跳过。")
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
    #expect(footer.contains(language("J Skip", "J 跳过")))
    screen.play("J")
    #expect(screen.walk?.reply == .skipped && screen.text.contains(language("This is the answer.", "这就是答案。")))
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
    expectEqual(screen.walk?.reply, .answer(1))
    // A click on an answer that was given leads nowhere.
    let place = screen.walk?.place
    _ = screen.view.update(MouseEvent(.press, column: 5, row: row), now: 0)
    #expect(screen.walk?.place == place && screen.walk?.reply == .answer(1))
  }

  @Test func spacePlaysUpToTheNextQuestionSlowerOrFaster() throws {
    var screen = try LessonScreen("race-with-timeout")
    screen.play("Space")
    #expect(screen.view.state.isPlaying)
    screen.view.advance(by: LessonState.pace / 2)
    expectEqual(screen.walk?.place, .introduction)
    screen.view.advance(by: LessonState.pace / 2)
    expectEqual(screen.walk?.place, .forecast)
    screen.view.advance(by: LessonState.pace)
    expectEqual(screen.walk?.number, 1)
    screen.play(">")
    screen.view.advance(by: LessonState.pace / 2)
    expectEqual(screen.walk?.number, 2)
    for _ in 0..<20 { screen.view.advance(by: LessonState.pace) }
    #expect(screen.walk?.isAsking == true && !screen.view.state.isPlaying)
    screen.play("Space")
    #expect(!screen.view.state.isPlaying, "an open question is not passed over")
  }

  @Test func noKeyAndNoDragOfTheWholeScreenShowsMoreOfTheRun() throws {
    var screen = try LessonScreen("race-with-timeout")
    screen.play("End")
    let before = screen.view.history.playback.position
    screen.play("w e c L P v 0 Tab ) } p m C-s / 5 6 9")
    for binding in Binding.all where binding.places == .run {
      expectEqual(screen.view.perform(binding, now: 0), .none)
    }
    _ = screen.view.update(MouseEvent(.press, column: 70, row: 3), now: 0)
    #expect(screen.view.history.playback.position == before && screen.walk?.isAsking == true)
    #expect(screen.view.state.prompt == nil && screen.view.state.showsPanes)
  }

  @Test func xOpensTheExerciseOnlyAtTheEnd() throws {
    var options = LessonOptions(asksQuestions: false)
    options.exercise = "swallowed-error"
    var screen = try LessonScreen("cancel", lesson: options)
    screen.play("Right x")
    expectEqual(screen.effect, .none)
    screen.play("End")
    #expect(screen.text.contains("pscope exercise swallowed-error") && screen.text.contains("x Exercise"))
    screen.play("x")
    expectEqual(screen.effect, .exercise)
  }

  @Test("before it plays, digits mark the rows, which the arrows choose, and the source shows the row")
  func forecast() throws {
    var screen = try LessonScreen("find-the-fault", lesson: LessonOptions())
    screen.play("Right 4 Down 2 Up Up 1")
    let walk = try #require(screen.walk)
    expectEqual(walk.marks, [0: 4, 1: 1, 2: 2])
    #expect(screen.text.contains("── before it plays") && screen.text.contains("▸✘"), "\(screen.text)")
    #expect(screen.view.history.playback.count == 0)
    let file = "FindTheFault.swift:\(walk.plan.forecast.rows[walk.chosenRow].site.line)"
    #expect(screen.text.contains(file), "\(screen.text)")
    // The row that ends first is corrected first.
    for _ in 0..<30 where screen.walk?.corrected.isEmpty ?? true { screen.play("Right") }
    #expect(screen.walk?.corrected.count ?? 0 > 0)
    #expect(screen.text.contains("As you said") || screen.text.contains("You said"), "\(screen.text)")
  }

  @Test func theHelpListsEveryKeyOfALesson() throws {
    var screen = try LessonScreen("race-with-timeout", columns: 120, rows: 60)
    screen.play("F1")
    for binding in Binding.all where binding.places.contains(.lesson) && binding.name != "run-again" {
      #expect(screen.text.contains(binding.help.english))
      #expect(screen.text.contains(binding.keys[0].name))
    }
    screen.play("F1")
    #expect(!screen.text.contains(Binding.skip.help.english))
  }

  @Test("the help of a low screen scrolls by pages to its end and back", arguments: [24, 32])
  func longHelp(rows: Int) throws {
    var screen = try LessonScreen("race-with-timeout", rows: rows)
    let last = "half, or 99 of 100, took at most this"
    screen.play("?")
    #expect(!screen.text.contains(last))
    screen.play(String(repeating: "PgDn ", count: 12))
    #expect(screen.view.state.showsHelp && screen.text.contains(last))
    // Not one line too far: the next page up moves at once.
    screen.play("PgUp")
    #expect(!screen.text.contains(last))
    screen.play(String(repeating: "PgUp ", count: 12))
    #expect(screen.text.contains(Binding.skip.help.english))
    screen.play("End")
    #expect(screen.text.contains(last))
    screen.play("?")
    #expect(!screen.view.state.showsHelp && screen.view.state.helpTop == 0)
  }

  @Test("a digit without an answer says how many there are", arguments: Language.allCases)
  func digits(_ language: Language) throws {
    var screen = try LessonScreen("race-with-timeout", language: language)
    screen.play("End")
    let count = try #require(screen.walk?.question).answers.count
    let sentence = language("There are only \(count) answers.", "只有 \(count) 个选项。")
    for key in ["0", "\(count + 1)", "9"] {
      screen.play(key)
      #expect(screen.walk?.isAsking == true && screen.text.contains(sentence), "\(key)")
      screen.play("Left Right")
      #expect(!screen.text.contains(sentence), "\(key)")
    }
    screen.play("\(count)")
    #expect(screen.walk?.reply == .answer(count - 1) && !screen.text.contains(sentence))
  }

  @Test func theKeyForTheEditorSaysFirstWhatItOpensAndHowToLeaveIt() throws {
    var screen = try LessonScreen("race-with-timeout", columns: 120)
    screen.view.options.editor = "/usr/bin/vi -X"
    screen.play("Right Right o")
    #expect(screen.effect == .none && screen.text.contains("Now o opens RaceWithTimeout.swift in vi."))
    #expect(screen.text.contains(":q"))
    // Any other key forgets it.
    screen.play("Right Left o")
    expectEqual(screen.effect, .none)
    screen.play("o")
    guard case .openEditor(let path, _) = screen.effect else { throw Never.opened }
    #expect(path.hasSuffix("RaceWithTimeout.swift"))
  }

  private enum Never: Error { case opened }
}
