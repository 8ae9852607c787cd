// What a student sees at each step of a lesson: the row and the line of source that the sentence or the question is about, and as much of the
// tree as there is room for.

import ChainAnalysis
import ChainModel
import Foundation
import LessonEngine

@testable import ChainScreen

@Suite struct LessonLayoutTests {
  private static let logs = ["life-of-a-promise", "chain", "error-paths", "find-the-fault"]
  private static let sizes = [(80, 24), (100, 32), (140, 45)]

  /// A lesson with the sources of the scenarios beside it.
  private func screen(
    _ log: String, _ size: (Int, Int), _ language: Language = .english, lesson: LessonOptions? = nil
  ) throws -> LessonScreen {
    var screen = try LessonScreen(log, columns: size.0, rows: size.1, language: language, lesson: lesson)
    screen.view.options.sources = SourceFinder { path in
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../demos")
      let text = try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      return text.map { .init(lines: $0.components(separatedBy: "\n"), hasChanged: false) }
    }
    return screen
  }

  @Test("the marked row is the promise of the sentence or the question, and in view", arguments: logs, sizes)
  func markedRow(_ log: String, _ size: (Int, Int)) throws {
    var screen = try screen(log, size)
    while let walk = screen.walk, walk.place != .score {
      if walk.promise != 0 {
        let marked = screen.text.split(separator: "\n").filter { $0.hasPrefix("▌") }
        #expect(marked.count == 1 && marked[0].contains("#\(walk.promise) "), "\(walk.place): \(screen.text)")
        if case .step(let index) = walk.place {
          let sentence = walk.plan.steps[index].sentence
          let named = sentence.text.english.pieces.compactMap { piece in
            if case .promise(let id, _) = piece { id } else { nil }
          }
          #expect(named.contains(walk.promise), "\(sentence.text.english.text)")
        }
      }
      screen.play(walk.isAsking ? "J" : "Right")
    }
  }

  @Test func thePromiseThatTheMarkedOneWaitsForIsInViewToo() throws {
    for size in Self.sizes {
      var screen = try screen("error-paths", size)
      while screen.walk?.place != .score {
        if let question = screen.walk?.question, let parent = screen.view.store.facts(question.promise)?.from,
          parent != 0
        {
          let lines = screen.text.split(separator: "\n")
          let marked = try #require(lines.firstIndex { $0.hasPrefix("▌") })
          #expect(lines[..<marked].contains { $0.contains(" #\(parent) ") }, "\(screen.text)")
        }
        screen.play(screen.walk?.isAsking == true ? "J" : "Right")
      }
    }
  }

  @Test("before the questions about a fault are answered, no row says what hangs; after them, rows say so")
  func fault() throws {
    var screen = try screen("find-the-fault", (100, 32), lesson: LessonOptions())
    while let walk = screen.walk, walk.place != .score {
      #expect(!walk.hidesFaults || !screen.text.contains("hangs on"), "\(screen.text)")
      screen.play(walk.isAsking ? "J" : "Right")
    }
    expectEqual(screen.walk?.plan.questions.map(\.kind), [.root, .waits, .mend, .mend])
    screen.play("Left")
    #expect(screen.text.contains("hangs on #2 stock"), "\(screen.text)")
  }

  /// A question about the chain after the rejection of "log in Bob".
  private func bob(about label: String, _ size: (Int, Int)) throws -> LessonScreen {
    let (login, orders) = (NamedEvent(.label("log in Bob"), .rejected), NamedEvent.Subject.label("Bob's orders"))
    let question = LessonQuestion(
      .claim, about: label, at: LessonQuestion.Moment(login), Text("What follows?", "接下来呢？"),
      options: [
        LessonQuestion.Option(Text("A rejection", "拒绝"), .happens(NamedEvent(orders, .rejected))),
        LessonQuestion.Option(Text("A value", "值"), .happens(NamedEvent(orders, .fulfilled))),
      ], rule: Text("It passes on.", "它往下传。"))
    let lesson = Lesson(
      name: "bob", title: Text("Bob", "Bob"), questions: [question], run: .scenario("chain", options: []))
    var screen = try screen("chain", size, lesson: LessonOptions(lesson))
    screen.play("End")
    return screen
  }

  @Test func aPromiseWhoseOutcomeIsKnownKeepsItWhileAQuestionAsksWhatFollows() throws {
    var screen = try bob(about: "log in Bob", (100, 32))
    let marked = try #require(screen.text.split(separator: "\n").first { $0.hasPrefix("▌") })
    #expect(marked.contains("✘") && marked.contains("wrongPassword") && !screen.text.contains("what happens now?"))
  }

  @Test func aSentenceAboutANoteBelongsToThePromiseWhoseHandlerWroteIt() throws {
    var screen = try screen("error-paths", (100, 32))
    while screen.walk?.place != .score {
      if screen.text.contains("The handler of #10 catch paper writes") { expectEqual(screen.walk?.promise, 10) }
      screen.play(screen.walk?.isAsking == true ? "J" : "Right")
    }
  }

  @Test("the tree has a row for each promise if there is room, and the story gives way first", arguments: logs)
  func rows(_ log: String) throws {
    for size in [(100, 32), (140, 45)] {
      for language in Language.allCases {
        var screen = try screen(log, size, language)
        screen.play("Right")
        let promises = try #require(screen.walk).plan.events.count { $0.kind == .created }
        let heights = (screen.view.layout.tree.height, screen.view.layout.lessonRows)
        #expect(promises > 4 && heights.0 > promises, "\(size): \(heights) for \(promises)")
        while let walk = screen.walk, walk.place != .score {
          // Nothing jumps, and no question or note is cut.
          #expect((screen.view.layout.tree.height, screen.view.layout.lessonRows) == heights)
          if !screen.view.layout.panes.contains(where: { $0.kind == .story }) || walk.question != nil {
            #expect(screen.view.layout.lessonLines <= heights.1, "\(screen.text)")
          }
          screen.play(walk.isAsking ? "2" : "Right")
        }
      }
    }
  }

  @Test("at 80x24, every question and answer fits, and at least four rows of the tree", arguments: logs)
  func small(_ log: String) throws {
    for language in Language.allCases {
      var screen = try screen(log, (80, 24), language)
      while let walk = screen.walk, walk.place != .score {
        if walk.question != nil {
          #expect(screen.view.layout.lessonLines <= screen.view.layout.lessonRows, "\(screen.text)")
          #expect(screen.view.layout.treeRows >= 4)
        }
        screen.play(walk.isAsking ? "1" : "Right")
      }
    }
  }

  @Test("at 80x24, an answer is explained by what the lesson will show, with its moment", arguments: logs)
  func explanations(_ log: String) throws {
    var screen = try screen(log, (80, 24))
    while let walk = screen.walk, walk.place != .score {
      if walk.isAsking, let question = walk.question {
        screen.play("1")
        // Where there is room for it, the story tells the same.
        if screen.view.layout.panes.contains(where: { $0.kind == .story }) { continue }
        guard let sentence = walk.plan.explanation(of: question) else { continue }
        let words =
          "At \(DurationText.of(sentence.time)): " + sentence.text.english.spans().map(\.text).joined()
        let shown = screen.text.split(separator: "\n").map { line in
          line.prefix { $0 != "│" }.split(separator: " ").joined(separator: " ")
        }.joined(separator: " ")
        #expect(shown.contains(words), "\(words): \(screen.text)")
      } else {
        screen.play("Right")
      }
    }
  }

  @Test func aPromiseHasItsFinalNameFromItsFirstStepOnInTheTreeAndInTheSentences() throws {
    var screen = try screen("life-of-a-promise", (100, 32))
    while screen.view.history.store.counts.total == 0 { screen.play("Right") }
    while let walk = screen.walk, walk.place != .score {
      #expect(!screen.text.contains("Promise #1"), "\(screen.text)")
      #expect(screen.text.contains("fetch weather #1"))
      screen.play(walk.isAsking ? "J" : "Right")
    }
  }

  @Test func theMarkedHandlerIsNotCutAt80ColumnsWithoutCommonIndentationAndBrokenIfItIsLong() throws {
    var screen = try screen("chain", (80, 24))
    while screen.view.history.store.counts.total < 4 { screen.play(screen.walk?.isAsking == true ? "J" : "Right") }
    while let walk = screen.walk, walk.promise != 4, walk.place != .score { screen.play(walk.isAsking ? "J" : "Right") }
    let source: [String] = screen.text.split(separator: "\n").compactMap { line in
      line.lastIndex(of: "│").map { String(line[line.index(after: $0)...]) }
    }
    let start = try #require(source.firstIndex { $0.contains("▸ 28") })
    let shown = source[start...].prefix { $0 == source[start] || $0.firstMatch(of: #/[0-9]  /#) == nil }
    let code = shown.joined().filter { $0 != " " }
    expectEqual(code, #"▸28.then{countinscene.note("\(name)has\(count)orders")}"#, "\(screen.text)")
  }
}
