// The questions of every golden log, with their answers, as committed pictures: read them to judge whether they are worth asking.

struct QuestionPictureTests {
  @Test("the questions of the golden logs are the committed ones", arguments: Language.allCases)
  func picture(_ language: Language) throws {
    var text = ""
    for name in GoldenLog.names {
      let log = try GoldenLog(name)
      let chosen = Question.chosen(from: log.questions)
      text += "== \(name): \(chosen.count) of \(log.questions.count)\n"
      for question in chosen { text += picture(question, language) }
    }
    try GoldenLog.compare(text, with: "questions.\(language.rawValue).txt")
  }

  private func picture(_ question: Question, _ language: Language) -> String {
    var lines = ["  \(question.kind) #\(question.promise), events \(question.askedAt) to \(question.answeredAt)"]
    lines += (question.facts + [question.prompt]).map { "    " + $0.line(in: language).text }
    for (index, answer) in question.answers.enumerated() {
      let mark = answer.misconception.map { "    (\($0)) " } ?? ""
      let fact = answer.refutation?.line(in: language).text ?? ""
      lines.append(
        "    \(index == question.right ? "*" : " ") \(index + 1) \(answer.text.line(in: language).text)\(mark)\(fact)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
