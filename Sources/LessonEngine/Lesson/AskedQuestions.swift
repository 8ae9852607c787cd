// The questions that a lesson asks about a run, their order, and the position of the right answer among the others.

extension Question {
  /// The questions of a run: those of its lesson that the run proves, and those about its faults.
  ///
  /// - Parameters:
  ///   - lesson: The lesson; nil for a run without one, whose questions are all about its faults.
  ///   - facts: The run.
  ///   - faults: The questions about its faults.
  ///   - isChanged: Whether a student has changed the run; then the first question is what `pscope check` finds.
  ///   - answered: The ``identity`` of each question that was answered before, and is not asked again.
  static func asked(
    by lesson: Lesson?, _ facts: RunFacts, _ faults: FaultQuestions, isChanged: Bool, without answered: Set<String>
  ) -> [Question] {
    let maker = QuestionMaker(facts: facts)
    let own = lesson?.questions.compactMap { try? maker.question($0) } ?? []
    // A lesson without questions of its own asks all that its run gives.
    var kinds: [QuestionKind]? = lesson.flatMap { $0.questions.isEmpty && $0.asks.isEmpty ? nil : $0.asks }
    if isChanged { kinds?.append(.check) }
    let found = kinds?.isEmpty == true ? [] : faults.questions(kinds, isChanged: isChanged)
    let questions = (own + found).enumerated()
      .sorted { ($0.element.askedAt, $0.offset) < ($1.element.askedAt, $1.offset) }.map(\.element)
    return spread(questions).filter { !answered.contains($0.identity) }
  }

  /// The questions with their right answers spread evenly over the positions, so that a position gives nothing away.
  ///
  /// Answers that are numbers, moments, or lines keep their order.
  private static func spread(_ questions: [Question]) -> [Question] {
    var questions = questions
    var counts = [0, 0, 0, 0]
    for index in questions.indices {
      let question = questions[index]
      if !["when", "count", "mend"].contains(question.template) {
        // One of the least used positions, chosen by the question alone.
        let places = question.answers.indices
        let fewest = places.map { counts[$0] }.min() ?? 0
        let free = places.filter { counts[$0] == fewest }
        let mixed = (question.askedAt &+ 1) &* 0x9E37_79B9_7F4A_7C15 ^ question.promise &* 0xD1B5_4A32_D192_ED03
        let place = free[Int(mixed >> 33) % free.count]
        let answer = questions[index].answers.remove(at: question.right)
        questions[index].answers.insert(answer, at: place)
        questions[index].right = place
      }
      counts[questions[index].right] += 1
    }
    return questions
  }
}
