// The texts of this module that no log produces: complete in both languages, and idiomatic in form.

struct CatalogTests {
  private var texts: [Text] { Misconception.allCases.map(\.lesson) + QuestionKind.allCases.map(\.rule) }

  @Test func everyMisconceptionAndEveryKindOfQuestionHasItsSentenceInBothLanguages() {
    for text in texts {
      #expect(text.english.hasSuffix(".") && text.chinese.hasSuffix("。"), "\(text.english)")
      #expect(text.chinese.unicodeScalars.contains { $0.value >= 0x4E00 && $0.value < 0xA000 }, "\(text.chinese)")
      #expect(text.english.unicodeScalars.allSatisfy { $0.value < 0x2000 }, "\(text.english)")
    }
    #expect(Set(texts.map(\.chinese)).count >= texts.count - 2)
  }

  @Test func everyMisconceptionBelongsToAnAnswerInAGoldenLog() throws {
    var used: Set<Misconception> = []
    for name in GoldenLog.names {
      for question in try GoldenLog(name).questions { used.formUnion(question.answers.compactMap(\.misconception)) }
    }
    expectEqual(Set(Misconception.allCases).subtracting(used), [])
  }
}
