// The way through a lesson: every stop in order, nothing seen too early, back and forth, and the score.

import LessonEngine

@Suite struct LessonWalkTests {
  @Test("a lesson goes from the introduction over every step and question to the score", arguments: LessonRun.names)
  func walk(_ name: String) throws {
    var walk = LessonWalk(try LessonRun(name).plan())
    #expect(walk.place == .introduction && walk.position == 0)
    var seen: UInt64 = 0
    var rounds = 0
    while walk.place != .score, rounds < 5_000 {
      rounds += 1
      if let question = walk.question, walk.isAsking {
        expectEqual(walk.position, question.askedAt)
        // No sentence of the answer is seen while the question is open.
        #expect(walk.plan.steps.prefix(walk.seenSteps).allSatisfy { $0.sentence.position <= question.askedAt })
        let isTaken = walk.answer(question.right)
        #expect(isTaken)
        // What happens at one moment may be shown with the answer; several moments are stepped through.
        let hidden = walk.plan.steps.filter {
          $0.sentence.position > question.askedAt && $0.sentence.position <= question.answeredAt
        }
        let moments = Set(hidden.map(\.sentence.time)).count
        #expect(
          walk.position == question.answeredAt ? moments <= 1 : walk.position == question.askedAt && hidden.count > 1)
      }
      #expect(walk.position >= seen, "\(walk.place)")
      seen = walk.position
      walk.forward()
    }
    #expect(walk.place == .score && walk.seenSteps == walk.plan.steps.count)
    #expect(walk.right == walk.plan.questions.count && walk.toRepeat.isEmpty)
  }

  @Test func wrongAndSkippedQuestionsCountAsAskedAndAreToBeRepeated() throws {
    var walk = LessonWalk(try LessonRun("combinators").plan())
    var wrong: [Text] = []
    while walk.place != .score {
      if let question = walk.question, walk.isAsking {
        if walk.replyCount == 0 {
          let isSkipped = walk.skip()
          #expect(isSkipped)
        } else {
          let answer = question.right == 0 ? 1 : 0
          wrong.append(try #require(question.answers[answer].why))
          walk.answer(answer)
        }
        #expect(!walk.isAsking)
        let isTakenAgain = walk.answer(question.right)
        #expect(!isTakenAgain, "an answer can't be changed")
      }
      walk.forward()
    }
    #expect(walk.right == 0 && walk.replyCount == walk.plan.questions.count)
    let sentences = [walk.plan.questions[0].rule] + wrong
    let once = sentences.indices.filter { sentences.firstIndex(of: sentences[$0]) == $0 }.map { sentences[$0] }
    expectEqual(walk.toRepeat, once)
  }

  @Test("going back shows less, and an answered question stays answered")
  func back() throws {
    var walk = LessonWalk(try LessonRun("combinators").plan())
    while !walk.isAsking { walk.forward() }
    let asked = walk.position
    walk.answer(0)
    walk.forward()
    walk.back()
    #expect(walk.reply == .answer(0) && walk.position >= asked)
    walk.back()
    #expect(walk.position <= asked)
    walk.go(toEnd: false)
    expectEqual(walk.place, .introduction)
    walk.back()
    expectEqual(walk.place, .introduction)
  }

  @Test("the end can't be reached past an open question")
  func end() throws {
    var walk = LessonWalk(try LessonRun("combinators").plan())
    walk.go(toEnd: true)
    let first = walk.index
    #expect(walk.isAsking && walk.replyCount == 0)
    for _ in 0..<3 {
      walk.forward()
      walk.go(toEnd: true)
    }
    #expect(walk.index == first && walk.isAsking && walk.replyCount == 0, "only an answer or a skip leads on")
    for asked in 1...walk.plan.questions.count {
      walk.skip()
      #expect(walk.replyCount == asked && !walk.isAsking)
      let isSkippedTwice = walk.skip()
      #expect(!isSkippedTwice)
      walk.go(toEnd: true)
      #expect((walk.place == .score) == (asked == walk.plan.questions.count))
    }
  }
}
