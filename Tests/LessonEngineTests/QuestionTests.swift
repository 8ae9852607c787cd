// Every question has exactly one right answer, which a plain replay of the log proves; and what is never asked.

struct QuestionTests {
  @Test("every question of every golden log has exactly one right answer", arguments: GoldenLog.names)
  func oneRightAnswer(_ name: String) throws {
    let (log, proof) = (try GoldenLog(name), try PlainProof(name))
    for question in log.questions {
      let truths = question.answers.map { proof.isTrue($0.claim, from: Int(question.askedAt), texts: log.texts) }
      expectEqual(truths.indices.filter { truths[$0] }, [question.right], "\(question.kind) at \(question.askedAt)")
      #expect((2...4).contains(question.answers.count))
      #expect(question.askedAt < question.answeredAt)
      expectEqual(question.answers.indices.filter { question.answers[$0].misconception == nil }, [question.right])
      expectEqual(Set(question.answers.map(\.text.english.text)).count, question.answers.count)
      expectEqual(Set(question.answers.map(\.text.chinese.text)).count, question.answers.count)
    }
  }

  @Test("a wrong answer comes with what the run shows instead, which repeats no answer", arguments: GoldenLog.names)
  func refutations(_ name: String) throws {
    for question in try GoldenLog(name).questions {
      for (index, answer) in question.answers.enumerated() {
        #expect(
          (answer.refutation != nil) == (index != question.right), "\(question.kind): \(answer.text.english.text)")
        guard let refutation = answer.refutation else { continue }
        #expect(refutation.english.text != answer.text.english.text && refutation.english.text.hasSuffix("."))
        #expect(refutation.chinese.text != answer.text.chinese.text && refutation.chinese.text.hasSuffix("。"))
      }
    }
  }

  @Test("no answer is right in one run and wrong for the same words in another", arguments: Language.allCases)
  func consistency(_ language: Language) throws {
    // What differs between libraries must be decided by a word of the question: names, values, and the moment of the run decide nothing.
    func words(_ line: LocalizedLine) -> String {
      let pieces = line.line(in: language).pieces
      return pieces.map { piece in if case .text(let text) = piece { text } else { "_" } }.joined()
    }
    var known: [String: (right: Set<String>, wrong: Set<String>)] = [:]
    for name in GoldenLog.names {
      for question in try GoldenLog(name).questions where question.kind != .firstLine {
        let asked = (question.facts + [question.prompt]).map(words).joined(separator: " ")
        for (index, answer) in question.answers.enumerated() {
          if index == question.right {
            known[asked, default: ([], [])].right.insert(words(answer.text))
          } else {
            known[asked, default: ([], [])].wrong.insert(words(answer.text))
          }
        }
      }
    }
    for (asked, answers) in known { #expect(answers.right.isDisjoint(with: answers.wrong), "\(asked)") }
  }

  @Test func theChosenQuestionsAreFewAndNoneIsAskedBeforeThePreviousOneIsAnswered() throws {
    for name in GoldenLog.names {
      let all = try GoldenLog(name).questions
      let chosen = Question.chosen(from: all)
      #expect(chosen.count <= 12 && (chosen.isEmpty == all.isEmpty), "\(name)")
      #expect(zip(chosen, chosen.dropFirst()).allSatisfy { $0.answeredAt <= $1.askedAt }, "\(name)")
      expectEqual(Question.chosen(from: try GoldenLog(name).questions), chosen)
      let places = chosen.map(\.right)
      for (index, place) in places.enumerated().dropFirst(2) {
        #expect(places[index - 1] != place || places[index - 2] != place, "\(name): \(places)")
      }
    }
  }

  @Test func allKindsOfQuestionsButThoseThatOnlyOtherProgramsCauseOccurInTheGoldenLogs() throws {
    var kinds: Set<QuestionKind> = []
    for name in GoldenLog.names { kinds.formUnion(try GoldenLog(name).questions.map(\.kind)) }
    expectEqual(Set(QuestionKind.found).subtracting(kinds), [])
  }

  @Test func theRightAnswerIsNotAlwaysInTheSamePlace() throws {
    var places = [0, 0, 0, 0]
    for name in GoldenLog.names { for question in try GoldenLog(name).questions { places[question.right] += 1 } }
    let sum = places.reduce(0, +)
    #expect(places[..<3].allSatisfy { $0 * 5 > sum }, "\(places)")
  }

  @Test("nothing is asked across a gap", arguments: GoldenLog.names)
  func gaps(_ name: String) throws {
    let log = try GoldenLog(name)
    for (index, event) in log.events.enumerated()
    where index % 3 == 0 && (event.kind == .created || event.kind == .rejected) {
      // The event is missing, so nothing that depends on it can be known.
      var events = log.events
      events[index] = Event(.lost)
      events[index].time = event.time
      events[index].count = 1
      for question in Question.all(of: events, texts: log.texts) {
        let created = events.firstIndex { $0.kind == .created && $0.promise == question.promise }
        #expect(
          created.map { $0 > index || Int(question.answeredAt) <= index } ?? false,
          "\(question.kind) at \(question.askedAt)")
      }
    }
  }

  @Test func noOrderIsAskedForOnAQueueThatMayRunBodiesAtTheSameTime() throws {
    func kinds(_ queue: String) throws -> [QuestionKind] {
      var lines = [#""ev":"created","p":1,"kind":"wrap""#]
      for id in 2...3 {
        lines.append(#""ev":"created","p":\#(id),"kind":"then","from":1"#)
        lines.append(#""ev":"registered","p":1,"by":\#(id),"handles":["fulfilled"]"#)
      }
      lines.append(#""ev":"fulfilled","p":1,"value":"1","cause":"resolver""#)
      for id in 2...3 { lines.append(#""ev":"started","p":\#(id),"queue":"\#(queue)""#) }
      return try GoldenLog(lines: lines + [#""ev":"ended""#]).questions.map(\.kind)
    }
    #expect(try kinds("main").contains(.order))
    #expect(try !kinds("workers").contains(.order))
  }

  @Test func anUnfinishedLogIsNotTakenAsProofThatSomethingNeverHappens() throws {
    let lines = [
      #""ev":"created","p":1,"kind":"wrap""#, #""ev":"created","p":2,"kind":"then","from":1"#,
      #""ev":"registered","p":1,"by":2,"handles":["fulfilled"]"#,
      #""ev":"rejected","p":1,"error":"no","cause":"resolver","cancelled":false"#,
    ]
    try expectEqual(GoldenLog(lines: lines).questions.map(\.kind), [.newPromise])
    try expectEqual(GoldenLog(lines: lines + [#""ev":"ended""#]).questions.map(\.kind), [.newPromise])
  }
}
