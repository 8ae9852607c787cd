// The texts of this module that no log produces: complete in both languages, and idiomatic in form.

import LessonEngine
import PlainText
import TestSupport
import Testing

struct CatalogTests {
  private var texts: [Text] { Misconception.allCases.map(\.lesson) + QuestionKind.allCases.map(\.rule) }

  @Test("every misconception and every kind of question has its sentence in both languages")
  func complete() {
    for text in texts {
      #expect(text.english.hasSuffix(".") && text.chinese.hasSuffix("。"), "\(text.english)")
      #expect(text.chinese.unicodeScalars.contains { $0.value >= 0x4E00 && $0.value < 0xA000 }, "\(text.chinese)")
      #expect(text.english.unicodeScalars.allSatisfy { $0.value < 0x2000 }, "\(text.english)")
    }
    #expect(Set(texts.map(\.chinese)).count >= texts.count - 2)
  }

  @Test("every misconception belongs to an answer in a golden log")
  func used() throws {
    var used: Set<Misconception> = []
    for name in GoldenLog.names {
      for question in try GoldenLog(name).questions { used.formUnion(question.answers.compactMap(\.misconception)) }
    }
    expectEqual(Set(Misconception.allCases).subtracting(used), [])
  }
}
